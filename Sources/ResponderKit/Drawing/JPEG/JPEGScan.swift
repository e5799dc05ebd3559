/// A scan of a JPEG file: a pass over the blocks of one or several components.
struct JPEGScan {
  /// A component in the scan.
  struct ScanPart {
    /// Its index in the frame.
    let part: Int
    let dc: JPEGPrefixCode?
    let ac: JPEGPrefixCode?
    /// Its blocks, row by row, and how many are in a row and in a unit.
    let blocks: UnsafeMutablePointer<Int16>
    let columns: Int
    let across: Int
    let down: Int
    /// DC predictor.
    var predictor = 0
  }

  /// Places in a block, by the order of coefficients in the file.
  static let order: [Int] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
    14,
    21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
    53,
    60, 61, 54, 47, 55, 62, 63,
  ]

  let frame: JPEGFrame
  /// The first and the last coefficient in it.
  let first: Int
  let last: Int
  /// The lowest bit that is known, or 0, and the lowest one in this scan.
  let high: Int
  let low: Int
  let restartInterval: Int
  private var parts: [ScanPart] = []
  /// Count of next blocks without further coefficients in this scan.
  private var emptyBlocks = 0

  init(frame: JPEGFrame, first: Int, last: Int, high: Int, low: Int, restartInterval: Int) {
    (self.frame, self.restartInterval) = (frame, restartInterval)
    // A scan of a baseline file has all.
    let all = frame.isProgressive ? (first, last, high, low) : (0, 63, 0, 0)
    (self.first, self.last, self.high, self.low) = all
  }

  /// Adds a component of the frame; false without coefficients.
  mutating func add(_ index: Int, dc: JPEGPrefixCode?, ac: JPEGPrefixCode?) -> Bool {
    let part = frame.parts[index]
    guard let blocks = part.coefficients else { return false }
    parts.append(
      ScanPart(
        part: index, dc: dc, ac: ac, blocks: blocks, columns: part.columns, across: part.across,
        down: part.down))
    return true
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
    if frame.isProgressive {
      guard first <= last, last < 64, low < 14, first > 0 || last == 0, first == 0 || parts.count == 1 else {
        throw damaged
      }
      // A scan adds one bit to known values.
      guard high == 0 || low == high - 1 else { throw damaged }
    }
    for part in parts {
      if first == 0, high == 0, part.dc == nil { throw .damaged("its prefix codes") }
      if last > 0, part.ac == nil { throw .damaged("its prefix codes") }
      guard frame.takes(part.part, first...last, high: high, low: low) else { throw damaged }
    }
  }

  private mutating func readUnits(_ bits: inout JPEGBits) throws(ImageError) {
    let single = parts.count == 1 ? frame.parts[parts[0].part] : nil
    let across = single?.seenColumns ?? frame.unitsAcross
    let down = single?.seenRows ?? frame.unitsDown
    var left = restartInterval
    /// Whether the rest of the interval is skipped: a byte of it is damaged.
    var isSkipped = false
    for row in 0..<down {
      for column in 0..<across {
        if restartInterval > 0, left == 0 {
          guard bits.restart() else { throw bits.isAtEnd ? .tooShort : .damaged("a restart of its scan") }
          left = restartInterval
          emptyBlocks = 0
          isSkipped = false
          for index in parts.indices { parts[index].predictor = 0 }
        }
        left -= 1
        if isSkipped { continue }
        do throws(ImageError) {
          if let single {
            try readBlock(0, row * single.columns + column, &bits)
          } else {
            try readUnit(row, column, &bits)
          }
          if bits.isBeyondEnd { throw .tooShort }
        } catch {
          // The next interval can be read.
          guard restartInterval > 0 else { throw error }
          isSkipped = true
        }
      }
    }
  }

  private mutating func readUnit(_ row: Int, _ column: Int, _ bits: inout JPEGBits) throws(ImageError) {
    for index in parts.indices {
      let (across, down, columns) = (parts[index].across, parts[index].down, parts[index].columns)
      for y in 0..<down {
        let start = (row * down + y) * columns + column * across
        for x in 0..<across { try readBlock(index, start + x, &bits) }
      }
    }
  }

  private mutating func readBlock(_ index: Int, _ number: Int, _ bits: inout JPEGBits) throws(ImageError) {
    let block = parts[index].blocks + number * 64
    if first == 0 {
      if high > 0 {
        if bits.take(1) == 1 { block[0] |= 1 << low }
      } else {
        try readDC(index, block, &bits)
      }
    }
    guard last > 0, let code = parts[index].ac else { return }
    if high > 0 {
      try refine(block, code, &bits)
    } else {
      try readAC(block, code, &bits)
    }
  }

  private mutating func readDC(_ index: Int, _ block: UnsafeMutablePointer<Int16>, _ bits: inout JPEGBits)
    throws(ImageError)
  {
    guard let length = parts[index].dc?.next(&bits), length < 16 else { throw Self.unknownCode(bits) }
    parts[index].predictor &+= bits.takeSigned(length)
    block[0] = Int16(truncatingIfNeeded: parts[index].predictor << low)
  }

  private static func unknownCode(_ bits: JPEGBits) -> ImageError {
    bits.isBeyondEnd ? .tooShort : .damaged("a code of its pixels")
  }

  private mutating func readAC(
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

  /// One more bit of each coefficient.
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
