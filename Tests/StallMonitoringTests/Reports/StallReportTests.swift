import Foundation
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("A report", .hangLimit)
struct StallReportTests {
  private func run(_ ending: StallRun.Ending = .running) -> StallRun {
    StallRun(
      name: "20260101-000000-77", path: "x", process: 77, executable: "/opt/app/feed", begun: 1_790_000_000,
      ending: ending, records: [], dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current,
      modules: [],
      moduleCounts: [:], wasExamined: false)
  }

  private func report(_ change: (inout StallRecord) -> Void) -> StallReport {
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.frozenTime = 0
    record.hasEnded = true
    change(&record)
    return StallReport(record, of: run())
  }

  @Test("says in one sentence what happened, to whom, and why")
  func sentence() {
    #expect(
      report { _ in }.sentence
        == "The loop 'main' was held up for 400 ms by timer 'refresh – größer' (App/Feed.swift:41): it waited for a Mutex"
        + " that was held by thread 4712 'writer'.")
    #expect(
      report {
        $0.diagnosis.cause = .fileIO
        $0.diagnosis.systemCall = "fsync"
        $0.callout = Callout(kind: .block, label: "", site: "", code: 0, loop: "main", mode: "default")
        $0.hasEnded = false
        $0.lastSeen = $0.started + 2_310_000_000
      }.sentence
        == "The loop 'main' has been held up for 2.31 s by a block, and still is: it waited for a file /data/list (fsync)."
    )
    #expect(
      report {
        $0.kind = .stalledAndKilled
        $0.diagnosis.cause = .sleep
        $0.diagnosis.systemCall = ""
      }.sentence.hasPrefix(
        "The process ended while the loop 'main' had been held up for 400 ms by timer"))
    #expect(report { $0.kind = .starved }.sentence.contains("because it got no processor"))
    // A duration is without the time in which nothing could be seen: that is said.
    let unseen: [(time: UInt64, text: String)] = [
      (100_000_000, " 300 ms (and 100 ms more, in which the monitor did not run either) by "),
      (19_100_000, " 381 ms (and 19 ms more, in which the monitor did not run either) by "),
      (18_500_000, " 382 ms by "), (9_900_000, " 390 ms by "),
    ]
    for (time, text) in unseen {
      let sentence = report { $0.frozenTime = time }.sentence
      #expect(sentence.contains("was held up for" + text), "\(sentence)")
    }
  }

  @Test("has a sentence and a page for every kind and cause, and no doubled spaces or points")
  func allSentences() {
    for kind in RecordKind.allCases {
      for cause in Cause.allCases {
        for callout in CalloutKind.allCases {
          let sentence = report {
            $0.kind = kind
            $0.diagnosis.cause = cause
            $0.callout.kind = callout
          }.sentence
          #expect(
            sentence.hasSuffix(".") && !sentence.contains("  ") && !sentence.contains("..")
              && !sentence.contains(" ."))
        }
      }
    }
  }

  @Test("is JSON that other programs read, with a version")
  func json() throws {
    let report = report {
      $0.callout.label = "quote \" back \\ line \n tab \t bell \u{7} </script> 字"
    }
    let value = try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    #expect(value["schema"] as? Int == StallReport.schema)
    #expect(value["id"] as? String == "20260101-000000-77.3")
    let callout = try #require(value["callout"] as? [String: Any])
    #expect(callout["label"] as? String == report.record.callout.label)
    let tree = try #require(value["tree"] as? [String: Any])
    #expect(tree["time"] as? UInt64 == report.record.duration)
    let owner = try #require(value["lockOwner"] as? [String: Any])
    #expect(owner["thread"] as? Int == 4712 && (owner["stack"] as? [Any])?.count == 2)
    #expect((value["pointStack"] as? [Any])?.count == 28)
    #expect(!report.json.contains("\n") && !report.json.contains("<"))
  }

  @Test("has numbers in its JSON that hold for odd records, too")
  func oddNumbers() throws {
    let report = report {
      // A sample without a stack, one of a part of a stack, and a whole one; found before it began, by a clock that was set.
      $0.samples = [StackSample(), StackSample(), StackSample()]
      $0.samples[1].addresses = [1]
      $0.samples[2].addresses = [1]
      $0.samples[2].isComplete = true
      $0.repeatCounts = [0, 0, 0]
      $0.pointSample = nil
      $0.found = $0.started - 1
    }
    let value = try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    #expect(value["samples"] as? Int == 3 && value["samplesWithoutStack"] as? Int == 1)
    #expect(value["samplesIncomplete"] as? Int == 1)
    #expect((value["time"] as? [String: Any])?["foundAfter"] as? Int == 0)
    #expect(StallReport.text(ofFingerprint: 0xab) == "00000000000000ab")
    #expect(StallReport.text(ofFingerprint: .max) == "ffffffffffffffff")
  }

  @Test("has a flame graph in a page that needs nothing else, whatever it is called")
  func page() {
    let page = report { $0.callout.label = "</script><b>&\"'" }.flamePage
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(
      !page.contains("</script><b>") && !page.contains("http://")
        || page.components(separatedBy: "http://").count == 2)
    #expect(page.contains("The loop &#39;main&#39;") || page.contains("The loop 'main'"))
    // And without a script, too.
    #expect(
      page.contains("<noscript>") && page.contains("<div class=\"still is-heading\" style=\"width:100.00%\">")
    )
    for outside in ["src=", "href=", "@import", "url(http", "fetch("] { #expect(!page.contains(outside)) }
  }

  @Test("writes times as people do")
  func times() {
    for (time, text) in [
      (0, "0.0 ms"), (1_240_000, "1.2 ms"), (9_960_000, "10 ms"), (412_400_000, "412 ms"),
      (999_600_000, "1.00 s"),
      (2_314_000_000, "2.31 s"), (61_000_000_000, "61.00 s"),
    ] as [(UInt64, String)] { #expect(StallReport.time(time) == text) }
  }
}
