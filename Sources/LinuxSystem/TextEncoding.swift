/// Text in other encodings than UTF-8, by the C library's tables.
package enum TextEncoding {
  /// The text of bytes in an encoding that the C library knows by this name. A byte that means nothing is U+FFFD, as is all of it where the
  /// library's table is not installed.
  package static func text(_ bytes: [UInt8], in encoding: String) -> String {
    let converter = iconv_open("UTF-8", encoding)
    guard let converter, converter != iconv_t(bitPattern: -1) else {
      return String(repeating: "\u{FFFD}", count: (bytes.count + 1) / 2)
    }
    defer { iconv_close(converter) }
    // A character of two bytes is at most three in UTF-8; of some encodings one byte is two characters.
    var text = [UInt8](repeating: 0, count: bytes.count * 6 + 16)
    var (left, room) = (bytes.count, text.count)
    let size = text.count
    var input = bytes
    input.withUnsafeMutableBytes { from in
      text.withUnsafeMutableBytes { to in
        var start = from.bindMemory(to: CChar.self).baseAddress
        var end = to.bindMemory(to: CChar.self).baseAddress
        while left > 0 {
          _ = iconv(converter, &start, &left, &end, &room)
          guard left > 0, room >= 3 else { break }
          for (index, byte) in ([0xEF, 0xBF, 0xBD] as [UInt8]).enumerated() {
            end?[index] = CChar(bitPattern: byte)
          }
          end = end?.advanced(by: 3)
          room -= 3
          start = start?.advanced(by: 1)
          left -= 1
        }
      }
    }
    return String(decoding: text[..<(size - room)], as: UTF8.self)
  }
}
