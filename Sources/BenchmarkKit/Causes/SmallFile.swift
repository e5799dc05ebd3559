import LinuxSystem

/// A small file of the kernel's that is read again and again.
final class SmallFile {
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer

  /// Nil when it can not be opened and read; `errno` has the reason.
  init?(_ path: String, capacity: Int = 4096) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    buffer = .allocate(byteCount: capacity, alignment: 16)
    if bytes.isEmpty { return nil }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      buffer.deallocate()
    }
  }

  /// The present contents, cut at the capacity; empty when reading fails. Valid until the next reading.
  var bytes: UnsafeRawBufferPointer {
    let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
    return UnsafeRawBufferPointer(rebasing: buffer[..<Swift.max(0, count)])
  }

  /// The text of a file that is read once; nil when it can not be.
  static func text(_ path: String, capacity: Int = 65_536) -> String? {
    SmallFile(path, capacity: capacity).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The first line of such a file.
  static func line(_ path: String) -> String? {
    text(path)?.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}

extension UnsafeRawBufferPointer {
  /// The whole numbers of the line that begins with a word.
  func numbers(inLineOf word: String) -> [UInt64]? {
    let word = Array(word.utf8)
    var place = 0
    while place < count {
      if starts(with: word, at: place) { return numbers(from: place + word.count) }
      while place < count, self[place] != UInt8(ascii: "\n") { place += 1 }
      place += 1
    }
    return nil
  }

  private func starts(with word: [UInt8], at place: Int) -> Bool {
    guard place + word.count < count, self[place + word.count] == UInt8(ascii: " ") else { return false }
    return word.indices.allSatisfy { self[place + $0] == word[$0] }
  }

  /// The whole numbers from a place to the end of its line.
  func numbers(from start: Int) -> [UInt64] {
    var (numbers, place) = ([UInt64](), start)
    var number: UInt64?
    while place < count, self[place] != UInt8(ascii: "\n") {
      let digit = self[place] &- UInt8(ascii: "0")
      if digit < 10 {
        number = (number ?? 0) &* 10 &+ UInt64(digit)
      } else if let whole = number {
        numbers.append(whole)
        number = nil
      }
      place += 1
    }
    if let number { numbers.append(number) }
    return numbers
  }
}
