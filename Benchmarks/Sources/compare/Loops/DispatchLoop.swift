import Dispatch
import Peers

/// GCD: a serial queue in the place of a loop. Its threads are its own, so that pinning is of the whole process.
enum DispatchLoop: SwiftLoop {
  static let name = "GCD"
  static let firstCallout = ""

  static func way(_ workload: String) -> Way {
    switch workload {
    case "pingpong": .by("two serial queues, which GCD runs on one thread: nobody is woken")
    case "post": .by("a serial queue; its thread is where GCD puts it")
    case "self-post": .by("a serial queue: one thread drains it")
    case "source0": .by("a user-data source")
    case "timer-churn", "timer-reschedule": .by("schedule of a timer source, until it took effect")
    case "timer-new": .by("cancel, a new timer source, until it took effect")
    case "timer-once": .none("keeps no timer source that its program does not keep")
    case "timer-fire": .by("timer sources that were made before")
    case "pipes", "echo": .by("read sources")
    case "wake": .by("a serial queue")
    case "turn": .none("has no turns")
    case "startup", "memory of a process": .none("is not asked; Foundation's RunLoop is")
    default: .plain
    }
  }

  // MARK: Loops

  static let hasObservers = false
  static let hasThread = false

  final class Loop {
    fileprivate let queue = DispatchQueue(label: "loop")
    fileprivate let done = DispatchSemaphore(value: 0)
  }

  static func open(_ parameters: WorkloadParameters, keepsProcessor: Bool) -> Loop {
    let loop = Loop()
    let done = loop.done
    // GCD's threads are there after this, and new ones are where the one that makes them is.
    loop.queue.sync {}
    loop.queue.async { done.signal() }
    done.wait()
    peer_pin_all(keepsProcessor ? Int32(parameters.cpu) : -1)
    peer_pin(Int32(parameters.cpu))
    return loop
  }

  @inline(__always)
  static func run(_ loop: Loop) { loop.done.wait() }

  @inline(__always)
  static func stop(_ loop: Loop) { loop.done.signal() }

  static func turn(_ loop: Loop) {}

  /// On the queue: what its callbacks change is its own, and what they changed has taken effect.
  @inline(__always)
  static func perform(_ loop: Loop, _ body: @escaping @Sendable () -> Void) {
    loop.queue.async(execute: body)
  }

  // MARK: What a loop serves

  @inline(__always)
  static func post<Block: PostedBlock>(_ loop: Loop, _ block: Block) { loop.queue.async { block.run() } }

  /// A block that is made once.
  final class Bell {
    fileprivate let block: @Sendable @convention(block) () -> Void

    fileprivate init(_ block: @escaping @Sendable @convention(block) () -> Void) { self.block = block }
  }

  static func makeBell(_ loop: Loop, _ served: @escaping @Sendable () -> Void) -> Bell { Bell(served) }

  @inline(__always)
  static func ring(_ loop: Loop, _ bell: Bell) { loop.queue.async(execute: bell.block) }

  static func end(_ bell: Bell) {}

  static func makeSource(_ loop: Loop, _ perform: @escaping @Sendable () -> Void) -> DispatchSource {
    let source = concrete(DispatchSource.makeUserDataAddSource(queue: loop.queue))
    source.setEventHandler(handler: perform)
    source.activate()
    return source
  }

  /// GCD gives its sources as existentials of one class.
  private static func concrete(_ source: any DispatchSourceProtocol) -> DispatchSource {
    guard let source = source as? DispatchSource else { fatalError("GCD has sources of another class") }
    return source
  }

  @inline(__always)
  static func signal(_ source: DispatchSource) { source.add(data: 1) }

  @inline(__always)
  static func end(_ source: DispatchSource) { source.cancel() }

  static func watch(
    _ loop: Loop, _ descriptor: Int32, _ readable: @escaping @Sendable () -> Void
  ) throws(Unprepared) -> DispatchSource {
    let source = concrete(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: loop.queue))
    source.setEventHandler(handler: readable)
    source.activate()
    return source
  }

  /// A descriptor must stay open until its source has said that it is cancelled.
  static func end(_ loop: Loop, _ watches: [DispatchSource]) {
    let group = DispatchGroup()
    for source in watches {
      group.enter()
      source.setCancelHandler { group.leave() }
      source.cancel()
    }
    group.wait()
  }

  // MARK: Timers

  static let firedTimerIsSpent = false

  @inline(__always)
  static func now(_ loop: Loop) -> DispatchTime { .now() }

  @inline(__always)
  static func startTimer<Called: TimerCallee>(
    _ loop: Loop, _ now: DispatchTime, _ delay: Int64, _ called: Called
  ) -> DispatchSource {
    let timer = concrete(DispatchSource.makeTimerSource(flags: .strict, queue: loop.queue))
    timer.setEventHandler { called.timerFired() }
    timer.schedule(deadline: now + .nanoseconds(Int(delay)))
    timer.activate()
    return timer
  }

  @inline(__always)
  static func cancel(_ loop: Loop, _ timer: DispatchSource) { timer.schedule(deadline: .distantFuture) }

  /// There is no other way to cancel a timer that shall be used again.
  @inline(__always)
  static func renew(_ loop: Loop, _ timer: DispatchSource, _ now: DispatchTime, _ delay: Int64) {
    move(timer, now, delay)
  }

  @inline(__always)
  static func move(_ timer: DispatchSource, _ now: DispatchTime, _ delay: Int64) {
    timer.schedule(deadline: now + .nanoseconds(Int(delay)))
  }
}
