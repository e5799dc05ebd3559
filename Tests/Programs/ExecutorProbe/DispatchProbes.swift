import Dispatch
import LinuxSystem
import RunLoopCore
import RunLoopDispatch
import Synchronization
import TestSupport

/// `DispatchQueue.main` on the main loop.
enum DispatchProbes {
  static let all: [String: @Sendable () -> Void] = [
    "install": install, "serve": serve, "modes": modes, "inner-ring": innerRing, "both": both,
    "shortage": shortage, "actor": actor, "hosted": hosted, "flood": flood,
  ]

  static func serveMainQueue() {
    if let error = refusal(of: .main) { say("\(error)") }
  }

  private static func refusal(of loop: RunLoop) -> DispatchMainQueueError? {
    do throws(DispatchMainQueueError) { try loop.serveDispatchMainQueue() } catch { return error }
    return nil
  }

  private static func install() {
    let loop = RunLoop.main
    FreshThread {
      let refusals = (refusal(of: .main), refusal(of: .current))
      say("\(refusals == (.notOnTheMainThread, .notTheMainLoop(label: "")))")
    }.join()
    say("serves: \(loop.servesDispatchMainQueue)")
    DispatchQueue.main.async { say("sent before") }
    say("\(loop.run(for: .milliseconds(2)))")
    serveMainQueue()
    serveMainQueue()
    say("serves: \(loop.servesDispatchMainQueue)")
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    say("\(loop.run(for: .zero)) \(loop.run(mode: "other", for: .zero))")
  }

  /// One batch a turn, from any thread, counted as a source.
  private static func serve() {
    let loop = RunLoop.main
    serveMainQueue()
    DispatchQueue.main.async {
      say("a")
      DispatchQueue.main.async { say("c") }
      say("inner \(loop.run(for: .zero))")
    }
    DispatchQueue.main.async { say("b") }
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    let other = FreshThread {
      for number in 0..<3 {
        ExecutorProbe.waitUntilAsleep(.main)
        DispatchQueue.main.async { say("from another thread \(number)") }
      }
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.sync { say("waited for") }
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.async { RunLoop.main.stop() }
    }
    say("\(loop.run(mode: .default))")
    other.join()
  }

  private static func modes() {
    let loop = RunLoop.main
    serveMainQueue()
    loop.add(RunLoop.Source {}, to: "other")
    DispatchQueue.main.async { say("block in \(loop.currentMode!)") }
    say("other: \(loop.run(mode: "other", for: .milliseconds(5)))")
    try? loop.addCommonMode("other")
    say("other: \(loop.run(mode: "other", for: .seconds(30), returnAfterSourceHandled: true))")
  }

  /// A ring that only an inner run hears, which does not serve the queue, is served by the outer one: it must not sleep.
  private static func innerRing() {
    let loop = RunLoop.main
    serveMainQueue()
    // Or the inner run would have nothing to wait for.
    loop.add(RunLoop.Timer(after: .seconds(60)) { _ in })
    final class Flag: Sendable { let isRaised = Atomic<Bool>(false) }
    let inside = Flag()
    let other = FreshThread {
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.async {
        inside.isRaised.store(true, ordering: .releasing)
        say("outer block")
        say("inner \(loop.run(for: .milliseconds(300)))")
      }
      while !inside.isRaised.load(ordering: .acquiring) { sched_yield() }
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.async {
        say("sent while the inner run slept")
        loop.stop()
      }
    }
    say("\(loop.run(for: .seconds(30)))")
    other.join()
  }

  /// Both queues at the same step: our own first, each with all that it had, and neither inside the other.
  private static func both() {
    let loop = RunLoop.main
    serveMainQueue()
    loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in say("turn") })
    DispatchQueue.main.async {
      say("Dispatch 1")
      RunLoop.mainQueue.async { say("own 3") }
      say("inner \(loop.run(mode: .default, for: .zero))")
    }
    RunLoop.mainQueue.async { say("own 1") }
    DispatchQueue.main.async { say("Dispatch 2") }
    RunLoop.mainQueue.async {
      say("own 2")
      DispatchQueue.main.async { say("Dispatch 3") }
    }
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    say("\(loop.run(for: .milliseconds(300)))")
  }

  /// No descriptor is left to watch the queue with: it is asked now and then.
  private static func shortage() {
    let loop = RunLoop.main
    serveMainQueue()
    var filling: [Int32] = []
    while case let descriptor = dup(0), descriptor >= 0, filling.count < 100_000 {
      filling.append(descriptor)
    }
    let freed = filling
    let other = FreshThread {
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.sync { say("without descriptors") }
      for descriptor in freed { close(descriptor) }
      DispatchQueue.main.sync { say("with descriptors again") }
      ExecutorProbe.waitUntilAsleep(.main)
      DispatchQueue.main.async { RunLoop.main.stop() }
    }
    say("\(loop.run(for: .seconds(30)))")
    other.join()
  }

  /// The main actor, by Dispatch.
  private static func actor() {
    let loop = RunLoop.main
    serveMainQueue()
    mainActorAtWork()
    say("\(loop.run(for: .seconds(30)))")
    MainActor.assumeIsolated { say("isolated") }
  }

  /// The same, though another library's loop serves ours: what is sent to the queue makes our descriptor readable.
  private static func hosted() {
    let loop = RunLoop.main
    serveMainQueue()
    mainActorAtWork()
    do throws(RunLoop.PortError) {
      var entry = pollfd(fd: try loop.fileDescriptor(), events: Int16(POLLIN), revents: 0)
      var result = RunLoop.RunResult.timedOut
      while result != .stopped {
        guard poll(&entry, 1, 20_000) == 1 else { return say("nothing came") }
        result = loop.dispatch()
      }
      say("\(result)")
    } catch {
      say("\(error)")
    }
    MainActor.assumeIsolated { say("isolated") }
  }

  /// A queue that always has something starves neither timers nor sources.
  private static func flood() {
    let loop = RunLoop.main
    serveMainQueue()
    @Sendable func again() { DispatchQueue.main.async { again() } }
    again()
    let source = RunLoop.Source {
      say("source")
      loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in loop.stop() })
    }
    loop.add(source)
    loop.add(
      RunLoop.Timer(after: .milliseconds(1)) { _ in
        say("timer")
        source.signal()
      })
    say("\(loop.run(for: .seconds(30)))")
  }
}

/// What runs on the main actor, and stops the main loop at its end.
func mainActorAtWork() {
  Task { @MainActor in
    say("task")
    let elsewhere = await Task.detached { RunLoop.main.isOwnThread }.value
    say("back from a detached task, which was \(elsewhere ? "here" : "elsewhere")")
    try await Task.sleep(for: .milliseconds(2))
    say("slept")
    await MainActor.run { say("MainActor.run") }
    await Task.detached { await MainActor.run { say("MainActor.run of a detached task") } }.value
    for await number in AsyncStream(unfolding: { try? await Task.sleep(for: .milliseconds(1)) }).prefix(2) {
      say("element \(number)")
    }
    MainActor.assertIsolated()
    RunLoop.main.stop()
  }
}
