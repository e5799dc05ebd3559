/// A table of finite state entropy: each state has a symbol, and leads to the next state by some bits.
final class StateTable {
  static let mostBits = 9
  private static let mostSymbols = 64

  /// By state, in one number: the smallest next state times 65,536, the number of bits that are added to it times 256, the symbol.
  let states = UnsafeMutablePointer<Int>.allocate(capacity: 1 << mostBits)
  /// The number of bits of a state.
  private(set) var bits = 0
  /// By symbol, how many states it has; -1 for one that is rarer than that.
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: mostSymbols)
  /// By symbol, the number of its next state among its own, which begins with how many it has.
  private let numbers = UnsafeMutablePointer<Int>.allocate(capacity: mostSymbols)

  init() {
    states.initialize(repeating: 0, count: 1 << Self.mostBits)
    counts.initialize(repeating: 0, count: Self.mostSymbols)
    numbers.initialize(repeating: 0, count: Self.mostSymbols)
  }

  deinit {
    states.deallocate()
    counts.deallocate()
    numbers.deallocate()
  }

  /// One state, which never changes.
  func set(only symbol: Int) {
    bits = 0
    states[0] = symbol
  }

  func set(_ known: [Int], bits: Int) {
    for symbol in 0..<known.count { counts[symbol] = known[symbol] }
    spread(known.count, bits)
  }

  /// Reads the counts that stand in front of the bits.
  func read(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, end: Int, largest: Int, mostBits: Int
  ) throws(PackingError) {
    var reader = ForwardBits(bytes: bytes, place: place, end: end)
    let bits = try reader.take(4) + 5
    guard bits <= mostBits else { throw .damaged("the states") }
    var rest = 1 << bits
    var symbol = 0
    while rest > 0 {
      guard symbol <= largest else { throw .damaged("the states") }
      let count = try reader.take(upTo: rest + 1) - 1
      counts[symbol] = count
      symbol += 1
      rest -= abs(count)
      if count == 0 {
        var more = 3
        while more == 3 {
          more = try reader.take(2)
          guard symbol + more <= largest + 1 else { throw .damaged("the states") }
          for index in symbol..<symbol + more { counts[index] = 0 }
          symbol += more
        }
      }
    }
    place = reader.nextByte
    spread(symbol, bits)
  }

  /// Gives each symbol its states, which fill the table: rare symbols have one each at the end, the others' are spread over the rest.
  private func spread(_ symbols: Int, _ bits: Int) {
    self.bits = bits
    let size = 1 << bits
    var rare = size
    for symbol in 0..<symbols {
      numbers[symbol] = abs(counts[symbol])
      guard counts[symbol] < 0 else { continue }
      rare -= 1
      states[rare] = symbol
    }
    let step = size >> 1 + size >> 3 + 3
    var place = 0
    var symbol = 0
    while symbol < symbols {
      var rest = counts[symbol]
      while rest > 0 {
        states[place] = symbol
        repeat { place = (place &+ step) & (size &- 1) } while place >= rare
        rest &-= 1
      }
      symbol &+= 1
    }
    place = 0
    while place < size {
      let symbol = states[place]
      let number = numbers[symbol]
      numbers[symbol] = number &+ 1
      let more = bits &- (Int.bitWidth &- 1 &- number.leadingZeroBitCount)
      states[place] = (number &<< more &- size) &<< 16 | more &<< 8 | symbol
      place &+= 1
    }
  }
}

/// Bits that are read from the lowest one of the first byte on.
struct ForwardBits {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  /// The place of the next bit.
  private var next: Int

  init(bytes: UnsafePointer<UInt8>, place: Int, end: Int) {
    (self.bytes, self.end) = (bytes, end)
    next = place * 8
  }

  /// Behind the last byte that has a bit that was taken.
  var nextByte: Int { (next + 7) / 8 }

  mutating func take(_ count: Int) throws(PackingError) -> Int {
    guard next + count <= end * 8 else { throw .tooShort }
    var value = 0
    for bit in 0..<count {
      value |= (Int(bytes[(next + bit) >> 3]) >> ((next + bit) & 7) & 1) << bit
    }
    next += count
    return value
  }

  /// A number from 0 to `largest`. Small ones have a bit less, as many as there is room for.
  mutating func take(upTo largest: Int) throws(PackingError) -> Int {
    let bits = Int.bitWidth - 1 - largest.leadingZeroBitCount
    let short = 2 << bits - 1 - largest
    let low = try take(bits)
    if low < short { return low }
    return try take(1) == 0 ? low : low + 1 << bits - short
  }
}
