import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring
@testable import runloop

/// What `runloop stalls verify` prints of stalls that were injected and of the reports of them.
@Suite(.hangLimit) struct VerifyReportTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A trial without rounds: its place, its plan and its costs. In a process of its own, since it watches the main loop.
  private static func withTrial(_ body: (Trial) throws -> Void) throws {
    alarm(hangAlarm)
    let folder = try TestHarness.TemporaryFolder()
    let plan = Trial.Plan(rounds: 0, threshold: 50 * millisecond, injectors: [], longRounds: 0)
    try body(try Trial(plan, folder: folder.path) { _ in })
  }

  /// A sleep of 200 ms.
  private static func judgement(_ cause: Cause, change: (inout StallRecord) -> Void = { _ in }) -> Judgement {
    var judgement = Judgement(
      truth: Truth(label: "", cause: "sleep", started: 100 * millisecond, ended: 300 * millisecond))
    judgement.record = MadeReports.stall(1, milliseconds: 200, at: 100 * millisecond) { record in
      record.diagnosis.cause = cause
      change(&record)
    }
    judgement.isCauseRight = cause == .sleep
    return judgement
  }

  private static func result(
    _ judgements: [Judgement] = [], false falseOnes: [StallRecord] = [], real realOnes: [StallRecord] = []
  ) -> Trial.Result {
    Trial.Result(judgements: judgements, falseOnes: falseOnes, realOnes: realOnes, starvedOnes: [])
  }

  private static func bars(_ judgements: [Judgement], _ trial: Trial) -> Bars {
    VerifyReport.bars(
      judgements, [], trial, result(judgements), cost: (1, 1), killed: KillTrial(), ended: EndTrial(),
      kept: KeepTrial(), load: MachineLoad(start: 0, end: 0, processors: 2))
  }

  @Test func theCausesThatAStallWasTakenForAreInAlphabeticOrder() throws {
    let wrong: [Cause] = [.processor, .lock, .fileIO, .majorFaults, .kernel, .starved]
    let text = VerifyReport.table(
      ([.sleep] + wrong).map { Self.judgement($0) }, [try Injector.named("sleep")])
    let order = wrong.map(\.rawValue).sorted().joined(separator: ", ")
    #expect(text.contains(order), "\(text)")
  }

  @Test func aDurationIsComparedWithTheInjectedTimeHoweverLateTheStallWasFound() async {
    await #expect(processExitsWith: .success) {
      try VerifyReportTests.withTrial { trial in
        let late = VerifyReportTests.judgement(.sleep) {
          $0.found = $0.started + 60 * VerifyReportTests.millisecond
        }
        let exact = try #require(VerifyReportTests.bars([late], trial).lines.first { $0.name == "B11" })
        #expect(exact.verdict == .met && exact.figure == "0.0 ms, median 0.0 ms, max 0.0 ms", "\(exact)")
        let long = VerifyReportTests.judgement(.sleep) { $0.lastSeen += 13 * VerifyReportTests.millisecond }
        let wrong = try #require(VerifyReportTests.bars([long], trial).lines.first { $0.name == "B11" })
        #expect(wrong.verdict == .missed && wrong.figure.hasPrefix("13 ms, "), "\(wrong)")
      }
    }
  }

  @Test func eachReportWithNothingBehindItHasALineBelowTheOrdinaryCallouts() async {
    await #expect(processExitsWith: .success) {
      try VerifyReportTests.withTrial { trial in
        let records = ["first", "second"].map { label in
          MadeReports.stall(1, label: label, milliseconds: 70) { $0.callout.site = "Feed.swift:7" }
        }
        let text = VerifyReport.remarks([], trial, VerifyReportTests.result(false: records))
        let lines = text.split(separator: "\n")
        #expect(lines.first == "0 ordinary callouts; 0 such stalls reported", "\(text)")
        for (line, label) in zip(lines.dropFirst(), ["first", "second"]) {
          #expect(
            line.hasPrefix("reported, and nothing behind it: 70 ms ") && line.hasSuffix(" in '\(label)'"))
        }
      }
    }
  }

  @Test func theJSONHasTheReportsWithNothingBehindThemAndTheNumberOfTheRealOnes() async {
    await #expect(processExitsWith: .success) {
      try VerifyReportTests.withTrial { trial in
        let result = VerifyReportTests.result(
          false: [MadeReports.stall(5, label: "nothing")],
          real: [MadeReports.stall(6, label: "busy"), MadeReports.stall(7, label: "busy")])
        let text = VerifyReport.json(
          [], [], trial, result, skipped: [:], bars: VerifyReportTests.bars([], trial))
        #expect(text.contains(#""reportedInVain":[{"id":5,"callout":"nothing","#), "\(text)")
        #expect(!text.contains("busy") && text.contains(#""reportedOfTheMachine":2,"#))
      }
    }
  }
}
