/// The prefix code of literals (Huffman): for the next bits, a byte and how many of the bits it takes.
final class LiteralCode {
  private static let mostBits = 11

  /// By the next `bits` bits, the byte times 256, and its number of bits.
  private let entries = UnsafeMutablePointer<Int>.allocate(capacity: 1 << mostBits)
  /// By byte: 0 for one that does not occur, otherwise larger for fewer bits.
  private let weights = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private let states = StateTable()
  private var bits = 0

  init() {
    entries.initialize(repeating: 0, count: 1 << Self.mostBits)
    weights.initialize(repeating: 0, count: 256)
  }

  deinit {
    entries.deallocate()
    weights.deallocate()
  }

  /// Reads the weights, which stand in front of the streams.
  func read(_ bytes: UnsafePointer<UInt8>, _ place: inout Int, end: Int) throws(PackingError) {
    guard place < end else { throw .tooShort }
    let head = Int(bytes[place])
    place += 1
    var count = head - 127
    let length = head < 128 ? head : (count + 1) / 2
    guard place + length <= end else { throw .tooShort }
    if head < 128 {
      count = try readPacked(bytes, place, end: place + length)
    } else {
      for index in 0..<count {
        weights[index] = bytes[place + index / 2] >> (index % 2 == 0 ? 4 : 0) & 15
      }
    }
    place += length
    try enter(count)
  }

  /// Weights that two states give in turn, until there are no more bits. Returns how many there are.
  private func readPacked(
    _ bytes: UnsafePointer<UInt8>, _ place: Int, end: Int
  ) throws(PackingError) -> Int {
    var place = place
    try states.read(bytes, &place, end: end, largest: Self.mostBits, mostBits: 6)
    var reader = try BackwardBits(bytes + place, count: end - place)
    var state = reader.take(states.bits)
    var other = reader.take(states.bits)
    guard reader.left >= 0 else { throw .damaged("the codes") }
    var count = 0
    // The last byte's weight follows from the others.
    while count < 254 {
      let entry = states.states[state]
      weights[count] = UInt8(truncatingIfNeeded: entry)
      count += 1
      reader.fill()
      state = entry >> 16 + reader.take(entry >> 8 & 255)
      if reader.left < 0 {
        weights[count] = UInt8(truncatingIfNeeded: states.states[other])
        return count + 1
      }
      swap(&state, &other)
    }
    throw .damaged("the codes")
  }

  /// Makes the table of codes, with the weight of one byte more, which fills it.
  private func enter(_ count: Int) throws(PackingError) {
    var sum = 0
    for index in 0..<count {
      guard weights[index] <= Self.mostBits else { throw .damaged("the codes") }
      sum += (1 << Int(weights[index])) / 2
    }
    guard sum > 0 else { throw .damaged("the codes") }
    let bits = Int.bitWidth - sum.leadingZeroBitCount
    let rest = 1 << bits - sum
    guard bits <= Self.mostBits, rest & (rest - 1) == 0 else { throw .damaged("the codes") }
    weights[count] = UInt8(rest.trailingZeroBitCount + 1)
    self.bits = bits
    // The longest codes come first, those of one length by their bytes.
    var place = 0
    for weight in 1...bits {
      let entry = bits + 1 - weight
      let room = 1 << (weight - 1)
      var byte = 0
      while byte <= count {
        if Int(weights[byte]) == weight {
          let end = place &+ room
          while place < end {
            entries[place] = byte &<< 8 | entry
            place &+= 1
          }
        }
        byte &+= 1
      }
    }
  }

  /// Reads one stream, which must have these many bytes and nothing else.
  func unpack(
    _ stream: UnsafePointer<UInt8>, _ length: Int, into output: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(PackingError) {
    var reader = try BackwardBits(stream, count: length)
    let (entries, skipped) = (entries, UInt64(64 - bits))
    var index = 0
    while index < count {
      reader.fill()
      var pending = reader.pending
      var used = 0
      // Five codes have 55 bits at most.
      let last = min(index &+ 5, count)
      while index < last {
        let entry = entries[Int(truncatingIfNeeded: pending &>> skipped)]
        output[index] = UInt8(truncatingIfNeeded: entry &>> 8)
        let taken = entry & 255
        pending = pending &<< UInt64(truncatingIfNeeded: taken)
        used &+= taken
        index &+= 1
      }
      reader.drop(used)
    }
    guard reader.left == 0 else { throw .damaged("the literals") }
  }
}
