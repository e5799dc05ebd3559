import Glibc
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Whatever stands in files, pages and requests that others have made: it is read or refused, and nothing ends or hangs.
@Suite("Bytes that anybody may have written", .hangLimit)
struct StallFuzzTests {
  /// Few enough for a second each in a debug build; `MAINSPRING_FUZZ_ROUNDS` makes them more.
  private static let rounds: [StallFuzzTarget: Int] = [
    .elf: 3_000, .notes: 20_000, .headers: 4_000, .unwind: 6_000, .maps: 4_000, .reports: 250,
    .records: 1_200,
    .pages: 1_500, .requests: 8_000, .names: 4_000,
  ]
  /// Fewer different answers mean that the inputs do not get past the first look: some half of what there were.
  private static let fewestAnswers: [StallFuzzTarget: Int] = [
    .elf: 15, .notes: 8, .headers: 4, .unwind: 70, .maps: 6, .reports: 10, .records: 6, .pages: 20,
    .requests: 14,
    .names: 60,
  ]

  @Test("are read or refused", arguments: StallFuzzTarget.allCases)
  func target(_ target: StallFuzzTarget) throws {
    for seed in [1, 2] as [UInt64] {
      var fuzzer = InputFuzzer(corpus: target.rawValue, seed: seed)
      fuzzer.run(try #require(Self.rounds[target]) / 2, seal: target.sealed, target.read)
      print("\(target): \(fuzzer.answerCount) different answers")
      #expect(fuzzer.answerCount >= Self.fewestAnswers[target] ?? 0, "\(target)")
    }
  }

  @Test("begin with a corpus of inputs that are whole, which is what its makers make")
  func corpora() throws {
    for (target, seeds) in StallFuzzSeeds.all {
      let folder = InputFuzzer.folder(target.rawValue)
      if getenv("MAINSPRING_WRITE_CORPORA") != nil {
        mkdir(folder, 0o755)
        for (name, bytes) in seeds { try FileBytes.replace("\(folder)/\(name)", with: bytes) }
      }
      let files = Dictionary(
        uniqueKeysWithValues: InputFuzzer.files(of: target.rawValue).map { ($0.name, $0.bytes) })
      for (name, bytes) in seeds {
        #expect(
          (files[name] == bytes) as Bool,
          "\(target.rawValue)/\(name) is another: write it with MAINSPRING_WRITE_CORPORA=1")
        #expect(target.read(bytes) != [-1], "\(target.rawValue)/\(name) is refused")
      }
    }
  }
}
