import TestHarness
import Testing

@testable import Packing

@Suite("Packed bytes that anybody may have written", .hangLimit) struct PackingFuzzTests {
  private static let seeds: [(target: PackingFuzzTarget, seeds: [(name: String, bytes: [UInt8])])] = [
    (
      .zlib,
      [
        (
          "own-codes",
          PackingFuzzTarget.input(InflateTests.dynamic.packed, size: InflateTests.dynamic.contents.count)
        ),
        ("run", PackingFuzzTarget.input(Deflate.zlib(Array("aaaaaaaabc".utf8)), size: 10)),
      ]
    ),
    (
      .zstandard,
      (ZstandardFrames.samples + ZstandardFrames.byHand).map {
        ($0.name, PackingFuzzTarget.input($0.packed, size: $0.contents.count))
      }
    ),
  ]

  @Test("are unpacked or refused", arguments: PackingFuzzTarget.allCases)
  func target(_ target: PackingFuzzTarget) throws {
    var fuzzer = InputFuzzer(try Corpus(target.rawValue), largest: 1 << 16)
    fuzzer.run(3_000, target.read)
    print("\(target): \(fuzzer.answerCount) different answers")
    // Fewer different answers mean that the inputs do not get past the first look.
    #expect(fuzzer.answerCount >= (target == .zlib ? 8 : 40))
  }

  @Test("begin with a corpus of whole ones, which is what its makers make")
  func corpora() {
    for (target, seeds) in Self.seeds {
      Corpus.expectMade(target.rawValue, by: seeds)
      for (name, bytes) in seeds {
        #expect(target.read(bytes)[0] > 0, "\(target.rawValue)/\(name) is refused")
      }
    }
  }
}
