import Foundation
import StallMonitoring
import TestHarness
import Testing

@testable import runloop

/// What is known of an injected stall by itself, with which the monitor's reports are compared.
@Suite(.hangLimit) struct InjectedTruthTests {
  @Test func workBelowTheThresholdIsNoStallAndNoFailure() throws {
    let folder = try TestHarness.TemporaryFolder()
    let run = try Tool.run(["inject", "busy", "1", "--threshold", "5000", "--folder", folder.path])
    #expect(run.status == 0 && run.output == "no stall was found\n", "\(run)")
  }

  @Test func aSentenceMustSayTheOwnerAndNothingThatIsWrong() throws {
    let selfLock = try Injector.named("self-lock")
    let right = "injectSelfLock(_:) waited for a pthread mutex that it holds itself: a deadlock"
    #expect(selfLock.fault(in: right, owner: 0) == nil)
    #expect(
      selfLock.fault(in: right + ", held by thread 5", owner: 0)?.hasPrefix("'held by thread' is wrong: ")
        == true)
    #expect(
      selfLock.fault(in: "a deadlock", owner: 0)?.hasPrefix("'injectSelfLock(_:)' is missing: ") == true)
    let join = try Injector.named("join")
    let sentence = "injectJoin(_:_:), for thread 7 'x' to end (pthread_join), in holdOn(_:)"
    #expect(join.fault(in: sentence, owner: 7) == nil)
    #expect(join.fault(in: sentence, owner: 8)?.hasPrefix("'for thread 8 ' is missing") == true)
  }

  @Test func theEndOfAProcessIsRightIfItIsThatSignalFromAProcess() {
    #expect(EndOfProcess.term.isTold(.signal(SIGTERM, sender: 5)))
    #expect(!EndOfProcess.term.isTold(.signal(SIGHUP, sender: 5)))
    #expect(!EndOfProcess.term.isTold(.signal(SIGTERM, sender: 0)))
    #expect(!EndOfProcess.term.isTold(.unseen) && !EndOfProcess.term.isTold(nil))
    #expect(EndOfProcess.bus.isTold(.crash(signal: SIGBUS, address: nil, thread: 1)))
    #expect(!EndOfProcess.bus.isTold(.crash(signal: SIGSEGV, address: nil, thread: 1)))
    #expect(EndOfProcess.kill.isTold(.unseen) && !EndOfProcess.kill.isTold(.exited(status: 3)))
    #expect(EndOfProcess.exit.isTold(.exited(status: 3)) && !EndOfProcess.exit.isTold(.exited(status: 0)))
  }

  @Test func whatWasToStopTheProcessHappenedIfItDidForLong() {
    func happened(_ cause: String, gap: UInt64 = 0, step: UInt64 = 0, queued: UInt64 = 0) -> Bool {
      var truth = Truth(label: "", cause: cause, started: 0, ended: 1)
      (truth.longestGap, truth.clockStep, truth.queued) = (gap, step, queued)
      return truth.happened
    }
    for cause in ["stop", "debugger", "freezer"] {
      #expect(happened(cause, gap: 300_000_000) && !happened(cause, gap: 299_999_999), "\(cause)")
    }
    #expect(happened("clock", step: 1_000_000_000) && !happened("clock", gap: .max, step: 999_999_999))
    #expect(happened("starve", queued: 100_000_000) && !happened("starve", gap: .max))
    #expect(happened("nested"))
  }

  /// On a busy machine an ordinary callout may be a stall.
  @Test func ordinaryCalloutsThatTookLongAreCountedByThemselves() {
    func remark(_ times: [UInt64]) -> String {
      let injected = Truth(label: "", cause: "lock", started: 0, ended: 900)
      let ordinary = times.map { Truth(label: "", cause: "", started: 5, ended: 5 + $0) }
      return VerifyReport.remark(on: ordinary + [injected], threshold: 100, reported: 1)
    }
    #expect(remark([1, 99]) == "2 ordinary callouts; 1 such stalls reported\n")
    #expect(
      remark([1, 100, 101])
        == "3 ordinary callouts, 2 of which took longer than the threshold because the machine was busy;"
        + " 1 such stalls reported\n")
  }

  @Test func aPercentileIsATimeThatSoManyDoNotExceed() {
    let four = Times([40, 10, 30, 20])
    #expect(four.median == 20 && four.percentile(75) == 30 && four.percentile(76) == 40)
    #expect(four.percentile(99) == 40 && four.max == 40 && four.percentile(0) == 10)
    #expect(Times((1...101).map { $0 }).percentile(99) == 100)
    #expect(Times([]).median == 0 && Times([]).isEmpty)
  }

  @Test func theMonitorsCostIsThatSinceTheMeasurementBegan() throws {
    let thread = runloop.ThreadStart.number
    injectBusy(30_000_000)
    let before = MonitorCost(of: [thread])
    usleep(1_000)
    injectBusy(1_000_000)
    let after = MonitorCost(of: [thread])
    let cost = after.since(before)
    try #require(before.processorTime > 0 && after.waits > before.waits)
    #expect(cost.processorTime == after.processorTime - before.processorTime)
    #expect(cost.wallTime == after.wallTime - before.wallTime && cost.waits == after.waits - before.waits)
    #expect(cost.share > 0 && cost.shareOfWaking(1_000_000) > 0)
  }
}
