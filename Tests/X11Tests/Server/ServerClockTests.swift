import TestHarness
import Testing

@testable import EventRouting

/// Times of a display server, in milliseconds, as times of this side's clock, in nanoseconds.
@Suite(.hangLimit) struct ServerClockTests {
  private let milliseconds: UInt64 = 50_000
  private let now: UInt64 = 70_000_000_000

  private func time(_ serverTime: UInt32, at milliseconds: UInt64? = nil, now: UInt64? = nil) -> UInt64 {
    var clock = ServerClock()
    return clock.timestamp(serverTime, milliseconds: milliseconds ?? self.milliseconds, now: now ?? self.now)
  }

  @Test func anEventIsAsOldAsTheServerSays() {
    #expect(time(49_990) == now - 10_000_000 && time(50_000) == now)
    #expect(time(40_001) == now - 9_999_000_000)
    // The server's clock begins again after 49 days.
    #expect(time(.max - 4, at: 1 << 32 + 5) == now - 10_000_000)
  }

  @Test func anEventHappensNowWhereItsTimeMakesNoSense() {
    #expect(time(0) == now && time(0, at: 5) == now, "the server says nothing")
    #expect(time(50_010) == now, "it is in the future")
    #expect(time(40_000) == now && time(1) == now, "it is ten seconds old")
    #expect(time(49_000, now: 999_000_000) == 999_000_000, "it was before the beginning")
  }

  @Test func eventsAreInOrder() {
    var clock = ServerClock()
    let times = [49_990, 49_980, 49_995].map {
      clock.timestamp($0, milliseconds: milliseconds, now: now) / 1_000_000
    }
    #expect(times == [69_990, 69_990, 69_995])
    // Not even then is one later than now.
    #expect(clock.timestamp(0, milliseconds: milliseconds, now: now - 50_000_000) == now - 50_000_000)
  }
}
