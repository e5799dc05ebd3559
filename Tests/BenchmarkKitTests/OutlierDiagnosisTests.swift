import TestHarness
import Testing

@testable import BenchmarkKit

/// Which cause a latency is put down to, in simulated time: the callout is meant for 1,000,000.
@Suite("The cause of a late callout", .hangLimit)
struct OutlierDiagnosisTests {
  static let own: Int32 = 7
  static let intended: UInt64 = 1_000_000

  /// A callout so late; the counters begin 500 µs before its time and end 1 µs after it. It ran all the time that no event
  /// takes away from it.
  private func sample(
    late: UInt64, _ events: [ProcessorEvent]?, seesOthers: Bool = true, runDelay: UInt64 = 0,
    ran: UInt64? = nil
  ) -> LatencySample {
    let before = ThreadCounters(time: Self.intended - 500_000)
    var after = ThreadCounters(time: Self.intended + late + 1_000)
    after.runDelay = runDelay
    after.processorTime = ran ?? 0
    return LatencySample(
      intended: Self.intended, called: Self.intended + late, before: before, after: after, thread: Self.own,
      events: events, seesOthers: seesOthers)
  }

  /// The loop's thread sleeps from 10 µs after the last callout until `wake` after the intended start.
  private func sleep(until wake: Int64, next: Int32 = 0) -> [ProcessorEvent] {
    let (out, back) = (Self.intended - 490_000, UInt64(Int64(Self.intended) + wake))
    return [
      .init(out, .departure(isPreempted: false)), .init(out + 500, .arrival(thread: next)),
      .init(back, .arrival(thread: Self.own)),
    ]
  }

  private func parts(_ sample: LatencySample) -> [OutlierCause: UInt64] {
    let parts = OutlierDiagnosis(sample).parts
    return Dictionary(uniqueKeysWithValues: parts.bySize.map { ($0.cause, $0.nanoseconds) })
  }

  @Test("is an idle processor's wake-up, when the thread slept and nothing else ran")
  func haltExit() {
    #expect(parts(sample(late: 60_000, sleep(until: 55_000))) == [.haltExit: 55_000, .ownTurn: 5_000])
    // Woken at once, on a processor that takes its time.
    let delayed = sample(late: 60_000, sleep(until: 55_000), runDelay: 54_000)
    #expect(parts(delayed) == [.haltExit: 55_000, .ownTurn: 5_000])
  }

  @Test("is preemption, when another thread ran while it was ready")
  func preemption() {
    let asleep = sample(late: 60_000, sleep(until: 55_000, next: 9), runDelay: 54_000)
    #expect(parts(asleep) == [.preemption: 54_000, .interrupt: 1_000, .ownTurn: 5_000])
    #expect(OutlierDiagnosis(asleep).main == .preemption)
    let running = sample(
      late: 60_000,
      [
        .init(Self.intended + 5_000, .departure(isPreempted: true)),
        .init(Self.intended + 5_000, .arrival(thread: 9)),
        .init(Self.intended + 50_000, .arrival(thread: Self.own)),
      ], runDelay: 45_000)
    #expect(parts(running) == [.preemption: 45_000, .ownTurn: 15_000])
  }

  @Test("is the part of a wait alone that lies behind the intended start")
  func before() {
    let early = sample(late: 10_000, sleep(until: -20_000, next: 9), runDelay: 300_000)
    #expect(parts(early) == [.ownTurn: 10_000])
    let across = sample(late: 10_000, sleep(until: 4_000, next: 9), runDelay: 300_000)
    #expect(parts(across) == [.preemption: 4_000, .ownTurn: 6_000])
  }

  @Test("is the loop's own turn, when the thread ran all the time")
  func ownTurn() {
    #expect(parts(sample(late: 3_000_000, [], ran: 3_501_000)) == [.ownTurn: 3_000_000])
    // It blocked in a callout after the time had come.
    let blocked = sample(
      late: 60_000,
      [
        .init(Self.intended + 5_000, .departure(isPreempted: false)),
        .init(Self.intended + 5_000, .arrival(thread: 0)),
        .init(Self.intended + 50_000, .arrival(thread: Self.own)),
      ])
    #expect(parts(blocked) == [.ownTurn: 60_000])
  }

  @Test("is a throttled group, as far as the group's counter grew")
  func throttle() {
    var sample = sample(
      late: 60_000,
      [
        .init(Self.intended + 5_000, .departure(isPreempted: true)),
        .init(Self.intended + 50_000, .arrival(thread: Self.own)),
      ], runDelay: 45_000)
    sample.after.throttled = 40_000
    #expect(parts(sample) == [.throttle: 40_000, .preemption: 5_000, .ownTurn: 15_000])
    // The processor has nothing else to run meanwhile.
    sample.events?.insert(.init(Self.intended + 5_500, .arrival(thread: 0)), at: 1)
    #expect(parts(sample) == [.throttle: 40_000, .haltExit: 5_000, .ownTurn: 15_000])
    sample.after.throttled = 400_000
    #expect(parts(sample) == [.throttle: 45_000, .ownTurn: 15_000])
  }

  @Test("is migration, when the thread goes on elsewhere")
  func migration() {
    let sample = sample(
      late: 60_000,
      [
        .init(Self.intended + 5_000, .departure(isPreempted: true), on: 0),
        .init(Self.intended + 50_000, .arrival(thread: Self.own), on: 1),
      ], seesOthers: false, runDelay: 45_000)
    #expect(parts(sample) == [.migration: 45_000, .ownTurn: 15_000])
  }

  @Test("is page faults, by what one costs, and at most the time that the thread ran")
  func pageFaults() {
    var sample = sample(late: 60_000, [], ran: 561_000)
    sample.after.minorFaults = 50
    #expect(parts(sample) == [.pageFault: 50_000, .ownTurn: 10_000])
    sample.after.minorFaults = 500
    #expect(parts(sample) == [.pageFault: 60_000])
    // From a disk: the thread sleeps meanwhile.
    var read = self.sample(
      late: 9_000_000,
      [
        .init(Self.intended + 5_000, .departure(isPreempted: false)),
        .init(Self.intended + 8_990_000, .arrival(thread: Self.own)),
      ])
    read.after.majorFaults = 1
    #expect(OutlierDiagnosis(read).main == .pageFault)
  }

  @Test("is a stop, until the process went on")
  func stop() {
    var sample = sample(late: 60_000, sleep(until: 55_000))
    sample.continued = Self.intended + 56_000
    #expect(parts(sample) == [.stop: 55_000, .ownTurn: 5_000])
    // An earlier one.
    sample.continued = Self.intended - 495_000
    #expect(parts(sample) == [.haltExit: 55_000, .ownTurn: 5_000])
  }

  @Test("is steal, when the clock went on and the thread's processor time did not")
  func steal() {
    #expect(
      parts(sample(late: 3_000_000, [], ran: 3_501_000 - 2_000_000)) == [
        .steal: 2_000_000, .ownTurn: 1_000_000,
      ])
    // Readings are not made at the very same moment.
    #expect(parts(sample(late: 60_000, [], ran: 561_000 - 4_000)) == [.ownTurn: 60_000])
  }

  @Test("is steal, when the processor's counter grew meanwhile, and not when it may have been before")
  func stealOfProcessor() {
    var late = sample(late: 30_000_000, sleep(until: 29_990_000))
    late.processorBefore = ProcessorCounters(time: Self.intended - 400_000, stolen: 10_000_000)
    late.processorAfter = ProcessorCounters(time: late.called + 500, stolen: 30_000_000)
    #expect(parts(late) == [.steal: 20_000_000, .haltExit: 9_990_000, .ownTurn: 10_000])
    var short = sample(late: 60_000, sleep(until: 55_000))
    short.processorBefore = ProcessorCounters(time: 0, stolen: 10_000_000)
    short.processorAfter = ProcessorCounters(time: short.called + 500, stolen: 20_000_000)
    #expect(parts(short) == [.haltExit: 55_000, .ownTurn: 5_000])
  }

  @Test("is interrupts, when their handlers ran on top of the thread")
  func interrupts() {
    let sample = sample(
      late: 60_000,
      [
        .init(Self.intended - 10_000, .interruptBegin), .init(Self.intended + 5_000, .interruptBegin),
        .init(Self.intended + 20_000, .interruptEnd), .init(Self.intended + 40_000, .interruptEnd),
      ], ran: 561_000)
    #expect(parts(sample) == [.interrupt: 40_000, .ownTurn: 20_000])
  }

  @Test("is found in counters alone, where switches can not be recorded")
  func counters() {
    func parts(_ change: (inout LatencySample) -> Void) -> [OutlierCause: UInt64] {
      var sample = sample(late: 60_000, nil)
      change(&sample)
      return self.parts(sample)
    }
    #expect(parts { _ in } == [.haltExit: 60_000])
    #expect(parts { $0.after.runDelay = 50_000 } == [.preemption: 50_000, .haltExit: 10_000])
    #expect(parts { $0.after.processorTime = 500_000 } == [.ownTurn: 60_000])
    #expect(
      parts {
        $0.after.processorTime = 500_000
        $0.after.minorFaults = 40
      } == [.pageFault: 40_000, .ownTurn: 20_000])
    #expect(
      parts {
        $0.after.runDelay = 50_000
        $0.after.throttled = 45_000
      } == [.throttle: 45_000, .haltExit: 10_000, .preemption: 5_000])
    #expect(
      parts {
        $0.after.runDelay = 50_000
        $0.after.processor = 1
      } == [.migration: 50_000, .haltExit: 10_000])
    #expect(parts { $0.continued = Self.intended + 40_000 } == [.stop: 40_000, .haltExit: 20_000])
  }

  @Test("is that of the callout before, as long as that one held it up")
  func handedOn() {
    var late = sample(late: 900_000, [], ran: 101_000)
    late.before = ThreadCounters(time: Self.intended + 800_000)
    late.previous = .stop
    #expect(parts(late) == [.stop: 800_000, .ownTurn: 100_000])
    late.previous = nil
    #expect(parts(late) == [.ownTurn: 900_000])
    late.before.time = late.called + 5
    #expect(parts(late) == [.ownTurn: 900_000])
  }

  @Test("adds up to the latency, whatever the events are")
  func sums() {
    var dice = Dice(seed: 5)
    for _ in 0..<500 {
      var time = Self.intended - 500_000
      var events = (0..<dice.roll(below: 12)).map { _ -> ProcessorEvent in
        time += UInt64(dice.roll(below: 120_000))
        let kinds: [ProcessorEvent.Kind] = [
          .arrival(thread: Self.own), .arrival(thread: 0), .arrival(thread: 9), .departure(isPreempted: true),
          .departure(isPreempted: false), .interruptBegin, .interruptEnd,
        ]
        return .init(time, kinds[dice.roll(below: kinds.count)], on: dice.roll(below: 2))
      }
      // Records out of order are no reason to fail.
      if dice.roll(below: 4) == 0 { events.reverse() }
      var sample = sample(
        late: UInt64(1 + dice.roll(below: 900_000)), events, seesOthers: dice.roll(below: 2) == 0,
        runDelay: UInt64(dice.roll(below: 300_000)), ran: UInt64(dice.roll(below: 900_000)))
      sample.before.time += UInt64(dice.roll(below: 2) * dice.roll(below: 1_500_000))
      sample.after.throttled = UInt64(dice.roll(below: 100_000))
      sample.after.minorFaults = UInt64(dice.roll(below: 50))
      sample.continued = UInt64(dice.roll(below: 2_000_000))
      #expect(OutlierDiagnosis(sample).parts.sum == sample.latency, "\(sample)")
    }
  }
}
