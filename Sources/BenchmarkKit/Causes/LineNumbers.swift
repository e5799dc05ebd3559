// The numbers in texts of the kernel, read after every callout: without strings.
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
