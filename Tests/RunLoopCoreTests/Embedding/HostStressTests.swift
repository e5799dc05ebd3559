import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// Threads that post, signal and set timers all the time, while a plain `poll` loop serves the loop they mean.
@Suite(.hangLimit) struct HostStressTests {
  private static let rounds = 2_000

  /// Ends a minute after something was served last.
  private struct Progress {
    private var most = -1
    private var end = RunLoop.Instant.now

    mutating func goesOn(_ served: Int) -> Bool {
      if served > most {
        most = served
        end = RunLoop.Instant.now.advanced(by: .seconds(60))
      }
      return RunLoop.Instant.now < end
    }
  }

  /// Serves until the count is reached; how often `poll` returned, and whether nothing was lost.
  private static func serve(
    _ loop: RunLoop, prepares: Bool, until count: Int, _ served: Counter
  ) throws -> (polls: Int, isComplete: Bool) {
    let descriptor = try loop.fileDescriptor()
    var polls = 0
    var progress = Progress()
    while served.value < count {
      guard progress.goesOn(served.value) else { return (polls, false) }
      if prepares, loop.prepare() {
        loop.dispatch()
        continue
      }
      // With a lost wake-up, this would never return.
      guard HostTests.isReadable(descriptor, within: 30_000) else { return (polls, false) }
      polls += 1
      loop.dispatch()
    }
    return (polls, true)
  }

  @Test(arguments: [false, true])
  func nothingIsLostAndNothingSpins(prepares: Bool) throws {
    let counts = try onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      let served = Counter()
      let poster = FreshThread {
        for _ in 0..<Self.rounds {
          let before = served.value
          loop.post { served.add() }
          // One at a time, so that each must make the descriptor readable.
          // Lost once is enough: the rest would wait as long, each.
          guard waitUntil({ served.value > before }) else { return }
        }
      }
      let signaller = FreshThread {
        for _ in 0..<Self.rounds {
          let done = Counter()
          let source = RunLoop.Source {
            done.add()
            served.add()
          }
          loop.add(source)
          source.signal()
          loop.wakeUp()
          guard waitUntil({ done.value == 1 }) else { return }
          source.invalidate()
        }
      }
      let timers = FreshThread {
        for round in 0..<Self.rounds {
          let done = Counter()
          loop.add(
            RunLoop.Timer(after: .microseconds(round % 3 * 20)) { _ in
              done.add()
              served.add()
            })
          guard waitUntil({ done.value == 1 }) else { return }
        }
      }
      let result = try Self.serve(loop, prepares: prepares, until: 3 * Self.rounds, served)
      for thread in [poster, signaller, timers] { _ = thread.join() }
      // All is done: it must be quiet now.
      loop.dispatch()
      let descriptor = try loop.fileDescriptor()
      return (result.polls, result.isComplete, HostTests.isReadable(descriptor, within: 20))
    }
    #expect(counts.1, "a wake-up was lost")
    // A wake-up that comes while it is served may cost a service of its own.
    #expect(counts.0 <= 3 * 3 * Self.rounds, "\(counts.0) polls")
    #expect(!counts.2, "quiet at last")
  }

  @Test func bothThreadsOwnAndOthersAtOnce() throws {
    let isComplete = try onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      let served = Counter()
      let other = FreshThread {
        for _ in 0..<Self.rounds {
          let before = served.value
          loop.post { served.add() }
          guard waitUntil({ served.value > before }) else { return }
        }
      }
      let descriptor = try loop.fileDescriptor()
      var own = 0
      var isComplete = true
      var progress = Progress()
      while served.value < 2 * Self.rounds, isComplete {
        // What the host's own callbacks do.
        if own < Self.rounds {
          own += 1
          if own % 2 == 0 {
            loop.post { served.add() }
          } else {
            loop.add(RunLoop.Timer(after: .zero) { _ in served.add() })
          }
        }
        isComplete = progress.goesOn(served.value) && HostTests.isReadable(descriptor, within: 30_000)
        loop.dispatch()
      }
      _ = other.join()
      return isComplete
    }
    #expect(isComplete, "a wake-up was lost")
  }
}
