import Testing

/// Frames of Zstandard that are made by hand, and some that the program zstd has made of texts that are made here.
enum ZstandardFrames {
  /// A frame with its window, 1 KiB unless it is said otherwise, and neither a length nor a checksum.
  static func frame(window: UInt8 = 0, _ blocks: [UInt8]...) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0, window] + blocks.flatMap(\.self)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func block(_ kind: Int, _ length: Int, _ contents: [UInt8], isLast: Bool) -> [UInt8] {
    number(length << 3 | kind << 1 | (isLast ? 1 : 0), 3) + contents
  }

  static func raw(_ contents: [UInt8], isLast: Bool = false) -> [UInt8] {
    block(0, contents.count, contents, isLast: isLast)
  }

  static func repeated(_ byte: UInt8, _ count: Int, isLast: Bool = false) -> [UInt8] {
    block(1, count, [byte], isLast: isLast)
  }

  static func packed(_ contents: [UInt8], isLast: Bool = true) -> [UInt8] {
    block(2, contents.count, contents, isLast: isLast)
  }

  static func skipped(_ contents: [UInt8]) -> [UInt8] {
    [0x5A, 0x2A, 0x4D, 0x18] + number(contents.count, 4) + contents
  }

  /// A block of some literals, and one match of three bytes behind them, or of as many more as its symbol says: each code has one symbol, that of the offset the number of
  /// bits that are added to their power of two.
  static func match(literals: [UInt8] = [], offset bits: UInt8, plus rest: Int, symbol: UInt8 = 0) -> [UInt8]
  {
    let stream = number(1 << Int(bits) | rest, (Int(bits) + 8) / 8)
    let head = [UInt8(literals.count << 3)] + literals
    return packed(head + [1, 0b0101_0100, UInt8(literals.count), bits, symbol] + stream)
  }

  // MARK: Of zstd

  struct Sample: CustomTestStringConvertible {
    var name: String
    var packed: [UInt8]
    var contents: [UInt8]

    var testDescription: String { name }
  }

  /// Numbers that look random, from 0 to below a limit.
  private struct Numbers {
    var last: Int

    mutating func next(_ limit: Int) -> Int {
      last = (last * 75 + 74) % 65_537
      return last % limit
    }

    mutating func letter(_ limit: Int) -> UInt8 { UInt8(97 + min(next(limit), next(limit))) }
  }

  private static func letters(_ seed: Int, of kinds: Int, _ count: Int) -> [UInt8] {
    var numbers = Numbers(last: seed)
    return (0..<count).map { _ in numbers.letter(kinds) }
  }

  private static func text(_ seed: Int, of words: Int, _ count: Int) -> [UInt8] {
    var numbers = Numbers(last: seed)
    var known: [[UInt8]] = []
    for _ in 0..<words {
      let count = 2 + numbers.next(6)
      known.append((0..<count).map { _ in numbers.letter(26) })
    }
    let chosen = (0..<count).map { _ in known[numbers.next(words)] }
    return Array(chosen.joined(separator: [32]))
  }

  private static func sample(_ name: String, _ contents: [UInt8], _ packed: String) -> Sample {
    Sample(name: name, packed: [UInt8](hexadecimal: packed), contents: contents)
  }

  /// By libzstd 1.5.4, levels -3 to 19, with a flush after each block where there are several. Together they have each kind of literals
  /// but those of `byHand`, and each mode of each code.
  static let samples: [Sample] = [
    sample(
      "plain-literals", letters(28, of: 2, 60),
      """
      28b52ffd243cb50000206162626207003429e07ca722d8650c5ce8dae13a367d22ec3a
      """),
    sample(
      "one-stream", text(134, of: 3, 30),
      """
      28b52ffd20793d0100b2410407f039c627b89ef05a6b47ce1c0e73a60e072010947bb04020b825f806a1228cafc1c861
      """),
    sample(
      "one-offset", letters(33, of: 2, 60),
      """
      28b52ffd243c650100240262626162616262616261616161616262616261626162616161626162616261616161031000cd1b892d018b735770
      """),
    sample(
      "repeated-states", text(278, of: 12, 60),
      """
      28b52ffd0068ec0100d2c2090fd0e7b07449929724b4a53a0045680b450c4015ade37d80152599363393d2d428f7c382c2391e070810bc7644012b\
      82a9824e70014f01109c65840100a862646a67206a676e6764636d68716d6667616b73660a081094770759083c03d5c0142a4ec38ae9c230657841\
      1ba6b03c010078676a62636b656e6e676d796c6662200a8c2095715165e522105515e550ac698e99dbcb294a07cc0000106e6709c04875ad04bc1d\
      4b106096c313069821f47c45041c09000064
      """),
    sample(
      "four-streams", letters(16, of: 5, 600),
      """
      28b52ffd04482c0300c6521806f03932cde71e150015001500a8b3cb71bccc2c0b1e72fb1b8085a4b415972eaf0ea7767d384797951c6a1a34a060\
      69b7a1cbd5099a069f21f8517e9e5b01e8ad8143961956f77dc8521d3415505f105b62b3ebd6fddb84c95d1bab5fdfa91001002503000711151400\
      14001300405f194a157011452a1cc002103855a2da60b02c3dae4225ae3e0a8e6a64825ea1b47399d09a4a01fe5a2e0f4a45690531d2d2b5e6292e\
      5d942c178dfe5d6c46d084089a4c25ec766fffd2ba330d0404041a6325047066748d281ad3e66aeb
      """),
    sample(
      "repeated-literal-code", text(177, of: 10, 100),
      """
      28b52ffd00684c0200b2030c10c0b701b24db4422dcbbdb4adaa13019f088fc956da930755b8b96f8a101effd88ed2870a68f6169dbf53f3d5cbdb\
      0508004809108371a548d849b0aa0983ba2b9380389b636c01001341027aee7373b7683b53140ea070831d101c4f7726b246e3aa36b9918f1f3f40\
      544bcaf3624669e84c2d93011401002863626368630db0d037159b3362efcb105873eb537d08b1fa196ca6b61d8fda0602ec000010746d0bc01b7b\
      475ce5b03fb78409e26c9daf9d390cdd8c10d45da1079500001063620640003784e1cd3c09d910b4d3234c
      """),
    sample(
      "long-length", letters(41, of: 2, 300),
      """
      28b52ffd642c00dd0200786161626162616162626162626262622620d02232ed4804e085a7ea8410481772d22025062101c715dc500bc47d85b543\
      07c893308c976306b0c8620e140e8f1598094372fb850d9411c01f5a332706c2844490dd8d16626c282c02a09d68
      """),
  ]

  /// What zstd makes rarely or never, with its contents.
  static let byHand: [Sample] = [
    Sample(
      name: "plain-blocks", packed: frame(raw([1, 2, 3]), repeated(7, 5), raw([], isLast: true)),
      contents: [1, 2, 3, 7, 7, 7, 7, 7]),
    // Literals of one byte, and no match.
    Sample(
      name: "equal-literals", packed: frame(packed([6 << 3 | 1, 9, 0])), contents: [9, 9, 9, 9, 9, 9]),
    // The weights of 0 and 1 in four bits each; five literals in one stream.
    Sample(
      name: "direct-weights", packed: frame(packed([0x52, 0xC0, 0, 128, 0x10, 0b10_1101, 0])),
      contents: [0, 1, 1, 0, 1]),
    Sample(
      name: "one-match", packed: frame(match(literals: [4, 5, 6], offset: 2, plus: 2)),
      contents: [4, 5, 6, 4, 5, 6]),
    // A distance of two, and 34 bytes: most of them are of the copy itself.
    Sample(
      name: "overlapping-match", packed: frame(match(literals: [7, 8], offset: 2, plus: 1, symbol: 31)),
      contents: (0..<36).map { $0 % 2 == 0 ? 7 : 8 }),
    Sample(
      name: "several-frames",
      packed: skipped([1, 2]) + frame(raw([1], isLast: true)) + skipped([])
        + frame(repeated(2, 3, isLast: true)),
      contents: [1, 2, 2, 2]),
  ]
}
