import CLinux
import Synchronization

/// The descriptors that can wake a loop in one mode, and what the kernel said about them last.
///
/// The kernel is asked for many ready ports at once, and the loop serves one a turn without asking again until
/// they are used up. A port that is removed meanwhile is skipped: its number in the batch is no longer valid.
final class PortSet {
  /// What a ready event stands for.
  enum Event {
    case doorbell, timer, mainQueue
    /// See `ready`.
    case source
  }

  /// A source's port that became ready.
  struct ReadySource {
    fileprivate var slot: Int32 = 0
    fileprivate var generation: UInt32 = 0
    var descriptor: Int32 = -1
    /// The port's count is taken when it is served.
    var countsWakeUps = false
  }

  private struct Slot {
    var seat: Unmanaged<Seat>?
    var generation: UInt32 = 0
    var descriptor: Int32 = -1
    var countsWakeUps = false
  }

  private static let doorbellToken: UInt64 = 0
  private static let timerToken: UInt64 = 1
  private static let mainQueueToken: UInt64 = 2
  private static let firstSlot = 3

  private let set: Descriptor
  /// The timer port, made when it is first needed. Guarded by the loop's lock.
  @exclusivity(unchecked) private var timerPort: RunLoop.TimerPort?
  private var refusesTimerPort = false
  /// What the timer port is armed for in the kernel. Guarded by the loop's lock.
  @exclusivity(unchecked) private var armedDeadline = Nanoseconds.never
  /// The port sources by slot; a slot is used again with another generation. Guarded by the loop's lock.
  @exclusivity(unchecked) private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var slotOfDescriptor: [Int32: Int] = [:]
  /// How many port sources are watched. Written under the loop's lock; read by the loop's thread without it.
  private let sourceCount = Atomic<Int>(0)
  @exclusivity(unchecked) private(set) var watchesMainQueue = false
  /// The main queue's guest is watched too. The loop's thread only.
  @exclusivity(unchecked) private(set) var watchesGuest = false

  /// The batch. The loop's thread only.
  private let events: UnsafeMutablePointer<epoll_event>
  private let capacity: Int32
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var count = 0

  /// - Parameter batch: how many ready ports are asked for at once.
  init(doorbell: Int32, batch: Int32) throws(SystemError) {
    set = Descriptor(try SystemCall.portSetDescriptor())
    capacity = batch
    events = .allocate(capacity: Int(batch))
    try SystemCall.watch(doorbell, in: set.number, token: Self.doorbellToken, edge: true)
  }

  deinit {
    events.deallocate()
  }

  // MARK: What is watched

  func watch(_ seat: Seat, _ source: RunLoop.PortSource, mode: RunLoop.Mode) throws(RunLoop.PortError) {
    let descriptor = source.port.descriptor
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    let token = UInt64(slots[slot].generation) << 32 | UInt64(slot + Self.firstSlot)
    do {
      try SystemCall.watch(descriptor, in: set.number, token: token, edge: source.port.countsWakeUps)
    } catch {
      freeSlots.append(slot)
      if error.isAlreadyThere {
        throw .alreadyWatched(descriptor: descriptor, label: source.label, mode: mode.rawValue)
      }
      throw error.portError(descriptor, source.label)
    }
    slots[slot].seat = .passUnretained(seat)
    slots[slot].descriptor = descriptor
    slots[slot].countsWakeUps = source.port.countsWakeUps
    slotOfDescriptor[descriptor] = slot
    sourceCount.store(sourceCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  func unwatch(_ seat: Seat, _ source: RunLoop.PortSource) {
    let descriptor = source.port.descriptor
    let reference = Unmanaged.passUnretained(seat).toOpaque()
    var known = slotOfDescriptor[descriptor]
    if let slot = known, slots[slot].seat?.toOpaque() != reference { known = nil }
    guard let slot = known ?? slots.firstIndex(where: { $0.seat?.toOpaque() == reference }) else { return }
    // The number may belong to another file by now, watched for another source: that one must stay.
    if known != nil {
      slotOfDescriptor[descriptor] = nil
      SystemCall.unwatch(descriptor, in: set.number)
    }
    slots[slot].seat = nil
    slots[slot].generation &+= 1
    freeSlots.append(slot)
    sourceCount.store(sourceCount.load(ordering: .relaxed) - 1, ordering: .relaxed)
  }

  func watchMainQueue(_ descriptor: Int32) throws(SystemError) {
    try SystemCall.watch(descriptor, in: set.number, token: Self.mainQueueToken, edge: true)
    watchesMainQueue = true
  }

  func unwatchMainQueue(_ descriptor: Int32) {
    SystemCall.unwatch(descriptor, in: set.number)
    watchesMainQueue = false
  }

  /// Rings as the main queue does: both are served at once.
  func watchGuest(_ descriptor: Int32) throws(SystemError) {
    try SystemCall.watch(descriptor, in: set.number, token: Self.mainQueueToken, edge: true)
    watchesGuest = true
  }

  func unwatchGuest(_ descriptor: Int32) {
    SystemCall.unwatch(descriptor, in: set.number)
    watchesGuest = false
  }

  /// Arms the timer port, with a system call only when the deadline is another one than before.
  /// False when there is no descriptor for a timer port.
  func armTimer(for deadline: Nanoseconds, simulation: SimulatedClock?) -> Bool {
    if deadline == armedDeadline { return true }
    if timerPort == nil {
      guard !refusesTimerPort, let port = try? RunLoop.TimerPort(simulation: simulation),
        (try? SystemCall.watch(port.descriptor, in: set.number, token: Self.timerToken, edge: true)) != nil
      else { return false }
      timerPort = port
    }
    timerPort?.arm(at: deadline)
    armedDeadline = deadline
    return true
  }

  /// Whether the timer port rings at that time, or none is wanted.
  @inline(__always)
  func isArmed(for deadline: Nanoseconds) -> Bool { deadline == armedDeadline }

  /// From now on as if there were no descriptor for the timer port.
  func refuseTimerPort() {
    refusesTimerPort = true
  }

  /// The timer port rang: the same deadline must be armed again.
  func timerPortRang() {
    armedDeadline = .never
  }

  /// Takes the timer port's count, which a simulated one shows until then.
  func acknowledgeTimer() -> Bool {
    timerPort.map { SystemCall.takeCount($0.descriptor) } ?? false
  }

  // MARK: What is ready

  var watchesSources: Bool { sourceCount.load(ordering: .relaxed) > 0 }

  var hasBatch: Bool { next < count }

  /// Asks the kernel for ready ports; false when there is none. `blocking`: waits until there is one, or until
  /// the deadline, to the millisecond.
  func look(blocking: Bool, until deadline: Nanoseconds = .never) -> Bool {
    var milliseconds: Int32 = blocking ? -1 : 0
    if deadline != .never {
      let now = MonotonicClock.now
      milliseconds = deadline > now ? Int32(clamping: (deadline - now - 1) / 1_000_000 + 1) : 0
    }
    next = 0
    count = SystemCall.readyEvents(in: set.number, into: events, capacity: capacity, for: milliseconds)
    return count > 0
  }

  /// The next ready port of the batch, or nil when it is used up; `ready` says which, when it is a source's. Called
  /// with the loop's lock held.
  @inline(__always)
  func nextEvent(_ ready: inout ReadySource) -> Event? {
    while next < count {
      let token = events[next].data.u64
      next += 1
      switch token {
      case Self.doorbellToken: return .doorbell
      case Self.timerToken: return .timer
      case Self.mainQueueToken: return .mainQueue
      default:
        let slot = Int(UInt32(truncatingIfNeeded: token)) - Self.firstSlot
        let known = slots[slot]
        if known.generation == UInt32(token >> 32), known.seat != nil {
          ready = ReadySource(
            slot: Int32(truncatingIfNeeded: slot), generation: known.generation,
            descriptor: known.descriptor, countsWakeUps: known.countsWakeUps)
          return .source
        }
      }
    }
    return nil
  }

  /// Whose port it is now: as CFRunLoop, whichever source watches the descriptor. Called with the loop's lock held.
  @inline(__always)
  func seat(of port: ReadySource) -> Unmanaged<Seat>? {
    let known = slots[Int(port.slot)]
    if known.generation == port.generation { return known.seat }
    return slotOfDescriptor[port.descriptor].flatMap { slots[$0].seat }
  }
}
