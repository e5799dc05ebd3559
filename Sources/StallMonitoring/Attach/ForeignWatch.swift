/// A watcher's view of another process. The rules are tested with a simulated one.
protocol ForeignSource: AnyObject {
  /// CLOCK_MONOTONIC, nanoseconds.
  var now: UInt64 { get }
  /// The process's threads; nil when it has ended.
  func threads() -> [Int32]?
  /// Nil when the thread has ended.
  func look(_ thread: Int32) -> ThreadLook?
  func name(of thread: Int32) -> String
  /// Starts to count whether the thread begins one of the calls. Returns the start of counting; nil where it is refused.
  func countPasses(_ thread: Int32, of calls: [Int]) -> UInt64?
  func passes(_ thread: Int32) -> ForeignThread.Passes
  func stopCounting(_ thread: Int32)
  /// Starts to record when the thread's waits by the calls begin and end. Returns the start of recording; nil where it is not
  /// wanted, or refused.
  func recordWaits(_ thread: Int32, of calls: [Int]) -> UInt64?
  /// The waits recorded since the last request, up to a moment; nil where nothing is recorded.
  func recordedWaits(_ thread: Int32, until end: UInt64) -> RecordedWaits?
  /// Identifies a descriptor's object, by a text that differs between objects. Empty where that is not known.
  func mark(of descriptor: Int32) -> String
  func forget(_ thread: Int32)
}

/// Looks at the threads of another process, and presents each that serves events to the monitor's core as a loop.
final class ForeignWatch {
  private let source: any ForeignSource
  private let core: MonitorCore
  private let process: Int32
  /// The only thread to look at; nil for all.
  private let named: Int32?
  private var threads: [Int32: Watched] = [:]
  /// Threads that report their work themselves, so that it need not be inferred.
  private let told: ToldLoops?
  private var nextList: UInt64 = 0
  /// Whether threads that are not named are watched.
  private let watchesAll: Bool
  /// Number of looks at work after which all threads are looked at: another one may wait in its place.
  private let looksBeforeAll: Int
  private let idleInterval: UInt64
  private let workInterval: UInt64
  /// How often the list of threads is refreshed, and threads that are not known as loops are looked at.
  private static let listInterval: UInt64 = 500_000_000
  /// Time from the start of counting to the first look at the count: a busy loop has begun a wait by then, and counting ends.
  private static let countInterval: UInt64 = 1_000_000
  private static let mostThreads = 1_024

  private struct Watched {
    var rules: ForeignThread
    /// Nil before it is known to serve events.
    var line: ForeignLine?
    /// When counting of its waits began; nil while they are not counted.
    var countedSince: UInt64?
    /// End of the pause after a counted wait. Counting costs the whole machine time; during the pause its work is not known.
    var pauseEnd: UInt64 = 0
    /// The calls whose times are recorded.
    var recordedCalls: [Int] = []
    /// When the present work began.
    var workBegin: UInt64 = 0
    /// Begin of work to start at the next look, after the core has seen the end of the work before it.
    var nextBegin: UInt64?
  }

  init(
    _ source: any ForeignSource, core: MonitorCore, process: Int32, thread: Int32? = nil,
    told: ToldLoops? = nil, watchesAll: Bool = true
  ) {
    self.source = source
    self.told = told
    self.core = core
    self.process = process
    named = thread
    let threshold = core.settings.threshold.inNanoseconds
    idleInterval = Self.idleInterval(threshold)
    workInterval = Self.workInterval(threshold)
    looksBeforeAll = max(Int(threshold / 2 / workInterval), 1)
    self.watchesAll = watchesAll
  }

  /// The time between two looks while all loops wait, and while one works.
  static func idleInterval(_ threshold: UInt64) -> UInt64 { min(max(threshold / 4, 2_000_000), 50_000_000) }
  static func workInterval(_ threshold: UInt64) -> UInt64 { min(max(threshold / 16, 2_000_000), 10_000_000) }

  /// Threads that are known to serve events.
  var loops: [Int32] {
    Set(threads.filter { $0.value.line != nil }.keys).union(told?.threads ?? []).sorted()
  }

  /// The activity of a thread that is not known to serve events; nil before the first look.
  func doing(_ thread: Int32) -> ThreadLook.Doing? { threads[thread]?.rules.last?.doing }

  /// Looks once at each thread, and returns when to look again; nil when the process has ended.
  func look() -> UInt64? {
    let now = source.now
    var isComplete = true
    // First drops a thread that was already watched as a loop.
    told?.update(core) { drop($0) }
    if now >= nextList {
      guard list() else { return nil }
      nextList = now &+ Self.listInterval
      for thread in threads.keys.sorted() { isComplete = look(at: thread) && isComplete }
    } else {
      let isLong = threads.values.contains { $0.rules.set != nil && $0.rules.workLooks == looksBeforeAll }
      for (thread, entry) in threads
      where isLong || entry.line != nil || thread == process || thread == named {
        isComplete = look(at: thread) && isComplete
      }
    }
    if !isComplete {
      // A thread has ended, or all have.
      guard list() else { return nil }
    }
    let toldLoops = now &+ (told?.isWorking ?? false ? workInterval : idleInterval)
    return threads.values.reduce(toldLoops) { min($0, nextLook(at: $1, after: now)) }
  }

  private func nextLook(at entry: Watched, after now: UInt64) -> UInt64 {
    if entry.nextBegin != nil { return now }
    guard entry.line != nil, entry.rules.isWorking else { return now &+ idleInterval }
    if let since = entry.countedSince, since >= now { return now &+ min(Self.countInterval, workInterval) }
    // Until the pause ends, its work can not be proven to be one piece.
    if entry.pauseEnd > now { return min(max(entry.pauseEnd, now &+ workInterval), now &+ idleInterval) }
    // A busy loop: its next long piece of work is known from its begin, like that of an idle one.
    return now &+ (entry.countedSince == nil && entry.rules.isSwitching ? idleInterval : workInterval)
  }

  /// Looks at one thread out of turn, since a reading of it may show the time after its work.
  func lookAgain(at thread: Int32) {
    if threads[thread]?.line != nil { _ = look(at: thread) }
  }

  /// Brings the threads up to date; false when there are none.
  private func list() -> Bool {
    guard let found = source.threads(), !found.isEmpty else { return false }
    let present = Set(found)
    for thread in threads.keys where !present.contains(thread) { drop(thread) }
    let told = told?.threads ?? []
    for thread in found where threads[thread] == nil && threads.count < Self.mostThreads {
      if told.contains(thread) { continue }
      guard named == nil && watchesAll || thread == named else { continue }
      threads[thread] = Watched(rules: ForeignThread(isNamed: thread == named, isMain: thread == process))
    }
    return true
  }

  private func drop(_ thread: Int32) {
    threads[thread] = nil
    core.remove { $0.thread == thread }
    source.forget(thread)
  }

  /// False when the thread has ended.
  private func look(at thread: Int32) -> Bool {
    guard var entry = threads[thread] else { return true }
    var passes = entry.countedSince != nil && entry.rules.isWorking ? source.passes(thread) : .unknown
    if passes == .unknown, source.now < entry.pauseEnd { passes = .paused }
    if let begin = entry.nextBegin { apply(.began(begin), to: &entry) }
    guard let look = source.look(thread) else { return false }
    // For a waiting thread, the begin of the present wait is wanted, too.
    let waits = source.recordedWaits(thread, until: look.doing.isWait ? .max : look.time)
    if let waits { passes = waits.firstBegin == nil ? .no : .yes }
    let change = entry.rules.look(look, passes: passes, mark: source.mark)
    if entry.rules.isLoop, entry.line == nil { entry.line = watch(thread) }
    apply(change, to: &entry, of: thread, waits)
    if let set = look.set { relieve(waitingAt: set, by: thread, at: look.time) }
    if entry.countedSince != nil, !entry.rules.isWorking || passes == .yes {
      source.stopCounting(thread)
      entry.countedSince = nil
      if passes == .yes { entry.pauseEnd = look.time &+ core.settings.threshold.inNanoseconds }
    }
    if !entry.rules.isWorking { entry.pauseEnd = 0 }
    record(thread, &entry)
    if entry.rules.wantsPasses, entry.countedSince == nil, entry.recordedCalls.isEmpty,
      look.time >= entry.pauseEnd
    {
      entry.countedSince = source.countPasses(thread, of: entry.rules.passCalls)
      if let since = entry.countedSince { apply(entry.rules.countsPasses(since: since), to: &entry) }
    }
    threads[thread] = entry
    return true
  }

  private func apply(_ change: ForeignThread.Change, to entry: inout Watched) {
    entry.nextBegin = nil
    switch change {
    case .began(let time), .restarted(let time): entry.workBegin = time
    case .none, .ended: break
    }
    entry.line?.apply(change)
  }

  /// Applies a change of a thread's activity, at the recorded times of its waits where there are any.
  private func apply(
    _ change: ForeignThread.Change, to entry: inout Watched, of thread: Int32, _ waits: RecordedWaits?
  ) {
    guard var waits, change != .none else { return apply(change, to: &entry) }
    // The core ignores times before its last look.
    waits.clamp(to: core.watches.first { $0.loop.thread == thread }?.lastLook ?? 0)
    if case .restarted = change, let end = waits.firstBegin, let begin = waits.workBegin,
      end &- min(entry.workBegin, end) >= core.settings.threshold.inNanoseconds
    {
      apply(.ended(end), to: &entry)
      entry.nextBegin = begin
    } else {
      apply(waits.exact(change), to: &entry)
    }
  }

  /// Starts to record the times of a loop's waits, by all system calls that it waits in.
  private func record(_ thread: Int32, _ entry: inout Watched) {
    let calls = entry.rules.passCalls
    guard entry.rules.isLoop, !Set(calls).isSubset(of: entry.recordedCalls),
      let since = source.recordWaits(thread, of: calls)
    else { return }
    entry.recordedCalls = calls
    apply(entry.rules.countsPasses(since: since), to: &entry)
  }

  /// Notes that a thread waits for events: threads that waited at the same descriptor and work now delay no events.
  private func relieve(waitingAt set: Int32, by thread: Int32, at time: UInt64) {
    for (other, entry) in threads where entry.rules.isWorking && entry.rules.set == set && other != thread {
      guard let change = threads[other]?.rules.relieve(at: time) else { continue }
      entry.line?.apply(change)
    }
  }

  private func watch(_ thread: Int32) -> ForeignLine {
    let line = ForeignLine()
    let isMain = thread == process
    let name = source.name(of: thread)
    let label = isMain ? "main" : name.isEmpty ? "thread \(thread)" : "\(name) \(thread)"
    core.add(WatchedLoop(.line(line.line), label: label, thread: thread, isMain: isMain))
    return line
  }
}
