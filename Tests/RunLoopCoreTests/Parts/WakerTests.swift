import LinuxSystem
import Synchronization
import TestHarness
import Testing

@testable import RunLoopCore

/// What ends a loop's sleep, without the loop. All on one thread: the protocol between threads is a model's business
/// (Tests/Models/waker.pml).
@Suite(.hangLimit) struct WakerTests {
  private let waker = Waker(LoopClock(simulation: nil))

  /// How often the doorbell was rung since it was asked last.
  private func rings(of waker: Waker) -> UInt64 {
    var count: UInt64 = 0
    return read(waker.doorbell.load(ordering: .relaxed), &count, 8) == 8 ? count : 0
  }

  private func state(of waker: Waker) -> UInt32 { waker.state.load(ordering: .relaxed) }

  /// As a loop in its first turn.
  private func begin(_ waker: Waker) throws {
    _ = try waker.openDoorbell()
    waker.beginOutermostRun()
    waker.listen()
  }

  @Test func aSleepIsRungOnce() throws {
    try begin(waker)
    #expect(waker.announceSleep(0))
    #expect(rings(of: waker) == 0)
    for _ in 0..<3 { waker.wake() }
    #expect(rings(of: waker) == 1)
    waker.awake()
    #expect(waker.isNoted && state(of: waker) == WakeState.active)
    #expect(waker.takeNote())
    #expect(!waker.takeNote() && !waker.isNoted)
    #expect(waker.announceSleep(0))
    waker.wake()
    #expect(rings(of: waker) == 1)
  }

  @Test func aWakeUpBeforeTheSleepForbidsItAndDoesNotRing() throws {
    try begin(waker)
    waker.wake()
    #expect(waker.isNoted)
    #expect(!waker.announceSleep(WakeState.awaitsMainQueue))
    #expect(rings(of: waker) == 0)
    waker.awake()
    #expect(waker.takeNote() && state(of: waker) == WakeState.active)
  }

  @Test func wakeUpsOfTheDeafTimeAreDropped() throws {
    try begin(waker)
    waker.stopListening()
    #expect(!waker.isListening && !waker.noteOwn())
    waker.wake()
    waker.listen()
    #expect(!waker.isNoted)
    #expect(waker.noteOwn())
    #expect(waker.takeNote())
  }

  /// It came before a port ended the wait: the next wait serves it.
  @Test func oneThatWasRecordedBeforeStays() throws {
    try begin(waker)
    waker.wake()
    waker.stopListening()
    #expect(waker.isNoted)
    waker.listen()
    #expect(waker.takeNote() && !waker.isNoted)
  }

  @Test func theEndOfARunReturnsWhatItDidNotServe() throws {
    try begin(waker)
    #expect(!waker.endOutermostRun())
    try begin(waker)
    #expect(waker.noteOwn())
    #expect(waker.endOutermostRun())
    try begin(waker)
    waker.wake()
    #expect(waker.endOutermostRun())
    try begin(waker)
    #expect(!waker.isNoted)
    #expect(!waker.endOutermostRun())
    #expect(state(of: waker) == 0)
  }

  /// No thread sleeps on the word here; the test checks that it changes when one would.
  @Test func aSleepOnTheWordIsInterruptedByAChangeOfIt() throws {
    try begin(waker)
    #expect(waker.announceSleep(0))
    waker.interruptSleepOnWord()
    #expect(!waker.isNoted)
    waker.awake()
    #expect(waker.announceSleep(WakeState.onWord))
    waker.interruptSleepOnWord()
    #expect(waker.isNoted && rings(of: waker) == 0)
  }

  @Test func aHostIsRungForTheLoopsOwnWakeUps() throws {
    try begin(waker)
    waker.stopListening()
    waker.wakeHosted()
    #expect(rings(of: waker) == 0)
    _ = waker.endSleep()
    #expect(waker.announceSleep(0))
    waker.wakeHosted()
    waker.wakeHosted()
    #expect(rings(of: waker) == 1)
  }

  @Test func aSpinEndsWithAWakeUp() throws {
    try begin(waker)
    #expect(!waker.spinsUntilNoted(), "no call has ended a sleep")
    #expect(waker.announceSleep(0))
    waker.wake()
    waker.awake()
    #expect(waker.takeNote())
    #expect(!waker.spinsUntilNoted(), "no call comes")
    waker.wake()
    #expect(!waker.spinsUntilNoted() && !waker.spinsUntilNoted(), "the pause after that")
    #expect(waker.spinsUntilNoted())
    #expect(waker.takeNote())
  }

  /// The doorbell is the parent's.
  @Test func aCopyDoesNotRing() throws {
    try begin(waker)
    #expect(waker.announceSleep(0))
    waker.process &+= 1
    waker.wake()
    #expect(rings(of: waker) == 0)
    waker.becameCopy(isRunning: true)
    let doorbell = waker.doorbell.load(ordering: .relaxed)
    #expect(state(of: waker) == WakeState.active && doorbell == -1)
    waker.becameCopy(isRunning: false)
    #expect(state(of: waker) == 0)
  }

  @Test func underSimulatedTimeARecordedWakeUpRingsAlsoWhenAwake() throws {
    let waker = Waker(LoopClock(simulation: SimulatedClock()))
    _ = try waker.openDoorbell()
    waker.beginOutermostRun()
    waker.wakeInOrder()
    #expect(rings(of: waker) == 0 && !waker.isNoted)
    waker.listen()
    waker.wakeInOrder()
    waker.wakeInOrder()
    #expect(rings(of: waker) == 1)
    #expect(waker.takeNote())
    waker.stopListening()
    waker.wakeInOrder()
    #expect(rings(of: waker) == 0)
    // What the run did not serve does not ring in the next one.
    waker.listen()
    waker.wakeInOrder()
    #expect(waker.endOutermostRun())
    #expect(rings(of: waker) == 0)
  }
}
