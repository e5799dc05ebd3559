import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Text of input methods' servers, in the encodings that X programs use.
@Suite(.hangLimit) struct CompoundTextTests {
  @Test(
    "Each set of characters is read",
    arguments: [
      (Array("plain\n".utf8), "plain\n"),
      ([0x67, 0xFC, 0x6E], "gün"),
      ([0x1B, 0x25, 0x47, 0xE4, 0xBD, 0xA0, 0x1B, 0x25, 0x40, 0x61], "你a"),
      // GB 2312 below and above, JIS X 0208 with a space, KS C 5601.
      ([0x1B, 0x24, 0x28, 0x41, 0x44, 0x63, 0x1B, 0x28, 0x42, 0x62], "你b"),
      ([0x1B, 0x24, 0x29, 0x41, 0xC4, 0xE3, 0x61, 0xBA, 0xC3], "你a好"),
      ([0x1B, 0x24, 0x28, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x20, 0x38, 0x6C], "日本 語"),
      ([0x1B, 0x24, 0x42, 0x46, 0x7C], "日"),
      ([0x1B, 0x24, 0x29, 0x43, 0xC7, 0xD1], "한"),
      // Half kana, Cyrillic, a direction that is left out.
      ([0x1B, 0x29, 0x49, 0xB1], "ｱ"),
      ([0x1B, 0x2D, 0x4C, 0xBF], "П"),
      ([0x9B, 0x32, 0x5D, 0x61, 0x9B, 0x5D, 0x62], "ab"),
      // A segment with the name of its encoding.
      ([0x1B, 0x25, 0x2F, 0x32, 0x80, 0x89] + Array("big5-0".utf8) + [2, 0xA7, 0x41, 0x63], "你c"),
    ] as [([UInt8], String)])
  func sets(_ bytes: [UInt8], _ text: String) { #expect(CompoundText.text(bytes) == text) }

  @Test func whatIsCutOffOrUnknownIsSomeText() {
    let bytes: [UInt8] = [0x61, 0x1B, 0x25, 0x2F, 0x32, 0xFF, 0xFF, 0x78, 2, 0x62]
    for count in 0...bytes.count { _ = CompoundText.text(Array(bytes.prefix(count))) }
    #expect(CompoundText.text([0x1B, 0x24, 0x29, 0x41, 0xC4]) == "\u{FFFD}")
    #expect(CompoundText.text([0x1B, 0x25, 0x47, 0xE4]) == "\u{FFFD}")
    // Nothing but what means nothing takes no longer than its length.
    let long = [0x1B, 0x24, 0x29, 0x43] + [UInt8](repeating: 0xFF, count: 60_000)
    #expect(CompoundText.text(long).unicodeScalars.count >= 30_000)
  }

  @Test func anyBytesAreSomeText() {
    var generator = SplitMix(31)
    let pieces: [[UInt8]] = [
      [0x1B], [0x24], [0x28], [0x29], [0x2D], [0x25], [0x2F], [0x47], [0x40], [0x41], [0x42], [0x43], [0x49],
      [0x80, 0x85], [0x9B], [2], [0xC4, 0xE3], [0x61],
    ]
    for _ in 0..<(20_000 * Fuzz.factor) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        bytes +=
          Bool.random(using: &generator)
          ? pieces.randomElement(using: &generator)! : [UInt8.random(in: 0...255, using: &generator)]
      }
      let text = CompoundText.text(bytes)
      #expect(text.unicodeScalars.count <= bytes.count)
    }
  }
}
