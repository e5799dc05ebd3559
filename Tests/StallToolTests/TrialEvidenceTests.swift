import TestHarness
import Testing

@testable import StallMonitoring
@testable import runloop

/// How `runloop stalls verify` judges reports, by what it knows of the stalls that it injected.
@Suite(.hangLimit) struct TrialEvidenceTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A callout from 100 to 300 ms.
  private static func truth(
    _ cause: String, _ label: String = "inject", queued: UInt64 = 0, owner: Int32 = 0
  ) -> Truth {
    var truth = Truth(label: label, cause: cause, started: 100 * millisecond, ended: 300 * millisecond)
    (truth.asked, truth.known) = (99 * millisecond, 301 * millisecond)
    (truth.queued, truth.owner) = (queued * millisecond, owner)
    return truth
  }

  private static func record(
    _ id: UInt64, _ cause: Cause, _ label: String = "inject", owner: LockOwner? = nil,
    kind: RecordKind = .mainThreadStall
  ) -> StallRecord {
    MadeReports.stall(id, label: label, milliseconds: 200, at: 100 * millisecond) { record in
      record.diagnosis.cause = cause
      record.diagnosis.lockOwner = owner
      record.kind = kind
    }
  }

  private static func judge(_ log: [Truth], _ records: [StallRecord]) -> Trial.Result {
    TrialEvidence(log: log, records: records, run: nil, threshold: 50 * millisecond).judge()
  }

  @Test func theReportOfTheSameCalloutIsTheStallsOwn() throws {
    let records = [Self.record(1, .processor, "ordinary"), Self.record(2, .sleep)]
    let judgement = try #require(Self.judge([Self.truth("sleep")], records).judgements.first)
    #expect(judgement.record?.id == 2 && judgement.isCauseRight && judgement.isCalloutRight)
    // Without one of the callout it is another one of that time.
    let other = try #require(Self.judge([Self.truth("sleep")], [records[0]]).judgements.first)
    #expect(other.record?.id == 1 && !other.isCauseRight && !other.isCalloutRight)
    var later = Self.truth("sleep")
    (later.started, later.ended) = (300 * Self.millisecond, 400 * Self.millisecond)
    #expect(Self.judge([later], records).judgements.first?.record == nil)
  }

  @Test func starvedIsRightForWorkWithoutAProcessorForHalfOfItsTimeButNotForADisks() throws {
    func isRight(_ cause: String, queued: UInt64) -> Bool? {
      Self.judge([Self.truth(cause, queued: queued)], [Self.record(1, .starved)]).judgements.first?
        .isCauseRight
    }
    #expect(isRight("busy", queued: 100) == true && isRight("busy", queued: 99) == false)
    #expect(isRight("file-io", queued: 200) == false)
  }

  /// Was wrong: with few descriptors `inject` ended with a trap, when the second of two counts could not be read.
  @Test func aCountThatCanNotBeReadHasNotGrown() {
    #expect(InjectionLoop.growth(from: 5, to: 12) == 7)
    #expect(InjectionLoop.growth(from: 5, to: 0) == 0 && InjectionLoop.growth(from: .max, to: 1) == 0)
  }

  @Test func theOwnerOfALockIsTheThreadThatHeldIt() {
    func isRight(_ thread: Int32, kind: LockOwner.Kind = .pthreadMutex, readers: Int = 0) -> Bool? {
      var owner = LockOwner(kind: kind, thread: thread, threadName: "", stack: StackSample())
      owner.readers = readers
      return Self.judge([Self.truth("lock", owner: 7)], [Self.record(1, .lock, owner: owner)]).judgements
        .first?
        .isOwnerRight
    }
    #expect(isRight(7) == true && isRight(8) == false && isRight(7, kind: .mutex) == false)
    // Readers are not known by their numbers; of a deadlock with itself it is the loop's own thread.
    #expect(isRight(0, readers: 1) == true && isRight(4711) == true)
    let none = Self.judge([Self.truth("lock")], [Self.record(1, .lock)])
    #expect(none.judgements.first?.isOwnerRight == false)
    #expect(
      Self.judge([Self.truth("sleep")], [Self.record(1, .sleep)]).judgements.first?.isOwnerRight == true)
  }

  @Test func aSentenceWithoutTheNameOfTheInjectedWorkIsAFault() {
    let records = [Self.record(1, .lock)]
    func faults(queued: UInt64, run: StallRun? = MadeReports.run(records)) -> [String] {
      let log = [Self.truth("self-lock", queued: queued)]
      return TrialEvidence(log: log, records: records, run: run, threshold: 50 * Self.millisecond).judge()
        .faults
    }
    #expect(faults(queued: 0).first?.contains(" is missing: ") == true, "\(faults(queued: 0))")
    // What a starved loop did is not known so well; without its run a record has no sentence.
    #expect(faults(queued: 100).isEmpty && faults(queued: 0, run: nil).isEmpty)
  }

  @Test func aReportWithoutAnInjectedStallIsRealIfTheCalloutWasLongAndNothingElseMadeItSo() {
    func result(_ log: [Truth]) -> (real: Int, false: Int, starved: Int) {
      let result = Self.judge(log, [Self.record(1, .processor, "ordinary", kind: .starved)])
      return (result.realOnes.count, result.falseOnes.count, result.starvedOnes.count)
    }
    let ordinary = Self.truth("", "ordinary")
    #expect(result([ordinary]) == (1, 0, 0))
    #expect(result([]) == (0, 1, 0))
    // While the process is stopped every callout is long.
    #expect(result([ordinary, Self.truth("stop", "other")]) == (0, 1, 0))
    #expect(result([Self.truth("", "ordinary", queued: 25), Self.truth("stop", "other")]) == (1, 0, 0))
    // A loop that was starved on purpose is reported as starved.
    #expect(result([ordinary, Self.truth("starve", "other")]) == (0, 0, 1))
  }
}
