import LinuxSystem
import RunLoopCore
import Synchronization

/// Forks while other threads hold and take what the child will need.
extension ForkProbes {
  /// Threads that hold and take the main queue's locks all the time. Under a simulated clock each block rings.
  static func busyQueue() {
    SimulatedClock().install()
    let loop = RunLoop.current
    rehearse(loop) { queueManyAndLast($0) }
    let waiting = Count()
    let warm = Count()
    let threads = (0..<3).map { _ in
      LoopProbe.onAnotherThread {
        var laps = 0
        while loop.label.isEmpty {
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
          // Not more than the loop can run.
          if waiting.value.load(ordering: .relaxed) > 1_000 { continue }
          waiting.value.wrappingAdd(1, ordering: .relaxed)
          RunLoop.mainQueue.async { waiting.value.wrappingSubtract(1, ordering: .relaxed) }
        }
      }
    }
    warmUp(loop, warm, 3)
    forkOften(loop) { queueManyAndLast($0) }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func queueManyAndLast(_ last: @escaping @Sendable () -> Void) {
    for _ in 0..<100 { RunLoop.mainQueue.async {} }
    RunLoop.mainQueue.async(last)
  }

  /// A child has no part in a recording, and does not wait for those who write it.
  static func recorded() {
    let loop = RunLoop.current
    rehearse(loop) { loop.post($0) }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    let path = "\(folder)/mainspring-recording-\(UInt64.random(in: 0...UInt64.max))"
    guard let recorder = try? RunLoop.Recorder(path: path, limit: 1 << 20) else { return }
    let warm = Count()
    let threads = (0..<3).map { _ in
      LoopProbe.onAnotherThread {
        let mine = RunLoop.current
        recorder.record(mine)
        let source = RunLoop.Source {}
        mine.add(source)
        var laps = 0
        while loop.label.isEmpty {
          mine.run(for: .zero)
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
    recorder.record(loop)
    warmUp(loop, warm, 3)
    forkOften(loop) { loop.post($0) }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
    recorder.stop()
    unlink(path)
  }

  private static let warmLaps = 20

  // The Swift runtime looks a type up with a lock held when a line of code is the first to use it. A child whose parent
  // forked while another thread held that lock waits for it for good as soon as the child looks a type up itself. No loop
  // can prevent that; so here a child uses no line for the first time.

  /// Everything that a child will do, in a process that has no other thread yet and goes on as the parent of the storm.
  private static func rehearse(_ loop: RunLoop, _ body: (@escaping @Sendable () -> Void) -> Void) {
    loop.run(for: .zero)
    let child = linux_fork()
    if child != 0 {
      // The child is the probe from here.
      var status: Int32 = 0
      waitpid(child, &status, 0)
      _exit(status == 0 ? 0 : 1)
    }
    alarm(280)
    goOn(loop) { done in body(done) }
  }

  /// What a child does: the loop goes on with what `body` gives it, which must call the closure that it gets.
  private static func goOn(
    _ loop: RunLoop, ending: Bool = false, _ body: (@escaping @Sendable () -> Void) -> Void
  ) {
    do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
    let isDone = Count()
    body {
      if ending { _exit(0) }
      isDone.value.wrappingAdd(1, ordering: .relaxed)
      loop.stop()
    }
    loop.run(for: .seconds(10))
    if isDone.value.load(ordering: .relaxed) == 0 { _exit(2) }
  }

  /// Runs the loop until each of the threads has gone round some times, so that the storm has begun.
  private static func warmUp(_ loop: RunLoop, _ warm: Count, _ threads: Int) {
    while warm.value.load(ordering: .relaxed) < threads {
      loop.post {}
      RunLoop.mainQueue.async {}
      loop.run(for: .zero)
    }
  }

  /// Forks sixty times; in each child the loop goes on with what `body` gives it, which must end the child.
  private static func forkOften(_ loop: RunLoop, _ body: (@escaping @Sendable () -> Void) -> Void) {
    var good = 0
    for _ in 0..<60 {
      loop.run(for: .zero)
      let child = linux_fork()
      if child == 0 {
        alarm(280)
        goOn(loop, ending: true, body)
        _exit(2)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      // One is enough to know.
      if status != 0 { break }
      good += 1
    }
    say("\(good) of 60")
  }

  /// Threads that hold and take the loop's locks all the time must not leave them locked in the child.
  static func busy() {
    let loop = RunLoop.current
    loop.label = "busy"
    // Its own lock is held by others, too.
    let source = RunLoop.Source {}
    loop.add(source)
    let touch: @Sendable (@escaping @Sendable () -> Void) -> Void = { done in
      _ = loop.contains(source)
      loop.add(source, to: "child")
      loop.remove(source, from: "child")
      source.signal()
      _ = loop.snapshot()
      // Another thread of the child takes the locks in its own way.
      let other = LoopProbe.onAnotherThread {
        _ = loop.snapshot()
        _ = loop.contains(source)
        source.signal()
        loop.post {}
      }
      pthread_join(other, nil)
      loop.post(done)
    }
    rehearse(loop, touch)
    let warm = Count()
    let threads = (0..<3).map { number in
      LoopProbe.onAnotherThread {
        var made = 0
        var laps = 0
        while !loop.label.isEmpty {
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
          loop.post {}
          _ = loop.snapshot()
          source.signal()
          _ = loop.contains(source)
          let timer = RunLoop.Timer(after: .milliseconds(number), label: "timer") { _ in }
          loop.add(timer)
          // A new mode gets its number under the loop's lock.
          if made < 300 {
            made += 1
            loop.add(timer, to: RunLoop.Mode(rawValue: "\(number) \(made)"))
          }
          timer.invalidate()
        }
      }
    }
    warmUp(loop, warm, 3)
    forkOften(loop, touch)
    loop.label = ""
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }
}
