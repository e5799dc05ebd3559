import BenchmarkKit
import LinuxSystem
import RunLoopCore
import StallMonitoring

/// The additional cost of a watched loop's callouts over an unwatched one's.
enum CalloutCost {
  /// Nanoseconds a callout: the best of many rounds each, in turns, so that a busy machine disturbs both alike.
  static func measure(rounds: Int) throws -> (alone: Double, watched: Double) {
    let loop = RunLoop.current
    // Any second thread makes a process's memory operations more expensive: it has one in both cases.
    let mustEnd = Semaphore()
    ThreadStart.detached { mustEnd.wait() }
    defer { mustEnd.signal() }
    var best = (alone: Double.infinity, watched: Double.infinity)
    for _ in 0..<rounds {
      // A processor that had nothing to do is slower for a while: so both begin with a rest.
      _ = loop.run(mode: .default, for: .milliseconds(30))
      best.alone = min(best.alone, time(loop))
      var settings = StallMonitor.Settings()
      settings.reports = nil
      let monitor = try StallMonitor(settings)
      monitor.watch(loop)
      monitor.start()
      _ = loop.run(mode: .default, for: .milliseconds(30))
      best.watched = min(best.watched, time(loop))
      monitor.stop()
    }
    return best
  }

  private static func time(_ loop: RunLoop) -> Double {
    // Enough blocks that the cost of a run itself is negligible.
    let count = 1_000_000
    for _ in 0..<count { loop.post {} }
    // Of this thread: what others do meanwhile is not its callouts' cost.
    let start = ProcessorTime.ofThread
    _ = loop.run(mode: .default, for: .zero)
    return Double(ProcessorTime.ofThread - start) / Double(count)
  }
}
