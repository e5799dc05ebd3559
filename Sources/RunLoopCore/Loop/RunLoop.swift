import CLinux
import Glibc
import Synchronization

/// A thread's event loop: it runs in one mode at a time, calls back for what is ready in that mode, and sleeps
/// when nothing is.
///
/// Each thread has one loop, made when it is first asked for and ended with the thread. Items may be added and
/// removed, blocks posted, and the loop stopped and woken from any thread; running it is its own thread's business.
/// Corresponds to `CFRunLoop`.
///
/// - `guarded by the lock` below means `lock`, which is never held during a callout.
public final class RunLoop: @unchecked Sendable {
  // MARK: Identity

  let cell: LoopCell
  /// The time of this loop, or nil for the monotonic clock. Set once.
  let simulation: SimulatedClock?
  /// Whether this is the main thread's loop, which serves the main queue.
  package let isMain: Bool
  /// The loop's thread has ended. Guarded by the lock.
  @exclusivity(unchecked) private(set) var hasEnded = false
  let labelLock = FutexLock()
  /// Guarded by `labelLock`.
  private var labelStorage = ""

  // MARK: Wake-ups: see RunLoop+Wake.swift

  let wakeState = Atomic<UInt32>(0)
  /// Wake-ups count now. The loop's thread only.
  @exclusivity(unchecked) var isListening = false
  /// A wake-up by the loop's own thread, or one that it took over. The loop's thread only.
  @exclusivity(unchecked) var ownNote = false
  /// The descriptor that wakes the loop from sleep, or -1 before it was needed.
  let doorbell = Atomic<Int32>(-1)
  /// Owns `doorbell`, which lives as long as the loop object: whoever rings it holds the loop.
  private var doorbellPort: WakePort?
  /// The host that serves the loop, if one does: see Embedding/. The loop's thread only.
  @exclusivity(unchecked) var hosting: Hosting?
  /// The innermost run shall stop.
  let stopRequested = Atomic<Bool>(false)

  // MARK: Modes and items, guarded by the lock

  @exclusivity(unchecked) var modeTable = ModeTable()
  var seats: [Seat] = []
  /// The seats of sources that were signalled since they were last performed, in no order, and some that were not.
  @exclusivity(unchecked) var listedSeats: [Unmanaged<Seat>] = []
  /// How many they are; read by the loop's thread without the lock.
  let listedCount = Atomic<Int>(0)
  /// The top of a stack of seats that other threads want to have listed, or 0. All of it is taken at once, under the
  /// lock; so signalling takes nothing from the loop's thread.
  let postedSeats = Atomic<UInt>(0)
  /// Seats that were given up while their closure was being called.
  @exclusivity(unchecked) var departedSeats: [Seat] = []
  /// Seats of sources whose descriptor was closed behind their back, until they are told.
  @exclusivity(unchecked) var orphanedSeats: [Seat] = []
  /// Common items that are in no mode.
  var looseItems: [Unmanaged<BoundItem>] = []
  @exclusivity(unchecked) var firings = TimerFirings()
  /// Counts within the sequence base of timers.
  @exclusivity(unchecked) private var sequenceOffset: UInt64 = 0

  #if DEBUG
    /// Called between the last look at what is pending and the announcement of the sleep, for tests of that moment.
    package var beforeSleepIsAnnounced: (() -> Void)?
  #endif
  /// What the loop gets no descriptors for, for tests of that.
  var scarcity = Scarcity.none

  enum Scarcity {
    case none, noTimerPorts, noPorts
  }

  // MARK: Blocks: see RunLoop+Perform.swift

  let blocks = BlockQueue()

  // MARK: The run that goes on, the loop's thread only but for what is said

  @exclusivity(unchecked) var runDepth = 0
  /// Tells runs apart.
  @exclusivity(unchecked) var innermostRun: UInt64 = 0
  @exclusivity(unchecked) var lastRun: UInt64 = 0
  /// The mode of the innermost run. Guarded by the lock.
  @exclusivity(unchecked) var runningMode: ModeState?
  /// The mode in whose port set the loop sleeps, and until when at the latest. Guarded by the lock.
  @exclusivity(unchecked) var sleepingMode: Unmanaged<ModeState>?
  @exclusivity(unchecked) var sleepingDeadline = Nanoseconds.never
  /// The source's port that ended the last wait, if one did.
  @exclusivity(unchecked) var readySource = PortSet.ReadySource()
  /// What it reported. Taken by the source that is called.
  @exclusivity(unchecked) var readyEvents: UInt32 = 0
  /// The seats of sources that were switched, of which the kernel is told before it is asked again.
  @exclusivity(unchecked) var changedSeats: [Seat] = []
  /// What signal sources have blocked in the loop's thread. The loop's thread only.
  var signalBlocks = SignalBlocks()
  /// The last turn's port was the timer port.
  @exclusivity(unchecked) var servedTimersLast = false
  /// Another thread's wake-up ended the last wait.
  @exclusivity(unchecked) var wasCalled = false
  /// How often in a row looking out for the next wake-up was in vain, and how many sleeps go by without it.
  @exclusivity(unchecked) var vainLooks = 0
  @exclusivity(unchecked) var sleepsWithoutLook = 0
  /// How many times in a row the loop woke itself without looking at its descriptors.
  @exclusivity(unchecked) var skippedLooks = 0
  /// A time of this turn, or 0 before the clock was read in it.
  @exclusivity(unchecked) var turnTime: Nanoseconds = 0
  /// Whether timer ports are armed only where CFRunLoop does that; see `SimulatedClock`.
  @exclusivity(unchecked) package var armsPortsAsCFRunLoop: Bool {
    didSet { armsPortsAtOnce = simulation != nil || armsPortsAsCFRunLoop }
  }
  /// Whether ports are armed when a timer changes, also for timers of the batch, as an inner run would see them. Else
  /// they are armed when an inner run begins, and when the loop goes to sleep.
  @exclusivity(unchecked) private(set) var armsPortsAtOnce: Bool

  // MARK: What it is doing: see Heartbeat/

  let ownHeartbeat: HeartbeatMemory
  /// The line that the loop writes: its own, or one in a watcher's page.
  let heartbeatAddress: Atomic<UInt>
  /// The kernel's number of the owning thread; 0 for the main thread.
  @exclusivity(unchecked) var ownerNumber: Int32

  // MARK: Who looks at it: see Instruments/

  /// Nil when nobody does. Guarded by the lock.
  @exclusivity(unchecked) var instruments: Instruments?
  /// When another thread rang last, while anybody looks at any loop.
  let rangAt = Atomic<UInt64>(0)

  // MARK: Forks: see Embedding/

  /// In which of the processes that come from each other by fork(2) the loop was made, or made usable.
  @exclusivity(unchecked) var birth = ForkGuard.current
  /// What a fork took `stopRequested` for. The loop's thread only.
  var wasStoppedBeforeFork = false

  /// What another module keeps with the loop, retained, or 0: see RunLoop+Attachment.swift.
  let attachmentAddress = Atomic<UInt>(0)

  /// - Parameter number: the kernel's number of the thread, unless it is the main one.
  init(owner thread: UInt, number: Int32 = 0, isMain: Bool, simulation: SimulatedClock?) {
    cell = LoopCell.take()
    if thread != 0 { cell.lock.adopt(by: thread) }
    ownHeartbeat = HeartbeatMemory()
    heartbeatAddress = Atomic(ownHeartbeat.line.address)
    ownerNumber = number
    self.isMain = isMain
    self.simulation = simulation
    armsPortsAsCFRunLoop = simulation?.armsPortsAsCFRunLoop ?? false
    armsPortsAtOnce = simulation != nil
    cell.enter(self)
    modeWasMade(defaultMode)
  }

  deinit {
    releaseAttachment()
    // Those that were made after the end.
    modeTable.dissolve()
    cell.giveBack()
  }

  @inline(__always)
  var lock: OwnerLock { _read { yield cell.lock } }

  // MARK: The loops of threads

  private static let key = ThreadKey<RunLoop>(atThreadEnd: { RunLoop.threadEnded($0) })
  private static let theMain = RunLoop(owner: 0, isMain: true, simulation: nil)
  static let simulatedMainLock = FutexLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private static var simulatedMain: RunLoop?
  private static let mainIsAdopted = Atomic<Bool>(false)

  /// The calling thread's loop. Corresponds to `CFRunLoopGetCurrent`.
  public static var current: RunLoop {
    key.value ?? makeCurrent()
  }

  /// The main thread's loop, from any thread. Corresponds to `CFRunLoopGetMain`.
  public static var main: RunLoop {
    if !mainIsAdopted.load(ordering: .acquiring), getpid() == linux_gettid() { return current }
    if SimulatedClock.anyInstalled.load(ordering: .relaxed),
      let loop = simulatedMainLock.withLock({ simulatedMain })
    {
      return loop
    }
    return theMain
  }

  private static func makeCurrent() -> RunLoop {
    ForkGuard.install()
    let simulation = ThreadClock.simulation
    let thread = linux_thread_pointer()
    let loop: RunLoop
    let number = linux_gettid()
    if getpid() != number {
      loop = RunLoop(owner: thread, number: number, isMain: false, simulation: simulation)
    } else {
      if simulation == nil {
        loop = theMain
        loop.lock.adopt(by: thread)
      } else {
        loop = RunLoop(owner: thread, isMain: true, simulation: simulation)
        var old: RunLoop? = loop
        // The loop that was there goes outside the lock.
        simulatedMainLock.withLock { swap(&simulatedMain, &old) }
      }
      mainIsAdopted.store(true, ordering: .releasing)
    }
    key.value = loop
    return loop
  }

  private static func threadEnded(_ value: UnsafeMutableRawPointer?) {
    guard let value else { return }
    let loop = Unmanaged<RunLoop>.fromOpaque(value)
    // Callouts of the end see their loop; releasing it is the key's business again.
    key.restore(loop)
    loop.takeUnretainedValue().end()
    key.value = nil
  }

  /// The calling thread's loop, unless nobody asked for it yet.
  static var currentIfMade: RunLoop? { key.value }

  static var currentExists: Bool { key.address != 0 }

  /// The address of the calling thread's loop, or 0 when it has none; none is made.
  package static var currentAddress: UInt { key.address }

  /// Whether the calling thread is the loop's.
  @inline(__always)
  public var isOwnThread: Bool { lock.isOwner }

  /// A name for snapshots and reports.
  public var label: String {
    get { labelLock.withLock { labelStorage } }
    set { labelLock.withLock { labelStorage = newValue } }
  }

  // MARK: Time

  /// Now, on the loop's clock.
  public var now: Instant { clockNow.instant }

  @inline(__always)
  var clockNow: Nanoseconds {
    if let simulation { return simulation.nowInside }
    return MonotonicClock.now
  }

  /// A time that is not later than now, and not much earlier: dates after it are ahead for sure, without reading the clock
  /// each time. In a run, that of the turn.
  @inline(__always)
  var recentTime: Nanoseconds {
    turnTime != 0 ? turnTime : readRecentTime()
  }

  @inline(never)
  private func readRecentTime() -> Nanoseconds {
    if let simulation { return simulation.nowInside }
    if runDepth == 0 { return MonotonicClock.recentNow }
    turnTime = MonotonicClock.now
    return turnTime
  }

  /// The next number for a timer whose date is set; called with the lock held.
  func nextTimerSequence() -> UInt64 {
    sequenceOffset += 1
    if sequenceOffset >> Timer.localSequenceBits != 0 {
      sequenceOffset = 0
      return Timer.nextSequence()
    }
    return Timer.sequenceBase + sequenceOffset
  }

  // MARK: Descriptors

  /// The mode's descriptors, made now if need be. On the loop's thread.
  @inline(__always)
  func openPorts(_ mode: ModeState) throws(SystemError) -> Unmanaged<PortSet> {
    if let ports = mode.portsWithoutLock { return ports }
    return try lock.withLock { () throws(SystemError) -> Unmanaged<PortSet> in
      .passUnretained(try openPortsInside(mode))
    }
  }

  /// As `openPorts`, with the lock held.
  func openPortsInside(_ mode: ModeState) throws(SystemError) -> PortSet {
    requireOwnProcess()
    if let ports = mode.ports { return ports }
    if scarcity == .noPorts { throw SystemError(call: "epoll_create1", code: EMFILE) }
    if doorbellPort == nil {
      let port = try WakePort(makingDescriptor: ())
      doorbellPort = port
      doorbell.store(port.descriptor, ordering: .releasing)
    }
    // One at a time under simulated time: there the order of ports is exactly the kernel's.
    let ports = try PortSet(doorbell: doorbell.load(ordering: .relaxed), batch: simulation == nil ? 64 : 1)
    if scarcity == .noTimerPorts { ports.refuseTimerPort() }
    mode.open(ports)
    return ports
  }

  /// The doorbell is another process's. With the lock held.
  func forgetDoorbell() {
    doorbellPort = nil
    doorbell.store(-1, ordering: .relaxed)
  }

  /// Nothing can be added any more. Called once, with the lock held.
  func refuseItems() {
    hasEnded = true
  }
}
