import TestHarness
import Testing

@testable import BenchmarkKit

/// On a busy machine `touch-load` gave up after 101 attempts, there was no row, and `runloop bench` ended with status 1.
@Suite("Regressions: a machine that is busy", .hangLimit)
struct MachineIsBusyTests {
  private struct Mistake: Error {}

  @Test(
    "A measurement that is disturbed each time is skipped with the reason, after as many attempts as it has")
  func alwaysDisturbed() {
    var attempts = 0
    #expect {
      try Rounds.undisturbed(7, attempts: 20) {
        attempts += 1
        throw Disturbed("79 of 20000 events were late")
      }
    } throws: { error in
      (error as? Skipped)?.reason
        == "20 attempts of 20 were disturbed, the last one since 79 of 20000 events were late"
    }
    #expect(attempts == 20)
  }

  @Test("What was measured between disturbances is given")
  func sometimesDisturbed() throws {
    var attempt = 0
    func run(_ disturbed: Set<Int>) throws -> [Double] {
      attempt = 0
      return try Rounds.undisturbed(3, attempts: 2) {
        defer { attempt += 1 }
        if disturbed.contains(attempt) { throw Disturbed("late") }
        return Double(attempt)
      }
    }
    #expect(try run([]) == [0, 1, 2])
    #expect(try run([1]) == [0, 2, 3])
    #expect(try run([1, 2]) == [0])
  }

  @Test("A mistake of the program is no disturbance")
  func mistake() {
    #expect(throws: Mistake.self) { try Rounds.undisturbed(3, attempts: 20) { throw Mistake() } }
  }

  @Test("A row without a figure stands at its place, and says why, in every form")
  func rows() throws {
    var report = someReport()
    report.unmeasured = [
      Unmeasured("touch-load", [.init("pacing", "batch")], reason: "the machine is too busy", place: 1),
      Unmeasured("last", reason: "a timer was early\u{1B}", isFailure: true, place: 3),
    ]
    let lines = report.table().split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != " " } }[1...] == ["timer-churn", "touch-load", "wake", "memory", "last"])
    #expect(
      lines[2].hasSuffix("  not measured: the machine is too busy") && lines[2].contains("pacing=batch"))
    #expect(lines[5].hasSuffix("  failed: a timer was early\u{FFFD}"))
    let csv = report.csv.split(separator: "\r\n")
    #expect(
      csv[2].hasSuffix(",not measured: the machine is too busy")
        && csv[2].hasPrefix("touch-load,pacing=batch,"))
    #expect(csv[2].split(separator: ",", omittingEmptySubsequences: false).count == 16)
    #expect(report.html().contains("touch-load pacing=batch: not measured: the machine is too busy"))
    let read = try Report(json: report.json)
    #expect(read.unmeasured == report.unmeasured)
  }

  @Test("A row of a file stands at a place that there is")
  func places() throws {
    var report = someReport()
    for place in [-5, 99, Int.max, Int.min] {
      report.unmeasured = [Unmeasured("x", reason: "y", place: place)]
      #expect(report.rows.count == 4)
    }
    let text = #"{"schema":2,"results":[],"unmeasured":[{"workload":"x","reason":"y"}]}"#
    #expect(try Report(json: text).rows.count == 1)
    #expect(throws: ReportError.self) { try Report(json: #"{"schema":2,"results":[],"unmeasured":[{}]}"#) }
  }
}
