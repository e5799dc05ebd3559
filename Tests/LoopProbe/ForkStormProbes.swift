import CLinux
import Glibc
import RunLoopCore
import Synchronization

/// Forks while other threads hold and take what the child will need.
extension ForkProbes {
  /// Threads that hold and take the main queue's locks all the time. Under a simulated clock each block rings.
  static func busyQueue() {
    SimulatedClock().install()
    let loop = RunLoop.current
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
    forkOften(loop) {
      for _ in 0..<100 { RunLoop.mainQueue.async {} }
      RunLoop.mainQueue.async { _exit(0) }
    }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
  }

  /// A child has no part in a recording, and does not wait for those who write it.
  static func recorded() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    let path = "\(folder)/mainspring-recording-\(getpid())"
    guard let recorder = try? RunLoop.Recorder(path: path, limit: 1 << 20) else { return }
    let loop = RunLoop.current
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
    forkOften(loop) { loop.post { _exit(0) } }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
    recorder.stop()
    unlink(path)
  }

  private static let warmLaps = 20

  /// Runs the loop until each of the threads has gone round some times. The Swift runtime looks up a type with a lock held
  /// when it is used first, and a child whose parent forked at that moment waits for it for ever: not the loop's fault.
  private static func warmUp(_ loop: RunLoop, _ warm: Count, _ threads: Int) {
    while warm.value.load(ordering: .relaxed) < threads {
      loop.post {}
      RunLoop.mainQueue.async {}
      loop.run(for: .zero)
    }
  }

  /// Forks sixty times; in each child the loop goes on with what `body` gives it, which must end the child.
  private static func forkOften(_ loop: RunLoop, _ body: () -> Void) {
    var good = 0
    for _ in 0..<60 {
      loop.run(for: .zero)
      let child = linux_fork()
      if child == 0 {
        alarm(5)
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
        body()
        loop.run(for: .seconds(10))
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
    forkOften(loop) { loop.post { _exit(0) } }
    loop.label = ""
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }
}
