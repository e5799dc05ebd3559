import BenchmarkKit
import LinuxSystem
import TestHarness

@testable import LoopWorkloads

/// An event loop that counts what a workload calls. One test at a time uses it.
///
/// A callout is a turn: blocks, then rung bells, signalled sources, timers whose date is near, descriptors.
enum RecordingLoop: SwiftLoop {
  /// What was called since the last `reset()`.
  struct Record {
    var counts: [String: Int] = [:]
    /// Sources, timers and watches that are in a loop.
    var sources = 0
    var pending = 0
    var watches: [Int32] = []
    var observersAreCalled: Bool?
    /// Blocks by the name of their type, without its parameters.
    var blocks: [String: Int] = [:]
    /// For each timer that started again, how many were cancelled since it was.
    var ages: [Int] = []
    /// The places of the watches whose descriptors were readable before the first event.
    var readableAtFirst: [Int]?
    /// The processors that threads were kept on when they opened a loop, and when they posted.
    var homes: [[Int]] = []
    var posters: Set<[Int]> = []

    subscript(name: String) -> Int { counts[name] ?? 0 }
  }

  private static let state = Locked(Record())
  /// In place of new timers, for a loop that takes no memory of its own.
  private static let shared = Locked<Timer?>(nil)

  static var record: Record { state.value }
  static func reset(timersAreOne: Bool = false) {
    state.value = Record()
    shared.value = timersAreOne ? Timer(delay: 0, called: {}) : nil
  }

  private static func note(_ name: String, _ change: (inout Record) -> Void = { _ in }) {
    state.withLock {
      $0.counts[name, default: 0] += 1
      change(&$0)
    }
  }

  // MARK: Objects

  final class Loop: @unchecked Sendable {
    struct Inside {
      var isStopped = false
      var blocks: [@Sendable () -> Void] = []
      var rung: [Bell] = []
      var signalled: [Source] = []
      var timers: [Timer] = []
      var watches: [Watch] = []
    }
    let inside = Locked(Inside())
  }

  final class Bell: Sendable {
    let served: @Sendable () -> Void
    init(_ served: @escaping @Sendable () -> Void) { self.served = served }
  }

  final class Source: Sendable {
    let loop: Loop
    let perform: @Sendable () -> Void
    init(_ loop: Loop, _ perform: @escaping @Sendable () -> Void) {
      (self.loop, self.perform) = (loop, perform)
    }
  }

  final class Timer: @unchecked Sendable {
    var delay: Int64
    var isPending = true
    var cancelledAt = 0
    let called: @Sendable () -> Void
    init(delay: Int64, called: @escaping @Sendable () -> Void) { (self.delay, self.called) = (delay, called) }
  }

  final class Watch: Sendable {
    let descriptor: Int32
    let readable: @Sendable () -> Void
    init(_ descriptor: Int32, _ readable: @escaping @Sendable () -> Void) {
      (self.descriptor, self.readable) = (descriptor, readable)
    }
  }

  // MARK: Loops

  static let name = "recording"
  static let firstCallout = ""
  static let hasThread = true
  static let hasObservers = true
  static let firedTimerIsSpent = false
  static func way(_ workload: String) -> Way { .plain }
  static func now(_ loop: Loop) -> Int64 { 0 }

  static func open(_ parameters: WorkloadParameters, keepsProcessor: Bool) -> Loop {
    note("open") { $0.homes.append(Processors.allowed) }
    return Loop()
  }

  static func run(_ loop: Loop) {
    while !loop.inside.withLock({ $0.isStopped }) {
      if let work = next(loop) { work() } else { sched_yield() }
    }
    loop.inside.withLock { $0.isStopped = false }
  }

  static func stop(_ loop: Loop) { loop.inside.withLock { $0.isStopped = true } }

  static func turn(_ loop: Loop) { note("turn") }

  private static func next(_ loop: Loop) -> (@Sendable () -> Void)? {
    loop.inside.withLock { inside in
      if !inside.blocks.isEmpty { return inside.blocks.removeFirst() }
      if !inside.rung.isEmpty { return inside.rung.removeFirst().served }
      if !inside.signalled.isEmpty { return inside.signalled.removeFirst().perform }
      if let timer = inside.timers.first(where: { $0.isPending && $0.delay < 1_000_000_000 }) {
        timer.isPending = false
        note("fired") { $0.pending -= 1 }
        return timer.called
      }
      let ready = inside.watches.indices.filter { isReadable(inside.watches[$0].descriptor) }
      guard let place = ready.first else { return nil }
      note("event") { if $0.readableAtFirst == nil { $0.readableAtFirst = ready } }
      return inside.watches[place].readable
    }
  }

  static func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  // MARK: Primitives

  static func post<Posted: PostedBlock>(_ loop: Loop, _ block: Posted) {
    let name = String(describing: Posted.self).prefix { $0 != "<" }
    note("post") {
      $0.blocks[String(name), default: 0] += 1
      $0.posters.insert(Processors.allowed)
    }
    loop.inside.withLock { $0.blocks.append { block.run() } }
  }

  static func makeBell(_ loop: Loop, _ served: @escaping @Sendable () -> Void) -> Bell { Bell(served) }
  static func ring(_ loop: Loop, _ bell: Bell) {
    note("ring")
    loop.inside.withLock { $0.rung.append(bell) }
  }
  static func end(_ bell: Bell) { note("end bell") }

  static func makeSource(_ loop: Loop, _ perform: @escaping @Sendable () -> Void) -> Source {
    note("source") { $0.sources += 1 }
    return Source(loop, perform)
  }
  static func signal(_ source: Source) {
    note("signal")
    source.loop.inside.withLock { $0.signalled.append(source) }
  }
  static func end(_ source: Source) { note("end source") { $0.sources -= 1 } }

  static func observe(_ loop: Loop, _ count: Int, areCalled: Bool) {
    for _ in 0..<count { note("observer") { $0.observersAreCalled = areCalled } }
  }

  static func watch(_ loop: Loop, _ descriptor: Int32, _ readable: @escaping @Sendable () -> Void) -> Watch {
    note("watch") { $0.watches.append(descriptor) }
    let watch = Watch(descriptor, readable)
    loop.inside.withLock { $0.watches.append(watch) }
    return watch
  }
  static func end(_ loop: Loop, _ watches: [Watch]) {
    loop.inside.withLock { $0.watches = [] }
    state.withLock { record in for watch in watches { record.watches.removeAll { $0 == watch.descriptor } } }
  }

  // MARK: Timers

  @discardableResult
  static func startTimer<Callee: TimerCallee>(_ loop: Loop, _ now: Int64, _ delay: Int64, _ called: Callee)
    -> Timer
  {
    if let timer = shared.value { return timer }
    note("start") { $0.pending += 1 }
    return add(loop, Timer(delay: delay) { called.timerFired() })
  }

  static func startOneShot<Callee: TimerCallee>(_ loop: Loop, _ now: Int64, _ delay: Int64, _ called: Callee)
    -> Timer
  {
    note("one-shot") { $0.pending += 1 }
    return add(loop, Timer(delay: delay) { called.timerFired() })
  }

  private static func add(_ loop: Loop, _ timer: Timer) -> Timer {
    loop.inside.withLock { $0.timers.append(timer) }
    return timer
  }

  static func cancel(_ loop: Loop, _ timer: Timer) {
    note("cancel") {
      if timer.isPending { $0.pending -= 1 }
      timer.isPending = false
      timer.cancelledAt = $0["cancel"]
    }
  }

  static func renew(_ loop: Loop, _ timer: Timer, _ now: Int64, _ delay: Int64) { note("renew") }
  static func move(_ timer: Timer, _ now: Int64, _ delay: Int64) { note("move") }

  static func restart(_ loop: Loop, _ timer: Timer, _ now: Int64, _ delay: Int64) {
    note("restart") {
      if !timer.isPending { $0.pending += 1 }
      (timer.isPending, timer.delay) = (true, delay)
      $0.ages.append($0["cancel"] - timer.cancelledAt)
    }
  }

  static func end(_ timer: Timer) {
    note("end timer") {
      if timer.isPending { $0.pending -= 1 }
      timer.isPending = false
    }
  }
}
