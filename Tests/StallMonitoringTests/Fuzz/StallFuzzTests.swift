import TestHarness
import Testing

@testable import StallMonitoring

/// Whatever stands in files, pages and requests that others have made: it is read or refused, and nothing ends or hangs.
@Suite("Bytes that anybody may have written", .hangLimit)
struct StallFuzzTests {
  /// Few enough for a second each in a debug build; `MAINSPRING_FUZZ_ROUNDS` makes them more.
  private static let rounds: [StallFuzzTarget: Int] = [
    .elf: 3_000, .notes: 20_000, .headers: 4_000, .unwind: 6_000, .maps: 4_000, .reports: 250,
    .records: 1_200,
    .pages: 1_500, .requests: 8_000, .names: 4_000, .lines: 3_000, .debug: 4_000,
  ]
  /// Fewer different answers mean that the inputs do not get past the first look: some half of what there were.
  private static let fewestAnswers: [StallFuzzTarget: Int] = [
    .elf: 15, .notes: 8, .headers: 4, .unwind: 70, .maps: 6, .reports: 10, .records: 4, .pages: 20,
    .requests: 14,
    .names: 60, .lines: 20, .debug: 40,
  ]

  @Test("are read or refused", arguments: StallFuzzTarget.allCases)
  func target(_ target: StallFuzzTarget) throws {
    for seed in [1, 2] as [UInt64] {
      var fuzzer = InputFuzzer(try Corpus(target.rawValue), seed: seed, largest: 1 << 16)
      fuzzer.run(try #require(Self.rounds[target]) / 2, seal: target.sealed, target.read)
      print("\(target): \(fuzzer.answerCount) different answers")
      #expect(fuzzer.answerCount >= Self.fewestAnswers[target] ?? 0, "\(target)")
    }
  }

  @Test("begin with a corpus of inputs that are whole, which is what its makers make")
  func corpora() throws {
    for (target, seeds) in StallFuzzSeeds.all {
      Corpus.expectMade(target.rawValue, by: seeds)
      for (name, bytes) in seeds {
        #expect(target.read(bytes) != [-1], "\(target.rawValue)/\(name) is refused")
      }
    }
  }
}
