import Glibc
internal import Testing

/// Small inputs of our own, in `Tests/Fuzzing`, which fuzz tests change a little, again and again.
///
/// In a file `.hex` each line is an input, as hexadecimal digits; in a file `.text` as text with `\r`, `\n`, `\t`, `\0`,
/// `\\` and `\xNN` for bytes; lines that begin with `#` are comments. Any other file is one input.
package struct Corpus: Sendable {
  package let inputs: [[UInt8]]

  package init(_ names: String...) throws {
    var inputs: [[UInt8]] = []
    for name in names {
      let bytes = try #require(Self.contents(name), "Tests/Fuzzing/\(name) cannot be read")
      guard name.hasSuffix(".hex") || name.hasSuffix(".text") else {
        inputs.append(bytes)
        continue
      }
      for line in bytes.split(separator: 10) where line.first != UInt8(ascii: "#") {
        let input = name.hasSuffix(".hex") ? Self.hexadecimal(line) : Self.unescaped(line)
        inputs.append(try #require(input, "Tests/Fuzzing/\(name): \(String(decoding: line, as: UTF8.self))"))
      }
    }
    try #require(!inputs.isEmpty)
    self.inputs = inputs
  }

  private static func contents(_ name: String) -> [UInt8]? {
    var folders = "\(#filePath)".split(separator: "/")
    folders.removeLast(2)
    guard let file = fopen("/" + folders.joined(separator: "/") + "/Fuzzing/" + name, "re") else {
      return nil
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = digits.filter { $0 != UInt8(ascii: " ") }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "r"): bytes.append(13)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "0"): bytes.append(0)
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        guard let byte = hexadecimal(rest.prefix(2))?.first else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }
}

/// Changes inputs of a corpus a little: the same ones for the same seed.
package struct Mutator: Sendable {
  /// Longer inputs are cut.
  package static let longest = 8192

  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(limit, 1)))
  }

  /// One of the inputs with one to three changes behind its first bytes.
  ///
  /// - Parameter kept: so many bytes stay as they are, such as a mark without which nothing else is looked at.
  package mutating func input(of corpus: Corpus, keeping kept: Int = 0) -> [UInt8] {
    var bytes = corpus.inputs[next(below: corpus.inputs.count)]
    for _ in 0...next(below: 3) {
      let start = min(kept, bytes.count)
      var tail = Array(bytes[start...])
      change(&tail, corpus)
      bytes = Array((bytes[..<start] + tail).prefix(Self.longest))
    }
    return bytes
  }

  private mutating func range(_ bytes: [UInt8]) -> Range<Int> {
    let start = next(below: bytes.count + 1)
    return start..<min(bytes.count, start + next(below: 1 << (1 + next(below: 6))))
  }

  private mutating func change(_ bytes: inout [UInt8], _ corpus: Corpus) {
    let place = next(below: bytes.count)
    switch next(below: bytes.isEmpty ? 2 : 10) {
    case 0:
      bytes.insert(contentsOf: (0...next(below: 8)).map { _ in UInt8(next(below: 256)) }, at: place)
    case 1:
      let other = corpus.inputs[next(below: corpus.inputs.count)]
      bytes.replaceSubrange(range(bytes), with: other[range(other)])
    case 2: bytes[place] ^= 1 << UInt8(next(below: 8))
    case 3: bytes[place] = UInt8(next(below: 256))
    case 4: bytes[place] = [0, 1, 9, 10, 13, 32, 45, 58, 0x7F, 0x80, 0xFE, 0xFF][next(below: 12)]
    case 5: bytes.removeSubrange(range(bytes))
    case 6: bytes.insert(contentsOf: bytes[range(bytes)], at: place)
    case 7: bytes.removeLast(next(below: bytes.count))
    default:
      // The ends of the ranges of numbers of two, four and eight bytes.
      let numbers: [UInt64] = [
        0, 1, 0x7F, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 63, .max,
      ]
      let number = numbers[next(below: numbers.count)]
      for byte in 0..<(2 << next(below: 3)) where place + byte < bytes.count {
        bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))
      }
    }
  }
}
