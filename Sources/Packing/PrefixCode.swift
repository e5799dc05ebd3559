/// A prefix code of symbols: which symbol the next bits are, and how many of them it takes.
final class PrefixCode {
  static let longest = 15
  /// Codes of at most so many bits are found at once, by a table; longer ones bit by bit.
  private static let short = 9
  private static let mostSymbols = 288

  /// For the next bits, the symbol times 16, and its number of bits; 0 where there is none that is short.
  private let table = UnsafeMutablePointer<Int>.allocate(capacity: 1 << short)
  /// The number of codes for each number of bits.
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: longest + 1)
  /// The symbols in the order of their codes.
  private let symbols = UnsafeMutablePointer<Int>.allocate(capacity: mostSymbols)

  init() {
    table.initialize(repeating: 0, count: 1 << Self.short)
    counts.initialize(repeating: 0, count: Self.longest + 1)
    symbols.initialize(repeating: 0, count: Self.mostSymbols)
  }

  deinit {
    table.deallocate()
    counts.deallocate()
    symbols.deallocate()
  }

  /// - Parameter sizes: the number of bits of each symbol's code.
  func set(_ sizes: [UInt8], mayBeEmpty: Bool) throws(PackingError) {
    for bits in 0...Self.longest { counts[bits] = 0 }
    for size in sizes { counts[Int(size)] += 1 }
    counts[0] = 0
    let used = (1...Self.longest).reduce(0) { $0 + counts[$1] << (Self.longest - $1) }
    let total = (1...Self.longest).reduce(0) { $0 + counts[$1] }
    // The codes use all the room; only a code that is alone, or none at all, may use less.
    guard used == 1 << Self.longest || total == 1 || total == 0 && mayBeEmpty else {
      throw .damaged("the codes")
    }
    // The next code of each number of bits, and its place among the symbols.
    var next = [Int](repeating: 0, count: Self.longest + 2)
    var places = next
    for bits in 1...Self.longest {
      next[bits + 1] = (next[bits] + counts[bits]) << 1
      places[bits + 1] = places[bits] + counts[bits]
    }
    for index in 0..<1 << Self.short { table[index] = 0 }
    for symbol in 0..<sizes.count where sizes[symbol] > 0 {
      let bits = Int(sizes[symbol])
      symbols[places[bits]] = symbol
      places[bits] += 1
      if bits <= Self.short { enter(symbol, next[bits], bits) }
      next[bits] += 1
    }
  }

  /// The next bits begin with the code's highest one.
  private func enter(_ symbol: Int, _ code: Int, _ bits: Int) {
    var turned = 0
    var bit = 0
    while bit < bits {
      if code &>> bit & 1 == 1 { turned |= 1 &<< (bits &- 1 &- bit) }
      bit &+= 1
    }
    while turned < 1 << Self.short {
      table[turned] = symbol &<< 4 | bits
      turned &+= 1 &<< bits
    }
  }

  /// The symbol with which the bits begin, the next one lowest; 0 bits when there is none.
  func first(of bits: UInt64) -> (symbol: Int, bits: Int) {
    let entry = table[Int(bits & (1 << UInt64(Self.short) - 1))]
    return entry != 0 ? (entry &>> 4, entry & 15) : firstLong(of: bits)
  }

  /// Codes of one number of bits are numbers in a row, and those of the next number of bits follow.
  private func firstLong(of bits: UInt64) -> (symbol: Int, bits: Int) {
    var (rest, code, first, place) = (bits, 0, 0, 0)
    var length = 1
    while length <= Self.longest {
      code |= Int(rest & 1)
      rest = rest &>> 1
      let count = counts[length]
      if code &- first < count { return (symbols[place &+ code &- first], length) }
      place &+= count
      first = (first &+ count) &<< 1
      code = code &<< 1
      length &+= 1
    }
    return (0, 0)
  }
}
