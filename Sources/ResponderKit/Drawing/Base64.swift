enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = bytes.count - index
      let word =
        UInt32(bytes[index]) << 16 | (rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (rest > 2 ? UInt32(bytes[index + 2]) : 0)
      for part in 0..<4 {
        text.append(part <= rest ? signs[Int(word >> UInt32(18 - 6 * part) & 63)] : 0x3D)
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
