import LinuxSystem

extension RunLoop {
  /// A source that is called when a signal arrives: on the loop's thread, where everything is allowed, unlike in a signal
  /// handler.
  ///
  ///     let stop = try RunLoop.SignalSource([SIGTERM, SIGINT]) { signal in
  ///       loop.stop()
  ///       return .rearm
  ///     }
  ///     try loop.add(stop)
  ///
  /// **The rule about threads.** The kernel delivers a signal of the process to any thread that does not block it, and
  /// there it acts as if there were no source: usually it ends the process. The source blocks its signals in the
  /// thread that makes it, and in those of the loops that it is added to. A thread inherits its creator's signal mask: so
  /// make the source before other threads, or call `block` in each thread that already exists.
  ///
  /// When the source is invalidated or leaves a loop, its signals are no longer blocked in that thread, unless they were
  /// before, or another source needs it. Instances of one signal that arrive before the loop looks coalesce, as signals
  /// do. With several loops or several sources for a signal, one of them gets it. A disarmed source leaves its
  /// signals pending. Children that a process starts inherit blocked signals: `ChildSource(spawning:)` unblocks all.
  ///
  /// Do not combine a source for SIGCHLD with `ChildSource`, which needs no signal.
  public final class SignalSource: SwitchedSource, @unchecked Sendable {
    /// The numbers of the signals that it receives.
    public let signals: Set<Int32>
    /// The loop of the thread that made the source: signals stay blocked there until it is invalid.
    private let maker: RunLoop
    /// Identifies the source among the holders of blocked signals in a thread.
    private let holder: UInt64

    /// - Throws: `PortError.notASignal` for SIGKILL, SIGSTOP, and numbers that are not signals.
    public init(
      _ signals: Set<Int32>, rateLimit: RateLimit? = nil, order: Int = 0, label: String = "",
      file: StaticString = #fileID, line: UInt = #line, perform: @escaping @Sendable (Signal) -> Answer
    ) throws(PortError) {
      let checked = try SignalBlocks.checked(signals)
      let descriptor: Int32
      do { descriptor = try SystemCall.signalDescriptor(checked) } catch { throw error.portError(-1, label) }
      self.signals = signals
      maker = RunLoop.current
      holder = SignalBlocks.nextHolder()
      super.init(
        Port(owning: descriptor, countsWakeUps: false), interest: EPOLLIN.rawValue, rateLimit: rateLimit,
        order: order, label: label, file: file, line: line
      ) { _, events in
        // Another loop, or another source of the signal, may have been first.
        guard events & SwitchedSource.lostEvents == 0, let signal = SystemCall.takeSignal(descriptor) else {
          return .rearm
        }
        return perform(signal)
      }
      followsMembership = true
      maker.signalBlocks.set(signals, for: holder)
    }

    /// Blocks signals in the calling thread for good, so that they go to the threads of their sources.
    public static func block(_ signals: Set<Int32>) throws(PortError) {
      SystemCall.changeSignalMask(by: try SignalBlocks.checked(signals), blocks: true)
    }

    override func didJoin(_ membership: Membership) {
      super.didJoin(membership)
      let loop = membership.loop
      changeBlocks(of: loop)
      if !loop.isOwnThread { lookAgain(in: loop, Array(membership.modes)) }
    }

    override func didLeave(_ membership: Membership) {
      super.didLeave(membership)
      changeBlocks(of: membership.loop)
    }

    override func didSwitchOn() {
      let places = registrationLock.withLock {
        registrations.filter { !$0.loop.isOwnThread }.map {
          (loop: $0.loop, modes: $0.modeSet.modes.map(\.name))
        }
      }
      for place in places { lookAgain(in: place.loop, place.modes) }
    }

    /// Watches the descriptor on the loop's thread: the kernel then looks for pending signals of the calling thread, so it finds
    /// signals that were sent to the loop's thread alone.
    private func lookAgain(in loop: RunLoop, _ modes: [Mode]) {
      loop.post(inModes: modes) { [self] in check(in: RunLoop.current) }
    }

    override func willForget() {
      changeBlocks(of: maker)
    }

    deinit {
      // Never invalidated: it has no registration, and only its maker's thread is left.
      guard isValid else { return }
      let holder = holder
      maker.onOwnThread { $0.signalBlocks.set([], for: holder) }
    }

    /// Blocks the signals in the loop's thread while the source needs it. Only the thread itself can do so.
    private func changeBlocks(of loop: RunLoop) {
      loop.onOwnThread { [self] loop in
        let isNeeded = registrationLock.withLock {
          isValid && (registration(in: loop) != nil || maker === loop)
        }
        loop.signalBlocks.set(isNeeded ? signals : [], for: holder)
      }
    }
  }

  /// At once on the loop's thread; from others, in its next turn.
  fileprivate func onOwnThread(_ body: @escaping @Sendable (RunLoop) -> Void) {
    if isOwnThread { return body(self) }
    post { body(RunLoop.current) }
  }
}
