/// Text in Latin-1: the encoding of the selection type `STRING`.
enum LatinText {
  /// The bytes of a text in UTF-8; characters that Latin-1 lacks become question marks.
  static func bytes(_ text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }
  }

  static func text(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
