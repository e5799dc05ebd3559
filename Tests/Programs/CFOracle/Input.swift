import Foundation

/// Bytes from a descriptor: lines and blocks.
struct Input {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var chunk = [UInt8](repeating: 0, count: 65536)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Without its newline; `nil` at the end of the input.
  mutating func line() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return String(decoding: buffer[position..<end], as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  /// `nil` when the input ends before.
  mutating func block(_ length: Int) -> [UInt8]? {
    while buffer.count - position < length {
      guard fill() else { return nil }
    }
    defer { position += length }
    return Array(buffer[position..<position + length])
  }

  mutating func rest() -> [UInt8] {
    while fill() {}
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  private mutating func fill() -> Bool {
    buffer.removeFirst(position)
    position = 0
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += chunk.prefix(count)
      return true
    }
  }
}

/// Writes a text past the C library's buffers: a crash must not swallow a line.
func writeAll(_ text: String, to descriptor: Int32) { writeAll(Array(text.utf8), to: descriptor) }

func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
