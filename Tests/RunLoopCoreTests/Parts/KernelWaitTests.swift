import TestHarness
import Testing

@testable import RunLoopCore

/// What a loop that waits in the kernel keeps between its turns.
@Suite(.hangLimit) struct KernelWaitTests {
  private func looks(_ count: Int, isNoted: Bool, _ wait: inout KernelWait) -> [Bool] {
    (0..<count).map { _ in wait.looks(isNoted: isNoted) }
  }

  @Test func aLoopWithoutANoteAsksInEachTurn() {
    var wait = KernelWait()
    #expect(looks(20, isNoted: false, &wait) == Array(repeating: true, count: 20))
  }

  @Test func aNotedLoopAsksInEveryNinthTurn() {
    var wait = KernelWait()
    let round = Array(repeating: false, count: 8) + [true]
    #expect(looks(27, isNoted: true, &wait) == round + round + round)
  }

  @Test func aLookBetweenCountsAnew() {
    var wait = KernelWait()
    _ = looks(5, isNoted: true, &wait)
    _ = looks(1, isNoted: false, &wait)
    #expect(looks(9, isNoted: true, &wait).firstIndex(of: true) == 8)
    _ = looks(5, isNoted: true, &wait)
    wait.slept()
    #expect(looks(9, isNoted: true, &wait).firstIndex(of: true) == 8)
  }

  @Test func aRecordNamesOneMode() {
    let modes = (0..<2).map { ModeState(RunLoop.Mode(rawValue: "\($0)"), index: $0) }
    var record = SleepRecord()
    #expect(!record.isIn(modes[0]) && record.deadline == .never)
    record = SleepRecord(mode: .passUnretained(modes[0]), deadline: 5)
    #expect(record.isIn(modes[0]) && !record.isIn(modes[1]))
  }

  @Test(arguments: [false, true])
  func timersAreArmedAtOnceUnderSimulatedTimeAndAsCFRunLoop(isSimulated: Bool) {
    var arming = TimerArming(LoopClock(simulation: isSimulated ? SimulatedClock() : nil))
    #expect(arming.isImmediate == isSimulated && !arming.isCFRunLoops)
    arming.isCFRunLoops = true
    #expect(arming.isImmediate)
    arming.isCFRunLoops = false
    #expect(arming.isImmediate == isSimulated)
  }

  @Test func aReportIsTakenOnce() {
    var interest = DescriptorInterest()
    interest.reported = 4
    let taken = [interest.takeReport(), interest.takeReport()]
    #expect(taken == [4, 0])
  }
}
