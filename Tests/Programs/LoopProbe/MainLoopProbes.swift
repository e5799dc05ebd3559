import LinuxSystem
import RunLoopCore
import Synchronization

/// The main thread's loop and the main queue.
enum MainLoopProbes {
  static let all: [String: @Sendable () -> Void] = [
    "identity": identity, "queue": queue, "queue-modes": queueModes, "queue-shortage": queueShortage,
    "early-post": earlyPost, "simulated": simulated,
  ].merging(MainQueueProbes.all) { $1 }

  /// The main loop is the main thread's, whichever thread asks first, and is never finished.
  private static func identity() {
    let others = LoopProbe.onAnotherThread {
      say("other thread's is another: \(RunLoop.current !== RunLoop.main)")
    }
    pthread_join(others, nil)
    say("main is current: \(RunLoop.current === RunLoop.main)")
    say("own thread: \(RunLoop.main.isOwnThread)")
    say("empty: \(RunLoop.main.run(for: .zero)) \(RunLoop.main.run(mode: "other", for: .zero))")
  }

  /// Blocks of the queue: one batch a turn, from any thread, counted as a source.
  private static func queue() {
    let loop = RunLoop.main
    RunLoop.mainQueue.async {
      say("a")
      RunLoop.mainQueue.async { say("c") }
      say("inner \(loop.run(for: .zero))")
    }
    RunLoop.mainQueue.async { say("b") }
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    let other = LoopProbe.onAnotherThread {
      for number in 0..<3 {
        LoopProbe.waitUntilAsleep(.main)
        RunLoop.mainQueue.async { say("from another thread \(number)\(RunLoop.main.isOwnThread ? "" : "!")") }
      }
      LoopProbe.waitUntilAsleep(.main)
      RunLoop.mainQueue.async { RunLoop.main.stop() }
    }
    say("\(loop.run(mode: .default))")
    pthread_join(other, nil)
  }

  /// The queue is served in common modes only.
  private static func queueModes() {
    let loop = RunLoop.main
    loop.add(RunLoop.Source {}, to: "other")
    RunLoop.mainQueue.async { say("block in \(loop.currentMode!)") }
    say("other: \(loop.run(mode: "other", for: .milliseconds(5)))")
    try? loop.addCommonMode("other")
    say("other: \(loop.run(mode: "other", for: .seconds(30), returnAfterSourceHandled: true))")
  }

  /// A sleeping main loop is woken for its queue though the queue could get no descriptor.
  private static func queueShortage() {
    let loop = RunLoop.main
    // The mode's descriptors are there, the queue's is not.
    if let port = try? RunLoop.WakePort() { _ = try? loop.add(RunLoop.PortSource(port) {}) }
    var filling: [Int32] = []
    while case let descriptor = dup(0), descriptor >= 0, filling.count < 100_000 {
      filling.append(descriptor)
    }
    let freed = filling
    let other = LoopProbe.onAnotherThread {
      LoopProbe.waitUntilAsleep(.main)
      let served = Flag()
      RunLoop.mainQueue.async {
        say("without descriptors")
        served.raise()
      }
      served.wait()
      LoopProbe.waitUntilAsleep(.main)
      for descriptor in freed { close(descriptor) }
      RunLoop.mainQueue.async {
        say("with descriptors again")
        RunLoop.main.stop()
      }
    }
    say("\(loop.run(for: .seconds(30)))")
    pthread_join(other, nil)
  }

  /// Posts to the main loop before the main thread ever asked for it.
  private static func earlyPost() {
    let other = LoopProbe.onAnotherThread {
      let timer = RunLoop.Timer(after: .zero) { _ in say("timer") }
      say("added \(RunLoop.main.add(timer)), posted \(RunLoop.main.post { say("block") })")
    }
    pthread_join(other, nil)
    RunLoop.current.add(RunLoop.Timer(after: .milliseconds(2)) { _ in RunLoop.current.stop() })
    say("\(RunLoop.current.run(for: .seconds(30)))")
  }

  /// A main loop in simulated time is the main loop for other threads too.
  private static func simulated() {
    let clock = SimulatedClock()
    clock.install()
    let loop = RunLoop.current
    let other = LoopProbe.onAnotherThread {
      say("same: \(RunLoop.main === loop)")
      RunLoop.mainQueue.async { say("queue") }
    }
    pthread_join(other, nil)
    loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in say("an hour later") })
    say("\(loop.run(for: .seconds(7200)))")
  }
}

/// Something that one thread waits for, giving way.
private final class Flag: Sendable {
  private let isUp = Atomic<Bool>(false)

  func raise() { isUp.store(true, ordering: .releasing) }

  func wait() {
    while !isUp.load(ordering: .acquiring) { sched_yield() }
  }
}
