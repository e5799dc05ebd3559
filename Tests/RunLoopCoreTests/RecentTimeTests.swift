import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A loop reads the clock once and uses that time again. It must not use it for longer than its turn: a date that has passed
/// since would count as one ahead.
@Suite(.hangLimit) struct RecentTimeTests {
  /// A repeating timer whose date is set to a past moment, from which its intervals would count if that moment counted as one ahead.
  private final class Probe: @unchecked Sendable {
    let timer = RunLoop.Timer(at: .distantFuture, repeating: .seconds(1000)) { _ in }
    private var past = RunLoop.Instant.distantPast
    private var moved = RunLoop.Instant.distantFuture

    init(_ loop: RunLoop) { loop.add(timer) }

    /// The loop reads the clock.
    func readTime() { timer.fireDate = .now.advanced(by: .seconds(100)) }

    /// Longer than between two ticks of the kernel's coarse clock.
    func letTimePass() {
      past = .now
      while past.duration(to: .now) < .milliseconds(30) {}
    }

    func moveToThePast() {
      moved = .now
      timer.fireDate = past
    }

    /// Whether the intervals of the timer, which has fired, count from when it was moved.
    var countsFromNow: Bool {
      timer.fireDate.map { $0 < .distantFuture && moved.duration(to: $0) >= .seconds(1000) } ?? false
    }
  }

  @Test func afterARunTheTimeIsReadAnew() {
    let countsFromNow = onFreshThread {
      let loop = RunLoop.current
      let probe = Probe(loop)
      loop.perform { probe.readTime() }
      loop.run(for: .zero)
      probe.letTimePass()
      probe.moveToThePast()
      loop.run(for: .zero)
      return probe.countsFromNow
    }
    #expect(countsFromNow)
  }

  @Test func afterASleepTheTimeIsReadAnew() throws {
    let port = try RunLoop.WakePort()
    let countsFromNow = try onFreshThread {
      let loop = RunLoop.current
      let probe = Probe(loop)
      loop.add(RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in probe.readTime() })
      try loop.add(
        RunLoop.PortSource(port) {
          probe.moveToThePast()
          loop.stop()
        })
      let other = FreshThread {
        waitUntilAsleep(loop)
        probe.letTimePass()
        port.ring()
      }
      loop.run(for: patience)
      other.join()
      loop.run(for: .zero)
      return probe.countsFromNow
    }
    #expect(countsFromNow)
  }

  @Test func inATurnAfterOneThatDidNotSleepTheTimeIsReadAnew() {
    let countsFromNow = onFreshThread {
      let loop = RunLoop.current
      let probe = Probe(loop)
      let (turns, source) = (Counter(), Box<RunLoop.Source>())
      source.value = RunLoop.Source {
        if turns.add() == 1 {
          probe.readTime()
          probe.letTimePass()
          source.value?.signal()
        } else {
          probe.moveToThePast()
          loop.stop()
        }
      }
      loop.add(source.value!)
      source.value?.signal()
      loop.run(for: patience)
      source.value = nil
      loop.run(for: .zero)
      return probe.countsFromNow
    }
    #expect(countsFromNow)
  }
}
