import LinuxSystem
import Synchronization

extension RunLoop {
  /// A port source that can be armed, disarmed and rate-limited: the base of descriptor, signal, child and file-watch
  /// sources.
  ///
  /// Switching is lazy. On the loop's own thread the kernel is updated before it is asked again for ready descriptors, and
  /// only if something has changed by then: disarming and rearming a level-triggered source in one callout costs nothing. From
  /// another thread, outside of runs and while a host waits it is updated at once.
  public class SwitchedSource: PortSource, @unchecked Sendable {
    /// What a callback says about the next call.
    public enum Answer: Sendable {
      /// Keep the source armed; a one-shot source is armed again.
      case rearm
      /// The source stays in its modes, off, until `arm()`.
      case disarm
    }

    /// The largest number of calls in an interval.
    public let rateLimit: RateLimit?
    /// EPOLLET or EPOLLONESHOT, or 0.
    final let triggerBits: UInt32
    /// Guarded by `registrationLock`.
    @exclusivity(unchecked) final var state: Switch
    /// Guarded by `registrationLock`.
    @exclusivity(unchecked) final var rateState = RateState()
    private final let calls = Atomic<UInt32>(0)

    /// Calls between two checks that the kernel still watches the source's descriptor.
    static let callsBetweenChecks: UInt32 = 256

    struct Switch {
      var interest: UInt32
      /// As set by the user.
      var isOn = true
      /// Called too often: off until the interval's end.
      var isLimited = false
      /// A one-shot call is in progress, and the source was not disarmed during it.
      var isClaimed = false
    }

    /// - Parameter perform: the callback; nil for a subclass whose own `perform` calls `call`.
    init(
      _ port: Port, interest: UInt32, trigger: UInt32 = 0, isArmed: Bool = true, rateLimit: RateLimit?,
      order: Int, label: String, file: StaticString, line: UInt,
      _ perform: (@Sendable (SwitchedSource, UInt32) -> Answer)?
    ) {
      self.rateLimit = rateLimit
      triggerBits = trigger
      state = Switch(interest: interest, isOn: isArmed)
      super.init(
        switched: port, mask: isArmed ? Self.mask(interest, trigger) : 0, order: order, label: label,
        file: file,
        line: line
      ) {}
      if let perform {
        // It is called through the source's registrations only, which keep the source.
        let source = Unmanaged.passUnretained(self)
        self.perform = Callback {
          source._withUnsafeGuaranteedRef { source in source.call { perform(source, $0) } }
        }
      }
      followsMembership = rateLimit != nil
    }

    /// Includes the events that the kernel always reports, so the mask of an armed source is never 0.
    private static func mask(_ interest: UInt32, _ trigger: UInt32) -> UInt32 {
      interest | trigger | EPOLLERR.rawValue | EPOLLHUP.rawValue
    }

    // MARK: On and off

    /// Whether the source is armed. A source that its rate limit pauses counts as armed.
    public final var isArmed: Bool {
      registrationLock.withLock { state.isOn || state.isClaimed }
    }

    /// Arms the source. A descriptor that is ready already is reported.
    public final func arm() {
      update { $0.isOn = true }
    }

    /// Switches the source off: it stays in its modes and keeps them alive, but is not called.
    public final func disarm() {
      update {
        $0.isOn = false
        $0.isClaimed = false
      }
    }

    /// Changes the switch, and updates the kernel's mask, at once or before the kernel is asked again.
    final func update(_ change: (inout Switch) -> Void) {
      var lost: (loop: RunLoop, error: PortError)?
      var refused: [Registration] = []
      var isToldOf = false
      registrationLock.lock()
      change(&state)
      let wanted = state.isOn && !state.isLimited ? Self.mask(state.interest, triggerBits) : 0
      // The kernel disables a one-shot after reporting it.
      let known = mask.load(ordering: .relaxed)
      if triggerBits & EPOLLONESHOT.rawValue != 0 || wanted != known {
        mask.store(wanted, ordering: .releasing)
        isToldOf = wanted != 0
        for registration in registrations {
          let loop = registration.loop
          switch loop.interestChanged(registration, withdrawn: known & ~wanted) {
          case .applied: break
          case .refused: refused.append(registration)
          case .lost(let error): lost = (loop, error)
          }
        }
      }
      let later = refused.map { (loop: $0.loop, modes: $0.modeSet.modes.map(\.name)) }
      registrationLock.unlock()
      for place in later { place.loop.tryInterestLater(of: self, in: place.modes) }
      if isToldOf { didSwitchOn() }
      if let lost { lose(lost.error, in: lost.loop) }
    }

    /// The source was switched on, or to other events. Without a lock.
    func didSwitchOn() {}

    // MARK: Calls

    /// Calls back with the reported events, unless the source wants none of them now. On the loop's thread, from its callout.
    @inline(__always)
    final func call(_ perform: (UInt32) -> Answer) {
      // Usually it is in one loop, the calling thread's.
      let address = onlyCell.load(ordering: .relaxed)
      if address != 0 {
        let loop = LoopCell.at(address)._withUnsafeGuaranteedRef { $0.lock.isOwner ? $0.loop : nil }
        if let loop { return loop._withUnsafeGuaranteedRef { call(perform, in: $0) } }
      }
      call(perform, in: .current)
    }

    @inline(__always)
    private final func call(_ perform: (UInt32) -> Answer, in loop: RunLoop) {
      let reported = loop.interest.takeReport()
      // The source is invalid: there is nothing to switch.
      if reported == Self.lostEvents { return _ = perform(reported) }
      let ready = reported & mask.load(ordering: .acquiring)
      if ready != reported { loop.noteMissed(reported & ~ready, of: self) }
      guard ready != 0, isWithinRate(in: loop) else { return }
      if triggerBits & EPOLLONESHOT.rawValue != 0 {
        guard claim() else { return }
        finishClaim(perform(ready))
      } else {
        if perform(ready) == .disarm { return disarm() }
        if triggerBits == 0, calls.wrappingAdd(1, ordering: .relaxed).newValue % Self.callsBetweenChecks == 0
        {
          check(in: loop)
        }
      }
    }

    /// Claims a one-shot event, so that only one of several notified loops calls.
    private final func claim() -> Bool {
      registrationLock.withLock {
        guard state.isOn else { return false }
        state.isOn = false
        state.isClaimed = true
        mask.store(0, ordering: .releasing)
        return true
      }
    }

    private final func finishClaim(_ answer: Answer) {
      update {
        if $0.isClaimed, answer == .rearm { $0.isOn = true }
        $0.isClaimed = false
      }
    }

    override func didJoin(_ membership: Membership) {
      if rateLimit != nil { movePause(to: Array(membership.modes), of: membership.loop) }
    }

    override func didLeave(_ membership: Membership) {
      if rateLimit != nil { leavePause(of: membership.loop) }
    }

    // MARK: Descriptors that were closed

    /// What a callback gets when the descriptor is found closed.
    static let lostEvents: UInt32 = 0x20

    /// Sets the kernel's mask again. The kernel continues to report a descriptor that was closed while a duplicate of it lives;
    /// this call fails for it.
    final func check(in loop: RunLoop) {
      registrationLock.lock()
      let error = registration(in: loop).flatMap { loop.checkWatch($0) }
      registrationLock.unlock()
      if let error { lose(error, in: loop) }
    }

    /// Invalidates the source: its number no longer names the descriptor that it was given. Without a lock.
    final func lose(_ error: PortError, in loop: RunLoop) {
      let last = registrationLock.withLock { () -> LastCall in
        if failureInside == nil { failureInside = error }
        return LastCall(
          source: self, perform: perform, modes: registration(in: loop)?.modeSet.modes.map(\.name) ?? [])
      }
      guard invalidateOnce() else { return }
      loop.post(inModes: last.modes.isEmpty ? [.common] : last.modes) { last() }
    }

    /// The call that notifies a callback of its source's end. It retains both.
    private final class LastCall: @unchecked Sendable {
      private let source: SwitchedSource
      /// The closure was given as one that any thread may call.
      private let perform: Callback?
      let modes: [Mode]

      init(source: SwitchedSource, perform: Callback?, modes: [Mode]) {
        self.source = source
        self.perform = perform
        self.modes = modes
      }

      /// As from a port's callout.
      func callAsFunction() {
        RunLoop.current.interest.reported = SwitchedSource.lostEvents
        perform?.call()
      }
    }
  }
}
