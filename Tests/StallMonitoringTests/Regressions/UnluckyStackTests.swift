import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: the first stack stands for the time before it, which is half of a short stall: one that was taken in a small function by
/// chance made that the function of the sentence.
@Suite(.hangLimit) struct UnluckyStackTests {
  /// Stacks at times in milliseconds, of a stall of so many, all of work.
  private func sentence(_ length: UInt64, _ stacks: [(UInt64, [UInt])]) -> String {
    StallReport.sample { record in
      record.lastSeen = record.started + length * 1_000_000
      record.samples = stacks.map { time, addresses in
        var stack = StackSample()
        stack.time = record.started + time * 1_000_000
        stack.addresses = addresses
        stack.means = addresses.isEmpty ? .none : .signal
        return stack
      }
      record.diagnosis.cause = .processor
      record.diagnosis.shares.processor = 1
    }.sentence
  }

  private let small: [UInt] = [0x6000, 0x4001, 0x3001]
  private let large: [UInt] = [0x4000, 0x3001]

  @Test func theFirstStackDoesNotStandForHalfOfAShortStall() {
    let often = (0..<9).map { (110 + 10 * UInt64($0), large) }
    #expect(sentence(200, [(100, small)] + often).hasSuffix("it computed, mostly in feed+0x4000."))
    // What the first few have in common is believed.
    let early = (0..<5).map { (100 + 10 * UInt64($0), small) }
    let late = (0..<8).map { (150 + 10 * UInt64($0), large) }
    #expect(sentence(230, early + late).hasSuffix("it computed, mostly in feed+0x6000."))
  }

  @Test func oneStackThatAnotherContradictsIsNotEnough() {
    #expect(sentence(200, [(100, small), (190, large)]).hasSuffix("mostly in feed+0x4000."))
    let other: [UInt] = [0x7000, 0x3001]
    #expect(sentence(200, [(100, small), (190, other)]).hasSuffix("mostly in feed+0x3000."))
    // Nothing contradicts it.
    #expect(sentence(200, [(100, small)]).hasSuffix("mostly in feed+0x6000."))
    #expect(sentence(200, [(100, small), (190, [])]).hasSuffix("mostly in feed+0x6000."))
    #expect(sentence(200, [(100, small), (190, small)]).hasSuffix("mostly in feed+0x6000."))
    // None of the stacks have anything in common.
    #expect(sentence(200, [(100, [0x6000]), (190, [0x7000])]).hasSuffix("it computed."))
  }

  @Test func theFirstLookDoesNotDecideWhatAThreadWaitedFor() {
    var readings = [ThreadReading(), ThreadReading()]
    readings[0].time = 5_000_000_000
    readings[1].time = 5_200_000_000
    func note(_ time: UInt64, _ kind: WaitKind) -> WaitNote {
      WaitNote(time: 5_000_000_000 + time * 1_000_000, call: 0, kind: kind)
    }
    let often = (0..<9).map { note(110 + 10 * UInt64($0), .socket) }
    let found = Diagnosing.diagnosis(readings: readings, notes: [note(100, .fileIO)] + often)
    #expect(found.cause == .socket)
  }

  @Test func theTimeBeforeTheFirstStackIsSharedByTheFirstFew() {
    for weights in [[], [7], [9, 1], [5, 5, 5], [3, 9, 1, 1]] as [[UInt64]] {
      #expect(TimeClaims.of(weights) == weights)
    }
    #expect(TimeClaims.of([106, 10, 10, 10, 10]) == [34, 34, 34, 34, 10])
    #expect(TimeClaims.of([40, 10, 10]) == [20, 20, 20])
    for weights in [[.max, 0, 0, 0], [.max, 1, .max - 1]] as [[UInt64]] {
      #expect(TimeClaims.of(weights).count == weights.count)
    }
  }
}
