import LinuxSystem
import Synchronization

/// The descriptors that can wake a loop in one mode, and the kernel's last report about them.
///
/// The kernel is asked for many ready ports at once, and the loop serves one a turn without asking again until
/// the batch is exhausted. A port that is removed meanwhile is skipped: its number in the batch is no longer valid.
final class PortSet {
  /// The meaning of a ready event.
  enum Event {
    case doorbell, timer, mainQueue
    case source(ReadySource)
  }

  /// A source's port that became ready.
  struct ReadySource {
    fileprivate var slot: Int32 = 0
    fileprivate var generation: UInt32 = 0
    var descriptor: Int32 = -1
    /// What the kernel reported: see `DescriptorSource.Events`.
    var events: UInt32 = 0
    /// The port's count is taken when it is served.
    var countsWakeUps = false
    /// Whether to check that the descriptor is still the one that is watched.
    var isDueForCheck = false
  }

  struct Slot {
    var registration: Unmanaged<Registration>?
    var generation: UInt32 = 0
    var descriptor: Int32 = -1
    var countsWakeUps = false
    /// Whether the registration's source can be armed and disarmed.
    var isSwitched = false
    /// What the kernel watches for; 0 when it does not watch; `consumedMask` for a one-shot that it has reported.
    var mask: UInt32 = 0
    /// Persistent conditions that were reported to the source, which is edge-triggered then. Otherwise 0.
    var standing: UInt32 = 0
    /// The registration's `losses` when the kernel was last updated; of a source that is not switched, how often it was served.
    var count: UInt32 = 0
    /// The look before which the slot was last freed.
    var lastLook: UInt64 = 0
  }

  static let consumedMask = EPOLLONESHOT.rawValue
  static let doorbellToken: UInt64 = 0
  static let timerToken: UInt64 = 1
  static let mainQueueToken: UInt64 = 2
  static let firstSlot = 3

  let set: Descriptor
  /// The process in which the descriptors were made. They must not be changed in a copy of it.
  let process = ForkGeneration.current
  let doorbell: Int32
  var mainQueue: Int32 = -1
  private(set) var guest: Int32 = -1
  /// The timer port, made when it is first needed. Guarded by the loop's lock.
  @exclusivity(unchecked) var timerPort: RunLoop.TimerPort?
  var refusesTimerPort = false
  /// What a host waits for, once one has asked: see `hostDescriptor`. Guarded by the loop's lock.
  @exclusivity(unchecked) var hostSet: RunLoop.Port?
  /// What the timer port is armed for in the kernel. Guarded by the loop's lock.
  @exclusivity(unchecked) var armedDeadline = Nanoseconds.never
  /// The port sources by slot; a slot is used again with another generation. Guarded by the loop's lock.
  @exclusivity(unchecked) var slots: [Slot] = []
  @exclusivity(unchecked) var freeSlots: [Int] = []
  /// The slot of the source that watches a number now. A source whose number was reused by another has a slot but no entry here.
  @exclusivity(unchecked) private(set) var slotOfDescriptor = SlotTable()
  /// How many port sources are watched. Written under the loop's lock; read by the loop's thread without it.
  private let sourceCount = Atomic<Int>(0)
  @exclusivity(unchecked) private(set) var watchesMainQueue = false
  /// The main queue's guest is watched too. The loop's thread only.
  @exclusivity(unchecked) private(set) var watchesGuest = false
  /// Whether the kernel reports a closed descriptor, and a set without it could not be made. The loop's thread only.
  @exclusivity(unchecked) var isStale = false
  /// How many times the kernel was asked. Written by the loop's thread.
  let looks = Atomic<UInt64>(0)

  /// The batch. The loop's thread only.
  private let events: UnsafeMutablePointer<epoll_event>
  /// 0, which the kernel refuses, when the process is a copy of that in which the descriptors were made.
  @exclusivity(unchecked) var capacity: Int32
  @exclusivity(unchecked) var next = 0
  @exclusivity(unchecked) var count = 0

  /// - Parameter batch: how many ready ports are asked for at once.
  init(doorbell: Int32, batch: Int32) throws(SystemError) {
    set = Descriptor(try SystemCall.portSetDescriptor())
    self.doorbell = doorbell
    capacity = batch
    events = .allocate(capacity: Int(batch))
    try SystemCall.watch(doorbell, in: set.number, token: Self.doorbellToken, edge: true)
  }

  deinit {
    events.deallocate()
  }

  // MARK: What is watched

  /// Watches a registration's source. Returns the registration that watched another file under the same number, since closed.
  func watch(
    _ registration: Registration, _ source: RunLoop.PortSource, _ mode: ModeState
  ) throws(RunLoop.PortError) -> Registration? {
    let descriptor = source.port.descriptor
    let mask = source.mask.load(ordering: .acquiring)
    let predecessor = slotOfDescriptor[descriptor]
    // The kernel does not know a disarmed one.
    if let predecessor, slots[predecessor].mask == 0 {
      throw .alreadyWatched(descriptor: descriptor, label: source.label, mode: mode.name.rawValue)
    }
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    let token = token(of: slot)
    do {
      // A disarmed source is added only to learn whether the kernel still knows the predecessor's file.
      if mask != 0 || predecessor != nil {
        try SystemCall.watch(descriptor, in: set.number, token: token, mask: mask)
        if mask == 0 { SystemCall.unwatch(descriptor, in: set.number) }
      }
    } catch {
      freeSlots.append(slot)
      if error.isAlreadyThere {
        throw .alreadyWatched(descriptor: descriptor, label: source.label, mode: mode.name.rawValue)
      }
      throw error.portError(descriptor, source.label)
    }
    slots[slot].registration = .passUnretained(registration)
    slots[slot].descriptor = descriptor
    slots[slot].countsWakeUps = source.port.countsWakeUps
    slots[slot].isSwitched = source.isSwitched
    slots[slot].mask = mask
    slots[slot].standing = 0
    slots[slot].count = registration.losses
    slotOfDescriptor.set(slot, of: descriptor)
    sourceCount.store(sourceCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
    return predecessor.flatMap { slots[$0].isSwitched ? slots[$0].registration?.takeUnretainedValue() : nil }
  }

  /// Whether the registration's source has a slot.
  func watches(_ registration: Registration) -> Bool {
    slots.contains { $0.registration?.toOpaque() == Unmanaged.passUnretained(registration).toOpaque() }
  }

  /// The slot of a registration whose descriptor has this number; nil when another source watches the number now.
  func slot(of registration: Registration, _ descriptor: Int32) -> Int? {
    guard let slot = slotOfDescriptor[descriptor],
      slots[slot].registration?.toOpaque() == Unmanaged.passUnretained(registration).toOpaque()
    else { return nil }
    return slot
  }

  func token(of slot: Int) -> UInt64 {
    UInt64(slots[slot].generation) << 32 | UInt64(slot + Self.firstSlot)
  }

  func unwatch(_ registration: Registration, _ source: RunLoop.PortSource) {
    let descriptor = source.port.descriptor
    let reference = Unmanaged.passUnretained(registration).toOpaque()
    let known = slot(of: registration, descriptor)
    guard let slot = known ?? slots.firstIndex(where: { $0.registration?.toOpaque() == reference }) else {
      return
    }
    // The number may belong to another file by now, watched for another source, which must stay.
    if known != nil {
      slotOfDescriptor.remove(descriptor)
      if slots[slot].mask != 0, !isOwn(descriptor), process == ForkGeneration.current {
        SystemCall.unwatch(descriptor, in: set.number)
      }
    }
    slots[slot].mask = 0
    slots[slot].lastLook = looks.load(ordering: .relaxed)
    slots[slot].registration = nil
    slots[slot].generation &+= 1
    freeSlots.append(slot)
    sourceCount.store(sourceCount.load(ordering: .relaxed) - 1, ordering: .relaxed)
  }

  func watchMainQueue(_ descriptor: Int32) throws(SystemError) {
    try SystemCall.watch(descriptor, in: set.number, token: Self.mainQueueToken, edge: true)
    mainQueue = descriptor
    watchesMainQueue = true
  }

  func unwatchMainQueue(_ descriptor: Int32) {
    SystemCall.unwatch(descriptor, in: set.number)
    watchesMainQueue = false
  }

  /// Watches the guest's descriptor, with the main queue's token: both are served together.
  func watchGuest(_ descriptor: Int32) throws(SystemError) {
    try SystemCall.watch(descriptor, in: set.number, token: Self.mainQueueToken, edge: true)
    guest = descriptor
    watchesGuest = true
  }

  func unwatchGuest(_ descriptor: Int32) {
    SystemCall.unwatch(descriptor, in: set.number)
    watchesGuest = false
  }

  // MARK: What is ready

  var watchesSources: Bool { sourceCount.load(ordering: .relaxed) > 0 }

  var hasBatch: Bool { next < count }

  /// Asks the kernel for ready ports; false when there are none. `blocking`: waits until there is one, or until
  /// the deadline, to the millisecond.
  func look(blocking: Bool, until deadline: Nanoseconds = .never) -> Bool {
    var milliseconds: Int32 = blocking ? -1 : 0
    if deadline != .never {
      let now = MonotonicClock.now
      milliseconds = deadline > now ? Int32(clamping: (deadline - now - 1) / 1_000_000 + 1) : 0
    }
    next = 0
    looks.store(looks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    count = SystemCall.readyEvents(in: set.number, into: events, capacity: capacity, for: milliseconds)
    return count > 0
  }

  /// Like `look(blocking: true, until:)`, to the nanosecond, with one more system call.
  func lookExactly(until deadline: Nanoseconds) -> Bool {
    if deadline == .never { return look(blocking: true) }
    let now = MonotonicClock.now
    if deadline > now {
      var entry = pollfd(fd: set.number, events: Int16(POLLIN), revents: 0)
      var time = SystemTime.timespec(nanoseconds: deadline - now)
      _ = linux_ppoll(&entry, 1, &time, nil)
    }
    return look(blocking: false)
  }

  /// The next ready port of the batch, or nil when it is exhausted. Called with the loop's lock held.
  @inline(__always)
  func nextEvent() -> Event? {
    while next < count {
      let token = events[next].data.u64
      let reported = events[next].events
      next += 1
      switch token {
      case Self.doorbellToken: return .doorbell
      case Self.timerToken: return .timer
      case Self.mainQueueToken: return .mainQueue
      default:
        let slot = Int(UInt32(truncatingIfNeeded: token)) - Self.firstSlot
        let known = slots[slot]
        if known.generation == UInt32(token >> 32), let registration = known.registration {
          if known.isSwitched, !isWanted(reported, slot, registration) { continue }
          if reported & Self.passing == 0 || known.standing != 0, !isNews(reported, slot) { continue }
          return .source(
            ReadySource(
              slot: Int32(truncatingIfNeeded: slot), generation: known.generation,
              descriptor: known.descriptor, events: reported, countsWakeUps: known.countsWakeUps,
              isDueForCheck: !known.isSwitched && !known.countsWakeUps && countService(slot)))
        }
        if known.lastLook < looks.load(ordering: .relaxed) { rebuild() }
      }
    }
    return nil
  }

  /// The port's present registration: as in CFRunLoop, of whichever source watches the descriptor. Called with the loop's lock held.
  @inline(__always)
  func registration(of port: ReadySource) -> Unmanaged<Registration>? {
    let slot = Int(port.slot)
    // A set that replaced another after a fork may have fewer slots.
    guard slot < slots.count, slots[slot].generation == port.generation else {
      return registration(of: port.descriptor)
    }
    return slots[slot].registration
  }

  @inline(never)
  private func registration(of descriptor: Int32) -> Unmanaged<Registration>? {
    slotOfDescriptor[descriptor].flatMap { slots[$0].registration }
  }
}
