// What is in a block: literals, and the matches that are copied between them.
extension Zstandard {
  mutating func unpackBlock() throws(PackingError) {
    let (source, count) = try readLiterals()
    var sequences = try takeInBlock(1)
    if sequences == 255 {
      sequences = try takeInBlock(2) + 0x7F00
    } else if sequences >= 128 {
      sequences = (sequences - 128) << 8 + (try takeInBlock(1))
    }
    var used = 0
    if sequences > 0 {
      let modes = UInt8(try takeInBlock(1))
      guard modes & 3 == 0 else { throw .damaged("a block") }
      try literalLengths.read(modes >> 6, bytes, &place, end: blockEnd)
      try offsetCodes.read(modes >> 4, bytes, &place, end: blockEnd)
      try matchLengths.read(modes >> 2, bytes, &place, end: blockEnd)
      used = try copySequences(sequences, source, count)
    } else if place != blockEnd {
      throw .damaged("a block")
    }
    guard count - used <= limit - written else { throw .damaged("the number of bytes") }
    (output + written).update(from: source + used, count: count - used)
    written += count - used
    place = blockEnd
  }

  private mutating func takeInBlock(_ count: Int) throws(PackingError) -> Int {
    guard count <= blockEnd - place else { throw .tooShort }
    return try take(count)
  }

  // MARK: Literals

  /// Returns the place of the literals, and how many they are.
  private mutating func readLiterals() throws(PackingError) -> (UnsafePointer<UInt8>, Int) {
    guard place < blockEnd else { throw .tooShort }
    let kind = bytes[place] & 3
    let form = Int(bytes[place] >> 2 & 3)
    if kind < 2 {
      let count =
        switch form {
        case 1: try takeInBlock(2) >> 4
        case 3: try takeInBlock(3) >> 4
        default: try takeInBlock(1) >> 3
        }
      guard count <= largestBlock else { throw .damaged("the literals") }
      if kind == 1 {
        literals.update(repeating: UInt8(try takeInBlock(1)), count: count)
        return (UnsafePointer(literals), count)
      }
      guard count <= blockEnd - place else { throw .tooShort }
      defer { place += count }
      return (bytes + place, count)
    }
    let bits = [10, 10, 14, 18][form]
    let header = try takeInBlock((4 + 2 * bits) / 8) >> 4
    let (count, length) = (header & (1 << bits - 1), header >> bits)
    guard count <= largestBlock else { throw .damaged("the literals") }
    guard length <= blockEnd - place else { throw .tooShort }
    let end = place + length
    if kind == 2 {
      hasLiteralCode = false
      try literalCode.read(bytes, &place, end: end)
      hasLiteralCode = true
    }
    guard hasLiteralCode else { throw .damaged("the literals") }
    try unpackLiterals(count, end: end, streams: form == 0 ? 1 : 4)
    place = end
    return (UnsafePointer(literals), count)
  }

  private mutating func unpackLiterals(_ count: Int, end: Int, streams: Int) throws(PackingError) {
    if streams == 1 {
      return try literalCode.unpack(bytes + place, end - place, into: literals, count: count)
    }
    guard end - place >= 6 else { throw .tooShort }
    var lengths = [try take(2), try take(2), try take(2)]
    let rest = end - place - lengths.reduce(0, +)
    let part = (count + 3) / 4
    guard rest > 0, count >= 3 * part else { throw .damaged("the literals") }
    lengths.append(rest)
    var (stream, output) = (bytes + place, literals)
    for (index, length) in lengths.enumerated() {
      let count = index < 3 ? part : count - 3 * part
      try literalCode.unpack(stream, length, into: output, count: count)
      stream += length
      output += count
    }
  }

  // MARK: Sequences

  /// Returns how many literals were used.
  private mutating func copySequences(
    _ count: Int, _ source: UnsafePointer<UInt8>, _ literalCount: Int
  ) throws(PackingError) -> Int {
    var reader = try BackwardBits(bytes + place, count: blockEnd - place)
    let (lengths, matches, offsets) = (literalLengths, matchLengths, offsetCodes)
    let (lengthStates, lengthValues) = (lengths.table.states, lengths.values)
    let (matchStates, matchValues) = (matches.table.states, matches.values)
    let (offsetStates, offsetValues) = (offsets.table.states, offsets.values)
    var lengthState = reader.take(lengths.table.bits)
    var offsetState = reader.take(offsets.table.bits)
    var matchState = reader.take(matches.table.bits)
    var (rest, used) = (count, 0)
    while true {
      let (lengthEntry, matchEntry) = (lengthStates[lengthState], matchStates[matchState])
      let offsetEntry = offsetStates[offsetState]
      let (length, match) = (lengthValues[lengthEntry & 255], matchValues[matchEntry & 255])
      let offset = offsetValues[offsetEntry & 255]
      // Of the 56 bits that are pending an offset takes at most 31, the others 16 each, and the next states 26 together.
      reader.fill()
      let value = offset &>> 8 &+ reader.take(offset & 255)
      if offset & 255 > 24 { reader.fill() }
      let matchCount = match &>> 8 &+ reader.take(match & 255)
      let plainCount = length &>> 8 &+ reader.take(length & 255)
      guard plainCount <= literalCount &- used else { throw .damaged("the literals") }
      guard plainCount &+ matchCount <= limit &- written else { throw .damaged("the number of bytes") }
      copy(source + used, plainCount, distance: plainCount)
      used &+= plainCount
      try repeatBytes(distance(value, hasLiterals: plainCount > 0), matchCount)
      rest &-= 1
      if rest == 0 { break }
      if offset & 255 &+ match & 255 &+ length & 255 > 30 { reader.fill() }
      lengthState = lengthEntry &>> 16 &+ reader.take(lengthEntry &>> 8 & 255)
      matchState = matchEntry &>> 16 &+ reader.take(matchEntry &>> 8 & 255)
      offsetState = offsetEntry &>> 16 &+ reader.take(offsetEntry &>> 8 & 255)
    }
    guard reader.left == 0 else { throw .damaged("the sequences") }
    return used
  }

  /// How far back a match is: 1 to 3 stand for the last distances, where it follows literals directly.
  private mutating func distance(_ value: Int, hasLiterals: Bool) -> Int {
    let (first, second, third) = lastDistances
    let distance: Int
    switch hasLiterals || value > 3 ? value : value + 1 {
    case 1: return first
    case 2:
      lastDistances = (second, first, third)
      return second
    case 3: distance = third
    case 4 where value == 3: distance = first - 1
    default: distance = value - 3
    }
    lastDistances = (distance, first, second)
    return distance
  }

  /// Copies bytes to where the next ones go, which may be some that the copy itself makes, from `distance` on.
  private mutating func copy(_ source: UnsafePointer<UInt8>, _ count: Int, distance: Int) {
    let target = output + written
    written &+= count
    var index = 0
    if count >= 32 {
      // In pieces that are there already: each is as long as all before it together.
      while index < count {
        let piece = min(distance &+ index, count &- index)
        (target + index).update(from: source, count: piece)
        index &+= piece
      }
      return
    }
    while index < count {
      target[index] = source[index]
      index &+= 1
    }
  }

  /// Copies bytes of the frame that may overlap their copy.
  private mutating func repeatBytes(_ distance: Int, _ count: Int) throws(PackingError) {
    guard distance > 0, distance <= written &- frameStart, distance <= window else {
      throw .damaged("a distance")
    }
    copy(output + written - distance, count, distance: distance)
  }
}
