import RunLoopCore

/// The rules of the monitor, without its thread: one pass looks at all loops. Used by one thread at a time.
///
/// It reads the system through its world, and reports findings to its sinks; so its rules are tested
/// under a simulated clock.
final class MonitorCore {
  let world: any MonitorWorld
  let settings: StallMonitor.Settings
  /// Receive every finding, suppressed or not: counters.
  var countingSinks: [any StallSink] = []
  /// Receive reported findings.
  var reportSinks: [any StallSink] = []
  var delegate: (any StallMonitorDelegate)?
  var page: HeartbeatPage?

  var watches: [LoopWatch] = []
  var filter: ReportFilter
  var processorWatch: ProcessorWatch
  var memoryWatch: MemoryWatch
  /// The kind of this pass's finding, for the delegate.
  var foundKind: RecordKind?
  var power = PowerStacks()
  /// The observers of loops whose bursts are reported.
  var observers: [ObjectIdentifier: ActivityObservers] = [:]
  /// Number of passes.
  private(set) var passes = 0
  var lastRecordID: UInt64 = 0
  /// The limitations, for every record.
  var degradations: [String: String] = [:]
  /// Names by the modules of the last record.
  var fingerprintNames: SymbolNames?

  private(set) var threshold: UInt64
  private(set) var poll: UInt64
  private var wantedThreshold: UInt64?
  var standing: StandingWatch
  /// The time since which no loop was active.
  private var idleSince: UInt64?

  /// Threads of this process that report their work themselves, from C.
  var told: ToldLoops?
  /// Nil when Swift's task pool is not watched.
  private let pool: PoolWatch?
  /// The actions on long stalls.
  let acting: StallActing
  /// Deadlocks that were reported, by their threads and locks.
  var toldDeadlocks: Set<[String]> = []

  /// The time since which a crash is being handled.
  var crash: UInt64?

  static let idleTime: UInt64 = 1_000_000_000

  init(world: any MonitorWorld, settings: StallMonitor.Settings) {
    self.world = world
    self.settings = settings
    threshold = settings.threshold.inNanoseconds
    poll = settings.poll
    filter = ReportFilter(settings)
    processorWatch = ProcessorWatch(settings)
    memoryWatch = MemoryWatch(settings)
    standing = StandingWatch(world)
    pool = settings.poolInterval.map { PoolWatch(interval: $0.inNanoseconds) }
    acting = StallActing(settings) { [world] in world.now }
  }

  // MARK: Watched loops

  func add(_ loop: WatchedLoop) {
    watches.append(LoopWatch(loop, now: world.now))
    watches[watches.count - 1].mark()
    idleSince = nil
  }

  /// Stops watching loops. An open stall ends with its current data.
  func remove(_ isMeant: (WatchedLoop) -> Bool) {
    for index in watches.indices.reversed() where isMeant(watches[index].loop) {
      if watches[index].stall != nil { endStall(index, at: world.now) }
      world.forget(thread: watches[index].loop.thread)
      watches[index].loop.leave(page)
      watches.remove(at: index)
    }
  }

  /// R31: takes effect at the next pass that finds no stall, so that a stall in progress keeps its threshold.
  func setThreshold(_ nanoseconds: UInt64) {
    wantedThreshold = nanoseconds == threshold ? nil : nanoseconds
    idleSince = nil
  }

  private func takeThreshold() {
    guard let wanted = wantedThreshold, watches.allSatisfy({ $0.stall == nil }) else { return }
    threshold = wanted
    poll = settings.checkPeriod == nil ? StallMonitor.Settings.poll(for: wanted) : min(poll, wanted / 2)
    wantedThreshold = nil
  }

  // MARK: A pass

  /// Looks at everything once, and returns when to look again; nil: not before the world is woken.
  func pass() -> UInt64? {
    passes += 1
    let now = world.now
    if let next = waitForCrash(now) { return next }
    takeThreshold()
    told?.update(self)
    let nextPool = pool?.look(self, now) ?? .max
    leaveOut(standing.look(now, poll: poll))
    var next = now &+ poll
    foundKind = nil
    var isQuiet = true
    for index in watches.indices {
      isQuiet = look(at: index, now) && isQuiet
      next = min(next, nextLook(at: index, now))
    }
    // R9: loops first, then processors, then memory.
    checkProcess(now)
    delegate?.monitorLooked(found: foundKind)
    page?.tell(now: now, threshold: threshold)
    forgetEnded()
    let nextAct = min(act(now), nextPool)
    next = min(next, nextAct)
    idleSince = isQuiet ? idleSince ?? now : nil
    if let idleSince, now &- idleSince >= Self.idleTime, let until = park(now) {
      standing.park()
      acting.liveness.park()
      return until == .max && nextAct == .max ? nil : min(until, nextAct)
    }
    standing.plan(next, began: now, ended: world.now)
    return next
  }

  /// Removes the marks after a sleep that a ring may have ended.
  func unmark() {
    for watch in watches { watch.loop.line.remove(marks: HeartbeatLine.Mark.ring) }
  }

  private func leaveOut(_ verdict: StandingWatch.Verdict) {
    switch verdict {
    case .none: break
    case .starved:
      for index in watches.indices { watches[index].comeLate() }
    case .faltered(let duration): for index in watches.indices { watches[index].falter(duration) }
    case .stood(let duration, let leftOut, let began, let why):
      for index in watches.indices { watches[index].leaveOut(leftOut) }
      for sink in countingSinks + reportSinks { sink.processFroze(at: began, for: duration, why: why) }
      delegate?.processFroze(for: .nanoseconds(Int64(clamping: duration)), why: why)
    case .suspended(let duration, let began):
      for index in watches.indices { watches[index].stall?.record.suspendedTime &+= duration }
      for sink in countingSinks + reportSinks {
        sink.processFroze(at: began, for: duration, why: "suspended")
      }
      delegate?.processFroze(for: .nanoseconds(Int64(clamping: duration)), why: "suspended")
    }
  }

  /// Looks at a loop. True when it is idle.
  private func look(at index: Int, _ now: UInt64) -> Bool {
    let before = watches[index].last
    let lastLook = watches[index].lastLook
    let wasLaunching = watches[index].isLaunching
    let news = watches[index].look(now)
    count(news, of: watches[index])
    if news.mayHaveEndedLater { watches[index].stall?.record.isAtLeast = true }
    if let end = news.stallEnd, watches[index].stall != nil { endStall(index, at: end) }
    if mayHaveEnded(index), !world.isAlive(thread: watches[index].loop.thread) {
      watches[index].hasEnded = true
      // Between the two looks, as far as is known.
      if watches[index].stall != nil { endStall(index, at: lastLook &+ (now &- min(now, lastLook)) / 2) }
      return false
    }
    lookForStall(index, now, isLaunching: wasLaunching)
    watches[index].mark()
    return watches[index].isIdle && before == watches[index].last
  }

  /// Whether its thread may have ended inside work. A loop records its thread's end; work that a program reports itself does not.
  private func mayHaveEnded(_ index: Int) -> Bool {
    watches[index].last.isInside || watches[index].loop.isForeign && !watches[index].loop.isTold
  }

  private func count(_ news: LoopWatch.News, of watch: LoopWatch) {
    // A callout may have ended, and none begun since.
    guard
      news.endedCallout != nil || news.calloutCount > 0 || news.endedBurst != nil || news.lateness != nil
    else { return }
    for sink in countingSinks {
      sink.loopWasSeen(
        watch.loop.label, calloutTime: news.endedCallout?.duration,
        kind: news.endedCallout?.kind ?? watch.last.kind,
        burstTime: news.endedBurst, wakeLateness: news.lateness)
    }
  }

  /// The time of the next look that the loop needs.
  private func nextLook(at index: Int, _ now: UInt64) -> UInt64 {
    let watch = watches[index]
    let nextStack = watch.stall.map { max($0.pace.next, now &+ 1_000_000) } ?? .max
    guard watch.last.isInside, watch.stall?.isBurst ?? true else { return nextStack }
    // Exactly when it becomes suspicious, and when it becomes a stall, instead of a period later.
    let suspicious = watch.calloutClock &+ threshold / 2
    return min(
      nextStack, now < suspicious ? suspicious : max(watch.calloutClock &+ threshold, now &+ 100_000))
  }

  private func forgetEnded() {
    guard watches.contains(where: \.hasEnded) else { return }
    let ended = Set(watches.filter(\.hasEnded).map { ObjectIdentifier($0.loop) })
    remove { ended.contains(ObjectIdentifier($0)) }
  }

  // MARK: Long sleeps

  /// Marks all loops, so that an active one rings. Returns until when to sleep, `max` for no limit; nil when a loop was active
  /// meanwhile.
  private func park(_ now: UInt64) -> UInt64? {
    for watch in watches { watch.loop.line.add(marks: HeartbeatLine.Mark.ring) }
    let isSure = world.publishMarks()
    for watch in watches where LineReading(watch.loop.line) != watch.last {
      unmark()
      return nil
    }
    // Lines in a page do not ring, and a page may still come.
    if let told { return now &+ (told.isEmpty ? ToldLoops.searchInterval : poll) }
    // A kernel without barriers for all threads: a ring might be missed.
    return isSure ? .max : now &+ Self.idleTime
  }
}
