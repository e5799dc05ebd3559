import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: 2002 and 2003 stood for other things than in WeChat's monitor, whose `EDumpType` has a block of the main thread
/// in the background as 2002, much processor use as 2003 and power as 2011; 2009 was missing.
@Suite(.hangLimit) struct DumpTypeTests {
  @Test func numbersAreThoseOfMatrix() {
    let numbers: [RecordKind: UInt16] = [
      .mainThreadStall: 2001, .launchStall: 2007, .stallWithManyThreads: 2009, .stalledAndKilled: 2010,
      .processorHigh: 2011,
    ]
    for kind in RecordKind.allCases {
      if let number = numbers[kind] {
        #expect(kind.rawValue == number)
      } else {
        #expect(kind.rawValue >= 3001, "\(kind) is not WeChat's")
      }
    }
    #expect(RecordKind(rawValue: 2002) == nil && RecordKind(rawValue: 2003) == nil)
  }

  @Test func recordsOfOlderFilesKeepTheirMeaning() {
    #expect(RecordKind(stored: 2002) == .stallUnderLoad && RecordKind(stored: 2003) == .processorHigh)
    for kind in RecordKind.allCases { #expect(RecordKind(stored: kind.rawValue) == kind) }
    #expect(RecordKind(stored: 1) == nil)
  }
}
