import LinuxSystem
import Packing

@testable import ResponderKit

/// What reads the inputs: `MAINSPRING_FUZZ_TARGET`.
private enum PictureFuzzTarget: String, CaseIterable {
  case fonts, pictures, jpegs

  func read(_ bytes: [UInt8]) {
    switch self {
    case .fonts:
      for start in FontDirectory.starts(FontBytes(bytes: bytes)).prefix(4) {
        if let face = FontFace(bytes, at: start) { use(face) }
      }
    case .pictures: _ = try? PNGReader.read(signed(bytes))
    case .jpegs: _ = try? JPEGReader.read(bytes)
    }
  }

  private func use(_ face: FontFace) {
    let glyphs = (["A", "B", "O", "ö", "你", "\u{1F600}"] as [Unicode.Scalar]).compactMap { face.glyph($0) }
    for glyph in glyphs + [0, 1, 2, 3] {
      _ = face.outline(glyph, at: .zero, size: 30, scale: 1)
      _ = face.advance(glyph)
      _ = face.shape(of: glyph)
      for form in [ArabicJoining.JoinedForm.isolated, .initial, .medial, .final] {
        _ = face.joining.glyph(glyph, form)
      }
      for next in glyphs { _ = face.distance(glyph, next) }
    }
  }

  /// With the right checksums of its parts, which hide what is behind them from a fuzzer.
  private func signed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { break }
      let sum = Checksums.crc32(bytes[(start + 4)..<end])
      for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
      start = end + 4
    }
    return bytes
  }
}

private let target: PictureFuzzTarget = {
  let name = getenv("MAINSPRING_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = PictureFuzzTarget(rawValue: name) else {
    let names = PictureFuzzTarget.allCases.map(\.rawValue)
    fatalError("MAINSPRING_FUZZ_TARGET is one of \(names), not '\(name)'")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
