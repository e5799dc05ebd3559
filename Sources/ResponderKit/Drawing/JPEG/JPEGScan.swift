/// A scan of a JPEG file: a pass over the blocks of one or several parts of the colors.
struct JPEGScan {
  struct Tables {
    var dc = [JPEGPrefixCode?](repeating: nil, count: 4)
    var ac = [JPEGPrefixCode?](repeating: nil, count: 4)
  }

  struct ScanPart {
    let part: Int
    /// The numbers of its tables.
    let dc: Int
    let ac: Int
    /// Its last mean brightness, from which the next one is a difference.
    var mean = 0
  }

  /// Places in a block, by the order of frequencies in the file.
  static let order: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
    14,
    21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
    53,
    60, 61, 54, 47, 55, 62, 63,
  ]

  let frame: JPEGFrame
  let tables: Tables
  /// The first and the last frequency in it.
  let first: Int
  let last: Int
  /// The lowest bit that is known, or 0, and the lowest one in this scan.
  let high: Int
  let low: Int
  let restartInterval: Int
  var parts: [ScanPart] = []
  /// Count of next blocks without further frequencies in this scan.
  private var emptyBlocks = 0

  init(
    frame: JPEGFrame, tables: Tables, first: Int, last: Int, high: Int, low: Int, restartInterval: Int
  ) {
    (self.frame, self.tables, self.restartInterval) = (frame, tables, restartInterval)
    // A scan of a baseline file has all.
    let all = frame.isProgressive ? (first, last, high, low) : (0, 63, 0, 0)
    (self.first, self.last, self.high, self.low) = all
  }

  /// Reads the scan, and returns the place behind it.
  mutating func read(_ bytes: [UInt8], from place: Int) throws(ImageError) -> Int {
    try check()
    let result: Result<Int, ImageError> = bytes.withUnsafeBufferPointer { bytes in
      var bits = JPEGBits(bytes, from: place)
      do throws(ImageError) {
        try readUnits(&bits)
        return .success(bits.place)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func check() throws(ImageError) {
    let damaged = ImageError.damaged("the header of a scan")
    guard Set(parts.map(\.part)).count == parts.count else { throw damaged }
    for part in parts {
      let hasMeans = frame.parts[part.part].isRead
      // Only known values are refined; a baseline file has each part in one scan.
      guard frame.isProgressive ? hasMeans || first == 0 && high == 0 : !hasMeans else { throw damaged }
      if first == 0, high == 0, tables.dc[part.dc] == nil { throw .damaged("its prefix codes") }
      if last > 0, tables.ac[part.ac] == nil { throw .damaged("its prefix codes") }
      frame.parts[part.part].isRead = true
    }
    guard frame.isProgressive else { return }
    guard first <= last, last < 64, low < 14, first > 0 || last == 0, first == 0 || parts.count == 1 else {
      throw damaged
    }
  }

  private mutating func readUnits(_ bits: inout JPEGBits) throws(ImageError) {
    let single = parts.count == 1 ? frame.parts[parts[0].part] : nil
    let across = single?.seenColumns ?? frame.unitsAcross
    let down = single?.seenRows ?? frame.unitsDown
    var left = restartInterval
    for row in 0..<down {
      for column in 0..<across {
        if restartInterval > 0, left == 0 {
          guard bits.restart() else { throw bits.isBeyondEnd ? .tooShort : .damaged("a restart of its scan") }
          left = restartInterval
          emptyBlocks = 0
          for index in parts.indices { parts[index].mean = 0 }
        }
        left -= 1
        if let single {
          try readBlock(0, single.start + row * single.columns + column, &bits)
        } else {
          try readUnit(row, column, &bits)
        }
        if bits.isBeyondEnd { throw .tooShort }
      }
    }
  }

  private mutating func readUnit(_ row: Int, _ column: Int, _ bits: inout JPEGBits) throws(ImageError) {
    for index in parts.indices {
      let part = frame.parts[parts[index].part]
      for y in 0..<part.down {
        let start = part.start + (row * part.down + y) * part.columns + column * part.across
        for x in 0..<part.across { try readBlock(index, start + x, &bits) }
      }
    }
  }

  private mutating func readBlock(_ index: Int, _ number: Int, _ bits: inout JPEGBits) throws(ImageError) {
    guard let all = frame.frequencies else { return }
    let block = all + number * 64
    if first == 0 {
      if high > 0 {
        if bits.take(1) == 1 { block[0] |= 1 << low }
      } else {
        try readMean(index, block, &bits)
      }
    }
    guard last > 0, let code = tables.ac[parts[index].ac] else { return }
    if high > 0 {
      try refine(block, code, &bits)
    } else {
      try readFrequencies(block, code, &bits)
    }
  }

  private mutating func readMean(_ index: Int, _ block: UnsafeMutablePointer<Int16>, _ bits: inout JPEGBits)
    throws(ImageError)
  {
    guard let length = tables.dc[parts[index].dc]?.next(&bits), length < 16 else {
      throw Self.unknownCode(bits)
    }
    parts[index].mean &+= bits.takeSigned(length)
    block[0] = Int16(truncatingIfNeeded: parts[index].mean << low)
  }

  private static func unknownCode(_ bits: JPEGBits) -> ImageError {
    bits.isBeyondEnd ? .tooShort : .damaged("a code of its pixels")
  }

  private mutating func readFrequencies(
    _ block: UnsafeMutablePointer<Int16>, _ code: JPEGPrefixCode, _ bits: inout JPEGBits
  ) throws(ImageError) {
    if emptyBlocks > 0 {
      emptyBlocks -= 1
      return
    }
    var place = max(first, 1)
    while place <= last {
      guard let value = code.next(&bits) else { throw Self.unknownCode(bits) }
      let (zeros, length) = (value >> 4, value & 15)
      if length == 0 {
        if zeros == 15 {
          place += 16
          continue
        }
        if frame.isProgressive { emptyBlocks = 1 << zeros + bits.take(zeros) - 1 }
        return
      }
      place += zeros
      guard place <= last else { throw Self.unknownCode(bits) }
      block[Self.order[place]] = Int16(truncatingIfNeeded: bits.takeSigned(length) << low)
      place += 1
    }
  }

  /// One more bit of each frequency.
  private mutating func refine(
    _ block: UnsafeMutablePointer<Int16>, _ code: JPEGPrefixCode, _ bits: inout JPEGBits
  ) throws(ImageError) {
    let unit = Int16(1) << Int16(low)
    var place = first
    while emptyBlocks == 0, place <= last {
      guard let value = code.next(&bits) else { throw Self.unknownCode(bits) }
      var zeros = value >> 4
      var new: Int16 = 0
      if value & 15 == 0 {
        if zeros < 15 {
          emptyBlocks = 1 << zeros + bits.take(zeros)
          break
        }
      } else {
        new = bits.take(1) == 1 ? unit : -unit
      }
      while place <= last {
        let at = Self.order[place]
        place += 1
        if block[at] != 0 {
          Self.refine(&block[at], unit, &bits)
        } else if zeros == 0 {
          block[at] = new
          break
        } else {
          zeros -= 1
        }
      }
    }
    guard emptyBlocks > 0 else { return }
    while place <= last {
      let at = Self.order[place]
      if block[at] != 0 { Self.refine(&block[at], unit, &bits) }
      place += 1
    }
    emptyBlocks -= 1
  }

  private static func refine(_ value: inout Int16, _ unit: Int16, _ bits: inout JPEGBits) {
    guard bits.take(1) == 1, value & unit == 0 else { return }
    value &+= value > 0 ? unit : -unit
  }
}
