import TestHarness
import Testing

@testable import StallMonitoring

/// From readings and notes to a cause, without threads.
@Suite(.hangLimit) struct DiagnosingTests {
  /// A stall of so many milliseconds, of which the thread had a processor and waited for one.
  private func readings(
    _ length: UInt64 = 1_000, processor: UInt64 = 0, queue: UInt64 = 0, kernel: UInt64 = 0, minor: UInt64 = 0,
    major: UInt64 = 0
  ) -> [ThreadReading] {
    var first = ThreadReading()
    // The thread has done much before.
    first.time = 5_000_000_000
    first.processorTime = 70_000_000_000
    first.queueTime = 3_000_000_000
    first.kernelTime = 10_000_000_000
    first.minorFaults = 100_000
    first.majorFaults = 1_000
    var last = first
    last.time += length * 1_000_000
    last.processorTime += processor * 1_000_000
    last.queueTime += queue * 1_000_000
    last.kernelTime = 10_000_000_000 + kernel * 1_000_000
    last.minorFaults += minor
    last.majorFaults += major
    return [first, last]
  }

  private func notes(_ kind: WaitKind, _ count: Int, _ change: (inout WaitNote) -> Void = { _ in })
    -> [WaitNote]
  {
    (0..<count).map { index in
      var note = WaitNote(time: UInt64(index), call: kind == .running ? nil : 0, kind: kind)
      change(&note)
      return note
    }
  }

  private func cause(_ readings: [ThreadReading], _ notes: [WaitNote]) -> Cause {
    Diagnosing.diagnosis(readings: readings, notes: notes).cause
  }

  @Test func theSharesAddUpToTheWholeTime() {
    let shares = Diagnosing.diagnosis(
      readings: readings(1_000, processor: 300, queue: 200, kernel: 150), notes: []
    ).shares
    #expect(
      abs(shares.processor - 0.3) < 1e-9 && abs(shares.queue - 0.2) < 1e-9 && abs(shares.blocked - 0.5) < 1e-9
    )
    #expect(abs(shares.kernel - 0.15) < 1e-9)
    // The counts of the kernel may be a little more than the time.
    let full = Diagnosing.diagnosis(
      readings: readings(1_000, processor: 1_020, queue: 30, kernel: 2_000), notes: []
    )
    .shares
    #expect(full.processor == 1 && full.queue == 0 && full.blocked == 0 && full.kernel == 1)
  }

  @Test func theLargestPartDecides() {
    #expect(cause(readings(processor: 600, queue: 100), notes(.sleep, 9)) == .processor)
    #expect(cause(readings(processor: 300, queue: 100), notes(.sleep, 1)) == .sleep)
    #expect(cause(readings(processor: 100, queue: 800), []) == .starved)
    #expect(cause(readings(processor: 100), []) == .unknown)
  }

  @Test func mostOfTheTimeInTheKernelIsTheKernels() {
    #expect(cause(readings(processor: 900, kernel: 440), []) == .processor)
    #expect(cause(readings(processor: 900, kernel: 460), []) == .kernel)
    #expect(cause(readings(processor: 900, kernel: 100), []) == .processor)
  }

  @Test func pageFaultsAreTheCauseWhenThereAreMany() {
    #expect(cause(readings(processor: 900, kernel: 450, minor: 20_000), []) == .minorFaults)
    #expect(cause(readings(processor: 900, kernel: 450, minor: 19_000), []) == .processor)
    #expect(cause(readings(major: 200), notes(.fileIO, 5)) == .majorFaults)
    #expect(cause(readings(major: 190), notes(.fileIO, 5)) == .fileIO)
    // By the second; and of a short stall a handful says nothing.
    #expect(cause(readings(100, major: 20), notes(.sleep, 5)) == .majorFaults)
    #expect(cause(readings(20, major: 7), notes(.sleep, 5)) == .sleep)
    #expect(cause(readings(20, major: 8), notes(.sleep, 5)) == .majorFaults)
    // A thread that mostly waited did not touch memory.
    #expect(cause(readings(processor: 400, minor: 50_000), notes(.lock, 5)) == .lock)
  }

  @Test func faultsAreThoseOfTheStall() {
    let found = Diagnosing.diagnosis(readings: readings(processor: 500, minor: 17, major: 3), notes: [])
    #expect(found.minorFaults == 17 && found.majorFaults == 3)
    // Brief readings have none: the full ones are compared.
    var brief = readings(processor: 500, minor: 17, major: 3)
    var end = ThreadReading()
    end.time = 6_500_000_000
    end.processorTime = 70_600_000_000
    end.queueTime = 3_000_000_000
    brief.append(end)
    let same = Diagnosing.diagnosis(readings: brief, notes: [])
    #expect(same.minorFaults == 17 && same.majorFaults == 3 && abs(same.shares.processor - 0.4) < 1e-9)
  }

  @Test func whatTheThreadWasFoundWaitingForMostOftenIsTheCause() {
    let mixed = notes(.socket, 3) + notes(.pipe, 4) + notes(.running, 9) + notes(.queued, 9)
    #expect(cause(readings(), mixed) == .pipe)
    let kinds: [(WaitKind, Cause)] = [
      (.lock, .lock), (.wait, .wait), (.sleep, .sleep), (.fileIO, .fileIO), (.socket, .socket),
      (.pipe, .pipe),
      (.childProcess, .childProcess), (.poll, .poll), (.memory, .kernel), (.pageFault, .majorFaults),
      (.other, .unknown),
    ]
    for (kind, expected) in kinds { #expect(cause(readings(), notes(kind, 3)) == expected) }
  }

  @Test func timeInTheQueueIsAWaitWhenTheThreadWasFoundWaiting() {
    let queued = readings(processor: 50, queue: 900)
    // A disk's completion that is booked as such time: found blocked at the first look, mostly.
    #expect(cause(queued, notes(.fileIO, 3) + notes(.queued, 2)) == .fileIO)
    #expect(cause(queued, notes(.fileIO, 3) + notes(.queued, 3)) == .starved)
    // Ready at the first look, and blocked at a later one: it was kept from working.
    #expect(cause(queued, notes(.fileIO, 9) { $0.wasReady = true }) == .starved)
    // Two looks are too few to say so.
    #expect(cause(queued, notes(.fileIO, 2)) == .starved)
  }

  @Test func workThatHadAProcessorForNearlyHalfOfItsTimeIsTheCause() {
    #expect(cause(readings(processor: 460, queue: 540), []) == .processor)
    #expect(cause(readings(processor: 440, queue: 560), []) == .starved)
    #expect(cause(readings(processor: 450, queue: 500, kernel: 400), []) == .kernel)
    // Of what neither worked nor waited for much else, the queue is the cause.
    #expect(cause(readings(processor: 200, queue: 450), notes(.sleep, 1)) == .starved)
  }

  @Test func theCallTheChannelAndTheDescriptorAreThoseOfTheCause() {
    let pipes = notes(.pipe, 3) {
      $0.call = 0
      $0.waitChannel = "pipe_read"
      $0.descriptor = "pipe:[1]"
    }
    let sleeps = notes(.sleep, 2) {
      $0.call = 35
      $0.waitChannel = "hrtimer_nanosleep"
    }
    let found = Diagnosing.diagnosis(readings: readings(), notes: sleeps + pipes)
    #expect(found.systemCall == "read" && found.waitChannel == "pipe_read" && found.descriptor == "pipe:[1]")
    let other = Diagnosing.diagnosis(readings: readings(), notes: sleeps + sleeps + pipes)
    #expect(
      other.systemCall == "nanosleep" && other.waitChannel == "hrtimer_nanosleep" && other.descriptor == "")
  }

  @Test func ofALocksHoldersTheMostFrequentIsReportedWithItsLongestStack() {
    func note(_ thread: Int32, _ frames: Int) -> WaitNote {
      var stack = StackSample()
      stack.addresses = Array(repeating: 1, count: frames)
      var note = WaitNote(time: 0, call: 202, kind: .lock)
      note.owner = LockOwner(kind: .mutex, thread: thread, threadName: "t\(thread)", stack: stack)
      return note
    }
    let found = Diagnosing.diagnosis(
      readings: readings(), notes: [note(7, 30), note(8, 3), note(8, 12), note(8, 5)])
    #expect(found.lockOwner?.thread == 8 && found.lockOwner?.stack.addresses.count == 12)
    // A holder of a lock that was not what it waited for mostly is not reported.
    let other = Diagnosing.diagnosis(readings: readings(), notes: [note(7, 30)] + notes(.sleep, 2))
    #expect(other.cause == .sleep && other.lockOwner == nil)
  }

  @Test func withoutTwoReadingsTheNotesDecide() {
    #expect(cause([], notes(.pipe, 1)) == .pipe && cause([], []) == .unknown)
    let one = Array(readings().prefix(1))
    #expect(cause(one, notes(.lock, 1)) == .lock)
    #expect(Diagnosing.diagnosis(readings: one, notes: []).shares == TimeShares())
  }
}
