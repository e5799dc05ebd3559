import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: after 400 ms of work and 400 ms of sleep the loop "slept, called from" the function that had worked; and a
/// loop that only worked "waited in epoll_wait", where it was after the callout's end.
@Suite(.hangLimit) struct TwoHalvesTests {
  private func report(_ change: (inout StallRecord) -> Void) -> StallReport {
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.frozenTime = 0
    record.hasEnded = true
    record.diagnosis.lockOwner = nil
    record.diagnosis.descriptor = ""
    record.pointSample = nil
    change(&record)
    return StallReport.of(record)
  }

  private func stack(_ address: UInt, _ found: Cause, at time: UInt64) -> StackSample {
    var stack = StackSample()
    stack.time = time
    stack.addresses = [address, 0x3001]
    stack.found = found
    stack.means = found == .processor ? .signal : .procfs
    return stack
  }

  @Test func theCauseAndItsPlaceAreOfTheSameHalf() {
    let report = report { record in
      record.samples =
        (0..<6).map { stack(0x2000, .processor, at: record.started + $0 * 10_000_000) }
        + [stack(0x4000, .sleep, at: record.started + 250_000_000)]
      record.diagnosis.cause = .sleep
      record.diagnosis.systemCall = "clock_nanosleep"
      record.diagnosis.shares.processor = 0.4
      record.diagnosis.shares.blocked = 0.6
      record.diagnosis.rest = Diagnosis.Part(cause: .processor, share: 0.4)
    }
    #expect(
      report.sentence.hasSuffix(
        "for 240 ms it slept (clock_nanosleep), called from feed+0x4000, and for 160 ms it computed, mostly in feed+0x2000."
      ), "\(report.sentence)")
  }

  /// Was wrong: of forks and waits for the children in turn the forks had no place, for each stack was of a wait.
  @Test func workThatIsBetweenManyWaitsHasTheirPlace() {
    func sentence(_ processor: Double, _ count: UInt64, from first: UInt64 = 0) -> String {
      report { record in
        record.samples = (0..<count).map {
          stack(0x4000, .childProcess, at: record.started + first + $0 * 20_000_000)
        }
        record.diagnosis.cause = .kernel
        record.diagnosis.shares.processor = processor
        record.diagnosis.shares.kernel = processor
        record.diagnosis.shares.blocked = 1 - processor
        record.diagnosis.rest = Diagnosis.Part(cause: .childProcess, share: 1 - processor)
      }.sentence
    }
    #expect(
      sentence(0.6, 9).hasSuffix(
        "for 240 ms it worked in the kernel, called from feed+0x4000, and for 160 ms it waited for a child process, called from feed+0x4000."
      ), "\(sentence(0.6, 9))")
    #expect(sentence(0.6, 2).contains("worked in the kernel, and"))
    // All of it may have been before the first stack.
    #expect(sentence(0.6, 9, from: 200_000_000).contains("worked in the kernel, and"))
  }

  @Test func withoutAStackOfTheCauseNoPlaceIsReported() {
    let report = report { record in
      record.samples = [stack(0x4000, .sleep, at: record.started + 250_000_000)]
      record.diagnosis.cause = .processor
      record.diagnosis.shares.processor = 0.9
      record.diagnosis.shares.blocked = 0.1
    }
    #expect(report.sentence.hasSuffix(": it computed."), "\(report.sentence)")
  }

  @Test func theReasonForAQuarterOfTheTimeIsReported() {
    func rest(_ processor: UInt64, _ kind: WaitKind) -> Diagnosis.Part? {
      var first = ThreadReading()
      first.time = 1
      first.kernelTime = 0
      var last = first
      last.time += 1_000
      last.processorTime = processor
      let notes = (0..<4).map { WaitNote(time: $0, call: 35, kind: kind) }
      return Diagnosing.diagnosis(readings: [first, last], notes: notes).rest
    }
    #expect(rest(760, .sleep) == nil && rest(240, .sleep) == nil)
    #expect(rest(740, .sleep)?.cause == .sleep && rest(740, .sleep)?.systemCall == "nanosleep")
    #expect(rest(260, .sleep)?.cause == .processor)
  }

  /// Was wrong: on a busy machine, where the work's half had a processor for less than a quarter of the time, only the sleep was
  /// told.
  @Test func workThatWaitedForAProcessorIsWork() throws {
    func found(_ processor: UInt64, _ queue: UInt64, _ kinds: [WaitKind], wasReady: Int = 0) -> Diagnosis {
      var first = ThreadReading()
      first.time = 1
      first.kernelTime = 0
      var last = first
      last.time += 1_000
      (last.processorTime, last.queueTime) = (processor, queue)
      var notes = kinds.enumerated().map { WaitNote(time: UInt64($0), call: 35, kind: $1) }
      for index in 0..<wasReady { notes[index].wasReady = true }
      return Diagnosing.diagnosis(readings: [first, last], notes: notes)
    }
    let halves: [WaitKind] = [.running, .queued, .sleep, .sleep, .sleep]
    let told = found(100, 300, halves)
    #expect(told.cause == .sleep && told.rest == Diagnosis.Part(cause: .processor, share: 0.4))
    // A moment in the queue after each of many waits is none; but where it was ready at looks, it worked.
    #expect(found(100, 300, [.sleep, .sleep, .sleep, .sleep, .running]).rest == nil)
    #expect(found(100, 300, [.sleep, .sleep, .sleep, .sleep], wasReady: 2).rest?.share == 0.4)
    // A disk's completion may be booked as time in the queue.
    #expect(found(100, 300, [.running, .queued, .fileIO, .fileIO, .fileIO]).rest == nil)
    // Of a starved loop the wait is reported, too.
    let starved = found(100, 600, [.queued, .queued, .queued, .sleep])
    #expect(starved.cause == .starved && starved.rest?.cause == .sleep)
    #expect(abs((starved.rest?.share ?? 0) - 0.3) < 1e-9)
    let report = report { record in
      record.samples = [
        stack(0x2000, .processor, at: record.started),
        stack(0x4000, .sleep, at: record.started + 250_000_000),
      ]
      record.diagnosis.cause = .sleep
      record.diagnosis.systemCall = ""
      (record.diagnosis.shares.processor, record.diagnosis.shares.queue) = (0.1, 0.3)
      record.diagnosis.shares.blocked = 0.6
      record.diagnosis.rest = Diagnosis.Part(cause: .processor, share: 0.4)
    }
    #expect(
      report.sentence.hasSuffix(
        "and for 160 ms it computed, mostly in feed+0x2000, without a processor for 120 ms of that."),
      "\(report.sentence)")
    let other = self.report { record in
      record.samples = [
        stack(0x2000, .processor, at: record.started),
        stack(0x4000, .sleep, at: record.started + 250_000_000),
      ]
      record.diagnosis.cause = .processor
      record.diagnosis.systemCall = ""
      (record.diagnosis.shares.processor, record.diagnosis.shares.queue) = (0.5, 0.09)
      record.diagnosis.shares.blocked = 0.41
      record.diagnosis.rest = Diagnosis.Part(cause: .sleep, share: 0.41)
    }
    #expect(
      other.sentence.hasSuffix(
        ": for 236 ms it computed, mostly in feed+0x2000, and for 164 ms it slept, called from feed+0x4000."),
      "\(other.sentence)")
  }

  /// Was wrong: stacks that stay the same are taken ever more rarely, and what came next was seen late or not at all.
  @Test func aThreadThatTurnsFromWorkToSleepIsLookedAtAtOnce() throws {
    let simulation = Simulation { $0.threshold = .milliseconds(50) }
    var scenario = LoopScenario.waiting
    scenario.callout("halves", at: 1, for: 1.3)
    simulation.play(scenario)
    let turn = simulation.time(2.005)
    simulation.world.reading = { [unowned world = simulation.world] _ in
      var reading = ThreadReading()
      reading.processorTime = min(world.now, turn) - 1_000_000_000_000
      return reading
    }
    simulation.world.stack = { _, time in time < turn ? [0x5000, 0x3000] : [0x6000, 0x3000] }
    simulation.run(to: 4)
    let record = try #require(simulation.sink.ended.first)
    let first = try #require(record.samples.first { $0.addresses.first == 0x6000 })
    #expect(first.time - turn <= 12_500_000, "\((first.time - turn) / 1_000) µs")
    // And it is closely looked at for a while.
    #expect(record.samples.count { $0.addresses.first == 0x6000 } >= 10)
    // From its beginning to its last look: what was before the first reading is taken to be like what came right after.
    let times = try #require(simulation.world.diagnosed.last)
    #expect(times.first == record.started && (times.last ?? 0) + 12_500_000 >= record.lastSeen)
  }

  @Test func whatIsReadAfterTheCalloutsEndIsNotOfTheStall() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 0.6)
    simulation.play(scenario)
    simulation.run(to: 3)
    let times = try #require(simulation.world.diagnosed.last)
    #expect(times.count > 3 && (times.max() ?? .max) < simulation.time(1.6))
  }

  @Test func aBurstsReadingsEndWithIt() throws {
    let simulation = Simulation { $0.burstThreshold = .seconds(1) }
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    for index in 0..<15 {
      scenario.at(1 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.09 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(2.52, .wait)
    simulation.play(scenario)
    simulation.run(to: 4)
    #expect(simulation.sink.ended.map(\.kind) == [.busyBurst])
    #expect((try #require(simulation.world.diagnosed.last).max() ?? .max) < simulation.time(2.52))
  }

  @Test func ofALongStallTheNewestReadingIsKept() throws {
    let simulation = Simulation { $0.longestStackInterval = .milliseconds(10) }
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 4)
    simulation.play(scenario)
    simulation.run(to: 6)
    let times = try #require(simulation.world.diagnosed.last)
    #expect(times.count <= 66 && (times.max() ?? 0) > simulation.time(4.8))
  }

  @Test func workThatIsNotBlockedWaitedInNoCall() {
    var first = ThreadReading()
    first.time = 1
    first.kernelTime = 0
    var last = first
    last.time = 1_001
    last.processorTime = 950
    last.systemCall = .init(number: 232, arguments: [], stackPointer: 0, programCounter: 0)
    last.waitChannel = "ep_poll"
    let found = Diagnosing.diagnosis(readings: [first, last], notes: [])
    #expect(found.cause == .processor && found.systemCall == "" && found.waitChannel == "")
  }
}
