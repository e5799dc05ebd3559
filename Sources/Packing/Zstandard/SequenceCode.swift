/// One of the three codes of sequences. A symbol stands for the smallest of some values, and bits that are added to it.
final class SequenceCode {
  enum Kind {
    case literals, match, offset
  }

  let table = StateTable()
  /// By symbol, its smallest value times 256, and the number of bits that are added.
  let values: UnsafeMutablePointer<Int>
  private let largest: Int
  private let mostBits: Int
  private let usual: (counts: [Int], bits: Int)
  /// Whether there is a table of the frame's that may be used again.
  private var isSet = false

  init(_ kind: Kind) {
    let extra: [Int]
    var value: Int
    switch kind {
    case .literals:
      extra = Array(repeating: 0, count: 16) + [1, 1, 1, 1, 2, 2, 3, 3, 4, 6] + Array(7...16)
      value = 0
      mostBits = 9
      let counts =
        [4, 3] + Array(repeating: 2, count: 11) + [1, 1, 1] + Array(repeating: 2, count: 9)
        + [3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1]
      usual = (counts, 6)
    case .match:
      extra =
        Array(repeating: 0, count: 32) + [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5] + Array(7...16)
      value = 3
      mostBits = 9
      let counts =
        [1, 4, 3] + Array(repeating: 2, count: 6) + Array(repeating: 1, count: 37)
        + Array(repeating: -1, count: 7)
      usual = (counts, 6)
    case .offset:
      extra = Array(0...31)
      value = 1
      mostBits = 8
      let counts =
        [1, 1, 1, 1, 1, 1, 2, 2, 2] + Array(repeating: 1, count: 15) + Array(repeating: -1, count: 5)
      usual = (counts, 5)
    }
    largest = extra.count - 1
    values = .allocate(capacity: extra.count)
    for (symbol, bits) in extra.enumerated() {
      (values + symbol).initialize(to: value << 8 | bits)
      value += 1 << bits
    }
  }

  deinit { values.deallocate() }

  /// Forgets the tables of the frame before.
  func restart() { isSet = false }

  /// Reads what a block says of the code, by the mode that its header has for it.
  func read(
    _ mode: UInt8, _ bytes: UnsafePointer<UInt8>, _ place: inout Int, end: Int
  ) throws(PackingError) {
    switch mode & 3 {
    case 0: table.set(usual.counts, bits: usual.bits)
    case 1:
      guard place < end else { throw .tooShort }
      guard bytes[place] <= largest else { throw .damaged("the states") }
      table.set(only: Int(bytes[place]))
      place += 1
    case 2: try table.read(bytes, &place, end: end, largest: largest, mostBits: mostBits)
    default: guard isSet else { throw .damaged("the states") }
    }
    isSet = true
  }
}
