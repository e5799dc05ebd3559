import LinuxSystem
import Synchronization

/// A thread's event loop: it runs in one mode at a time, calls back for ready items of that mode, and sleeps
/// when none is ready.
///
/// Each thread has one loop, made on first use and ended with the thread. Items may be added and
/// removed, blocks posted, and the loop stopped and woken from any thread; only its own thread may run it.
/// Corresponds to `CFRunLoop`.
public final class RunLoop: @unchecked Sendable {
  // "Guarded by the lock" below means `lock`, which is never held during a callout.

  // MARK: Identity

  let cell: LoopCell
  let clock: LoopClock
  /// Whether this is the main thread's loop, which serves the main queue.
  package let isMain: Bool
  let name = LoopName()
  /// What another module keeps with the loop, retained, or 0: see RunLoop+Attachment.swift.
  let attachmentAddress = Atomic<UInt>(0)

  // MARK: Shared with other threads

  let waker: Waker
  let blocks = BlockQueue()
  let signalled = SignalledSources()
  @exclusivity(unchecked) var beat: LoopBeat

  // MARK: Modes and items, guarded by the lock

  /// Whether the loop's thread has ended.
  @exclusivity(unchecked) private(set) var hasEnded = false
  @exclusivity(unchecked) var modeTable = ModeTable()
  @exclusivity(unchecked) var registrations = RegistrationList()
  /// Common items that are in no mode.
  @exclusivity(unchecked) var looseItems = LooseItems()
  @exclusivity(unchecked) var firings = TimerFirings()
  @exclusivity(unchecked) private var dates = DateOrder()
  @exclusivity(unchecked) var sleepRecord = SleepRecord()
  /// Nil when the loop is neither measured nor traced: see Instruments/.
  @exclusivity(unchecked) var instruments: Instruments?

  // MARK: The run in progress, the loop's thread only

  @exclusivity(unchecked) var runs = RunStack()
  /// The time read in this turn, or 0 before the clock was read.
  @exclusivity(unchecked) var turnTime: Nanoseconds = 0
  @exclusivity(unchecked) var kernelWait = KernelWait()
  @exclusivity(unchecked) var timerArming: TimerArming
  @exclusivity(unchecked) var interest = DescriptorInterest()
  /// What signal sources have blocked in the loop's thread.
  var signalBlocks = SignalBlocks()
  /// The host that serves the loop, if one does: see Embedding/.
  @exclusivity(unchecked) var hosting: Hosting?

  /// Descriptors that the loop can not get, for tests of scarcity.
  var scarcity = Scarcity.none

  enum Scarcity {
    case none, noTimerPorts, noPorts
  }

  /// - Parameter number: the kernel's number of the thread, unless it is the main one.
  init(owner thread: UInt, number: Int32 = 0, isMain: Bool, simulation: SimulatedClock?) {
    cell = LoopCell.take()
    if thread != 0 { cell.lock.adopt(by: thread) }
    beat = LoopBeat(ownerNumber: number)
    self.isMain = isMain
    clock = LoopClock(simulation: simulation)
    waker = Waker(clock)
    timerArming = TimerArming(clock)
    cell.enter(self)
    modeWasMade(defaultMode)
  }

  deinit {
    releaseAttachment()
    // Modes that were made after the end.
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
    if !mainIsAdopted.load(ordering: .acquiring), mainThreadNumber == linux_gettid() { return current }
    if SimulatedClock.anyInstalled.load(ordering: .relaxed),
      let loop = simulatedMainLock.withLock({ simulatedMain })
    {
      return loop
    }
    return theMain
  }

  /// The kernel's number of the thread that was declared the main one, unless it is the process's first; or 0.
  private static let otherMainThread = Atomic<Int32>(0)

  /// The kernel's number of the main thread.
  static var mainThreadNumber: Int32 {
    let other = otherMainThread.load(ordering: .relaxed)
    return other != 0 ? other : getpid()
  }

  /// Makes a thread the main one, whose loop is `main`. To be called before `main` is first used; otherwise the process's first
  /// thread is the main one.
  package static func takeForMainThread(_ number: Int32) {
    otherMainThread.store(number == getpid() ? 0 : number, ordering: .relaxed)
  }

  private static func makeCurrent() -> RunLoop {
    ForkGuard.install()
    let simulation = ThreadClock.simulation
    let thread = linux_thread_pointer()
    let loop: RunLoop
    let number = linux_gettid()
    if mainThreadNumber != number {
      loop = RunLoop(owner: thread, number: number, isMain: false, simulation: simulation)
    } else {
      if simulation == nil {
        loop = theMain
        loop.lock.adopt(by: thread)
      } else {
        loop = RunLoop(owner: thread, isMain: true, simulation: simulation)
        var old: RunLoop? = loop
        // The previous loop is released outside the lock.
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
    // Callouts at the end see their loop; the key releases it.
    key.restore(loop)
    loop.takeUnretainedValue().end()
    key.value = nil
  }

  /// The calling thread's loop, if it was made.
  static var currentIfMade: RunLoop? { key.value }

  static var currentExists: Bool { key.address != 0 }

  /// The address of the calling thread's loop, or 0 when it has none; none is made.
  package static var currentAddress: UInt { key.address }

  /// Whether the calling thread is the loop's.
  @inline(__always)
  public var isOwnThread: Bool { lock.isOwner }

  /// A name for snapshots and reports.
  public var label: String {
    get { name.text }
    set { name.text = newValue }
  }

  // MARK: Time

  /// Now, on the loop's clock.
  public var now: Instant { clockNow.instant }

  @inline(__always)
  var clockNow: Nanoseconds { clock.now }

  @inline(__always)
  var simulation: SimulatedClock? { clock.simulation }

  /// Whether timer ports are armed only where CFRunLoop does that; see `SimulatedClock`.
  package var armsPortsAsCFRunLoop: Bool {
    get { timerArming.isCFRunLoops }
    set { timerArming.isCFRunLoops = newValue }
  }

  /// A recent time, never later than now; in a run, the turn's. Every date in the future is later than it, and using it
  /// saves reading the clock.
  @inline(__always)
  var recentTime: Nanoseconds {
    turnTime != 0 ? turnTime : readRecentTime()
  }

  @inline(never)
  private func readRecentTime() -> Nanoseconds {
    if let simulation { return simulation.nowInside }
    if runs.depth == 0 { return MonotonicClock.recentNow }
    turnTime = MonotonicClock.now
    return turnTime
  }

  /// The next number for a timer whose date is set; called with the lock held.
  @inline(__always)
  func nextTimerSequence() -> UInt64 { dates.next() }

  // MARK: Descriptors

  /// The mode's descriptors, made if necessary. On the loop's thread.
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
    let doorbell = try waker.openDoorbell()
    // One at a time under simulated time: there the order of ports is exactly the kernel's.
    let ports = try PortSet(doorbell: doorbell, batch: clock.isSimulated ? 1 : 64)
    if scarcity == .noTimerPorts { ports.refuseTimerPort() }
    mode.open(ports)
    return ports
  }

  /// Makes the loop refuse new items. Called once, with the lock held.
  func refuseItems() {
    hasEnded = true
  }
}
