import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// The descriptors that a loop waits for, and waits for others inside of its work.
@Suite(.hangLimit) struct HomeWaitTests {
  private static let second: UInt64 = 1_000_000_000

  private func look(_ descriptors: [Int32], _ switches: UInt64, at seconds: UInt64 = 0) -> ThreadLook {
    let wait = EventWait(ThreadReading.SystemCall.epoll)!
    return ThreadLook(
      time: seconds * Self.second, doing: .waiting(wait), switches: switches, worked: 0,
      descriptors: descriptors)
  }

  private func mark(_ descriptor: Int32) -> String { "anon_inode:\(descriptor)" }

  /// A loop that was seen often enough at its descriptor 4.
  private func home() throws -> HomeWait {
    let wait = try #require(EventWait(ThreadReading.SystemCall.epoll))
    var home = try #require(HomeWait(look([4], 1), wait, mark: mark))
    for switches in 2...3 as ClosedRange<UInt64> {
      let (wasKnown, isHome) = (home.isKnown, home.note(look([4], switches), wait, mark: mark))
      #expect(!wasKnown && isHome)
    }
    #expect(home.isKnown)
    return home
  }

  @Test func aProgramThatWaitsElsewhereForFiveSecondsHasMovedOn() throws {
    var home = try home()
    for switches in 10...12 as ClosedRange<UInt64> { home.noteInner(look([7], switches, at: 1)) }
    #expect(home.isInner(look([7], 13, at: 5), mark: mark))
    #expect(!home.isInner(look([7], 13, at: 6), mark: mark))
    // But not one that was at its own descriptor in between.
    let wait = try #require(EventWait(ThreadReading.SystemCall.epoll))
    let isHome = home.note(look([4], 14, at: 6), wait, mark: mark)
    #expect(isHome)
    home.noteInner(look([7], 15, at: 7))
    #expect(home.isInner(look([7], 16, at: 20), mark: mark))
  }

  @Test func aWaitElsewhereThatIsFrequentIsTheLoopsOwnForTheFirstSixteenPlaces() throws {
    var home = try home()
    for place in 0..<16 as Range<Int32> { home.noteInner(look([100 + place], 20 + UInt64(place))) }
    for switches in 50..<54 as Range<UInt64> {
      #expect(home.isInner(look([100], switches), mark: mark))
      home.noteInner(look([100], switches))
      home.noteInner(look([300], switches))
    }
    home.noteInner(look([300], 54))
    #expect(!home.isInner(look([100], 60), mark: mark))
    // One more place than are counted.
    #expect(home.isInner(look([300], 60), mark: mark))
  }
}

extension ThreadReading.SystemCall {
  fileprivate static let epoll = ThreadReading.SystemCall(
    number: Int(SYS_epoll_pwait), arguments: [4, 0, 0, 0, 0, 0], stackPointer: 0, programCounter: 0)
}
