import RunLoopCore

/// Our loop, through its public interface.
enum Mainspring: SwiftLoop {
  static let name = "mainspring"
  static let firstCallout = "FirstCalloutMainspring"

  static func way(_ workload: String) -> Way {
    switch workload {
    case "pingpong", "wake": .by("a source, signalled, and wakeUp()")
    case "post", "self-post": .by("post")
    case "timer-churn": .by("remove, fireDate, add of one object")
    case "timer-reschedule": .by("fireDate")
    case "timer-new": .by("invalidate, a new timer, add")
    case "timer-once": .by("a new timer, add")
    case "timer-fire": .by("reusable timers: fireDate, add")
    case "turn": .by("run(mode:for: .zero)")
    default: .plain
    }
  }

  // MARK: Loops

  static let hasObservers = true
  static let hasThread = true

  static func open(_ parameters: WorkloadParameters, keepsProcessor: Bool) -> RunLoop { .current }

  @inline(__always)
  static func run(_ loop: RunLoop) { loop.run() }

  @inline(__always)
  static func stop(_ loop: RunLoop) { loop.stop() }

  @inline(__always)
  static func turn(_ loop: RunLoop) {
    loop.run(mode: .default, for: .zero)
    #if SLOWER_TURN
      SlowerTurn.spend()
    #endif
  }

  // MARK: Primitives

  @inline(__always)
  static func post<Posted: PostedBlock>(_ loop: RunLoop, _ block: Posted) { loop.post { block.run() } }

  static func makeBell(_ loop: RunLoop, _ served: @escaping @Sendable () -> Void) -> RunLoop.Source {
    makeSource(loop, served)
  }

  @inline(__always)
  static func ring(_ loop: RunLoop, _ bell: RunLoop.Source) {
    bell.signal()
    loop.wakeUp()
  }

  static func makeSource(_ loop: RunLoop, _ perform: @escaping @Sendable () -> Void) -> RunLoop.Source {
    let source = RunLoop.Source(perform: perform)
    loop.add(source)
    return source
  }

  @inline(__always)
  static func signal(_ source: RunLoop.Source) { source.signal() }

  static func end(_ source: RunLoop.Source) { source.invalidate() }

  static func observe(_ loop: RunLoop, _ count: Int, areCalled: Bool) {
    for _ in 0..<count {
      loop.add(RunLoop.Observer(activities: areCalled ? .beforeSources : .afterWaiting) { _ in })
    }
  }

  static func watch(
    _ loop: RunLoop, _ descriptor: Int32, _ readable: @escaping @Sendable () -> Void
  ) throws(Unprepared) -> RunLoop.PortSource {
    do {
      let source = RunLoop.PortSource(try RunLoop.Port(borrowing: descriptor), perform: readable)
      try loop.add(source)
      return source
    } catch {
      throw Unprepared(description: "\(error)")
    }
  }

  static func end(_ loop: RunLoop, _ watches: [RunLoop.PortSource]) {
    for watch in watches { watch.invalidate() }
  }

  // MARK: Timers

  static let firedTimerIsSpent = false

  @inline(__always)
  static func now(_ loop: RunLoop) -> Int64 { loop.now.nanoseconds }

  @inline(__always)
  static func startTimer<Callee: TimerCallee>(
    _ loop: RunLoop, _ now: Int64, _ delay: Int64, _ called: Callee
  ) -> RunLoop.Timer {
    let timer = RunLoop.Timer(at: .init(nanoseconds: now + delay), isReusable: true) { _ in
      called.timerFired()
    }
    loop.add(timer)
    return timer
  }

  @inline(__always)
  static func startOneShot<Callee: TimerCallee>(
    _ loop: RunLoop, _ now: Int64, _ delay: Int64, _ called: Callee
  ) -> RunLoop.Timer {
    let timer = RunLoop.Timer(at: .init(nanoseconds: now + delay)) { _ in called.timerFired() }
    loop.add(timer)
    return timer
  }

  @inline(__always)
  static func cancel(_ loop: RunLoop, _ timer: RunLoop.Timer) { loop.remove(timer) }

  @inline(__always)
  static func renew(_ loop: RunLoop, _ timer: RunLoop.Timer, _ now: Int64, _ delay: Int64) {
    loop.remove(timer)
    timer.fireDate = .init(nanoseconds: now + delay)
    loop.add(timer)
  }

  @inline(__always)
  static func move(_ timer: RunLoop.Timer, _ now: Int64, _ delay: Int64) {
    timer.fireDate = .init(nanoseconds: now + delay)
  }

  @inline(__always)
  static func restart(_ loop: RunLoop, _ timer: RunLoop.Timer, _ now: Int64, _ delay: Int64) {
    timer.fireDate = .init(nanoseconds: now + delay)
    loop.add(timer)
  }

  @inline(__always)
  static func end(_ timer: RunLoop.Timer) { timer.invalidate() }
}
