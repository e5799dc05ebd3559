import TestHarness
import Testing

@testable import StallMonitoring

/// The words for a callout, and its times.
@Suite(.hangLimit) struct CalloutTextTests {
  private func text(_ kind: CalloutKind, label: String = "", site: String = "", closure: String = "")
    -> String
  {
    Callout(kind: kind, label: label, site: site, code: 0, loop: "", mode: "").text(closure: closure)
  }

  @Test func aBlockIsNamedByWhereItWasPosted() {
    #expect(text(.block, site: "A.swift:3") == "a block posted at A.swift:3")
    #expect(text(.mainQueue, site: "A.swift:3") == "a block of the main queue posted at A.swift:3")
    #expect(
      text(.mainQueue, site: "A.swift:3", closure: "f") == "a block of the main queue posted at A.swift:3 (f)"
    )
    #expect(text(.timer, site: "A.swift:3") == "a timer (A.swift:3)")
  }

  @Test func aClosureNamesACalloutThatHasNoOtherName() {
    #expect(text(.timer, closure: "f") == "a timer (f)" && text(.none, closure: "f") == "")
    #expect(text(.timer, label: "tick", closure: "f") == "timer 'tick'")
    #expect(text(.observer, label: "look", site: "A.swift:3", closure: "f") == "observer 'look' (A.swift:3)")
  }

  @Test func anImpossibleTimeIsNone() {
    #expect(StallRecord.nanoseconds(2, 3) == 2_000_000_003)
    for (seconds, nanoseconds) in [(.max, 0), (.min, 0), (9_223_372_036, .max)] as [(Int64, Int64)] {
      #expect(StallRecord.nanoseconds(seconds, nanoseconds) == 0, "\(seconds)")
    }
    var record = StallRecord()
    (record.startedWall, record.started, record.lastSeen) = ((.max, 0), 1, 8)
    #expect(record.startedNanoseconds == 0 && record.lastSeenNanoseconds == 7)
  }
}
