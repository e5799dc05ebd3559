import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A rate limit whose burst was set to less than one, after it was made, kept its source from ever being called.
@Suite(.hangLimit) struct BurstBelowOneTests {
  @Test(arguments: [0, -1, .min]) func lessThanOneCountsAsOne(_ burst: Int) throws {
    let clock = SimulatedClock()
    let script = Script(clock)
    let pair = try SocketPair()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      var limit = RunLoop.RateLimit(interval: .seconds(10), burst: 3)
      limit.burst = burst
      let source = try RunLoop.DescriptorSource(pair.near, rateLimit: limit) { _ in
        script(pair.receive(1) ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      pair.send("ab")
      loop.run(for: .seconds(60))
    }
    #expect(script.log.lines == ["0 a", "10 b"])
  }
}
