import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Each callout of a batch that asked for the next date of a mode looked at all timers that waited for their turn, when few or none of
/// them were in that mode: a batch of ten thousand cost their square.
@Suite(.hangLimit) struct NextDateCostsTheBatchTests {
  /// - Parameter number: the timer of the batch that is in the other mode too, or nil.
  @Test(arguments: [nil, 0, 150, 299])
  func aTimerOfTheBatchIsPassedOverOnce(number: Int?) {
    let (looks, dates) = onFreshThread { () -> (Int, [Int64?]) in
      let loop = RunLoop.current
      let looks = Counter()
      nonisolated(unsafe) var dates: [Int64?] = []
      let start = loop.now
      let far = RunLoop.Timer(at: start.advanced(by: .seconds(1000))) { _ in }
      loop.add(far, to: "other")
      let late = start.advanced(by: .seconds(-1000)).nanoseconds
      for index in 0..<300 {
        let timer = RunLoop.Timer(at: RunLoop.Instant(nanoseconds: late + Int64(index))) { _ in
          guard let mode = loop.mode(named: "other"), let batch = loop.firings.innermost else { return }
          let before = batch.places(in: mode).lowerBound
          dates.append(loop.nextFireDate(in: "other").map { $0.nanoseconds - start.nanoseconds })
          looks.add(batch.places(in: mode).lowerBound - before)
        }
        loop.add(timer)
        if index == number { loop.add(timer, to: "other") }
      }
      loop.run(for: .zero)
      return (looks.value, dates)
    }
    #expect(looks < 300)
    let beforeOwn = number.map { $0 + 1 } ?? 0
    let own = -1_000_000_000_000 + Int64(number ?? 0)
    let expected = (0..<300).map { index -> Int64? in index < beforeOwn ? own : 1_000_000_000_000 }
    #expect(dates == expected)
  }
}
