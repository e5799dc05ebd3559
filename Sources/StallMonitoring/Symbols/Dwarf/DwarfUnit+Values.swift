/// Addresses of a function's code, or of a part of it.
struct DwarfRange: Equatable {
  var low: UInt64
  /// The first address behind it.
  var high: UInt64

  /// Nil for an empty one, and for code that the linker has left out, whose address it replaces by one of these.
  init?(_ low: UInt64, _ high: UInt64) {
    guard low < high, low > 1, low < .max - 1 else { return nil }
    (self.low, self.high) = (low, high)
  }

  func contains(_ address: UInt64) -> Bool { low <= address && address < high }
}

// What values mean that stand in other sections.
extension DwarfUnit {
  func text(_ value: DwarfValue) -> String {
    switch value.kind {
    case .ownText:
      return Int(exactly: value.number).flatMap { withReader(at: $0) { $0.text() } } ?? ""
    case .text: return sections.text(.texts, at: value.number)
    case .sharedText: return sections.supplement?.text(.texts, at: value.number) ?? ""
    case .lineText: return sections.text(.lineTexts, at: value.number)
    case .textRow:
      // The base is that behind the section's header, where a unit does not say.
      let base = root.textBase > 0 ? root.textBase : format.version >= 5 ? UInt64(2 * format.offsetSize) : 0
      let place = base &+ value.number &* UInt64(format.offsetSize)
      return number(.textOffsets, at: place, format.offsetSize).map { sections.text(.texts, at: $0) } ?? ""
    default: return ""
    }
  }

  func address(_ value: DwarfValue) -> UInt64? {
    switch value.kind {
    case .address: value.number
    case .addressRow: address(row: value.number)
    default: nil
    }
  }

  private func address(row: UInt64) -> UInt64? {
    let base = root.addressBase > 0 ? root.addressBase : format.version >= 5 ? 8 : 0
    return number(.addresses, at: base &+ row &* UInt64(format.addressSize), format.addressSize)
  }

  private func number(_ name: DwarfSections.Name, at offset: UInt64, _ size: Int) -> UInt64? {
    sections.whole(name).withUnsafeBytes { bytes in
      guard let offset = Int(exactly: offset) else { return nil }
      var reader = ByteReader(bytes, position: offset)
      let number = reader.number(size)
      return reader.hasFailed ? nil : number
    }
  }

  /// The addresses of an entry's code; empty for one without code.
  func ranges(of entry: DwarfEntry) -> [DwarfRange] {
    if entry.ranges.kind != .none { return listedRanges(entry.ranges) }
    guard let low = address(entry.low) else { return [] }
    let high =
      entry.high.kind == .constant ? low &+ entry.high.number : address(entry.high) ?? low
    return DwarfRange(low, high).map { [$0] } ?? []
  }

  private static let mostRanges = 1 << 16

  private func listedRanges(_ value: DwarfValue) -> [DwarfRange] {
    let name = format.version >= 5 ? DwarfSections.Name.rangeLists : .ranges
    var place = value.number
    if value.kind == .rangeRow {
      let base = root.rangeBase > 0 ? root.rangeBase : UInt64(4 + 2 * format.offsetSize)
      let row = base &+ value.number &* UInt64(format.offsetSize)
      guard let offset = number(name, at: row, format.offsetSize) else { return [] }
      place = base &+ offset
    }
    guard sections.mayRead(0) else { return [] }
    return sections.whole(name).withUnsafeBytes { bytes in
      guard let start = Int(exactly: place) else { return [] }
      var reader = ByteReader(bytes, position: start)
      let found = format.version >= 5 ? readList(&reader) : readPairs(&reader)
      return sections.mayRead(reader.position - start) ? found : []
    }
  }

  /// Pairs of addresses from the base, up to two zeros.
  private func readPairs(_ reader: inout ByteReader) -> [DwarfRange] {
    var found: [DwarfRange] = []
    var base = address(root.low) ?? 0
    let largest: UInt64 = format.addressSize == 8 ? .max : 0xffff_ffff
    while found.count < Self.mostRanges {
      let (low, high) = (reader.number(format.addressSize), reader.number(format.addressSize))
      if reader.hasFailed || low == 0 && high == 0 { break }
      if low == largest {
        base = high
      } else if let range = DwarfRange(base &+ low, base &+ high) {
        found.append(range)
      }
    }
    return found
  }

  /// The list of version 5 (`DW_RLE`).
  private func readList(_ reader: inout ByteReader) -> [DwarfRange] {
    var found: [DwarfRange] = []
    var base = address(root.low) ?? 0
    func add(_ low: UInt64?, _ high: UInt64?) {
      if let low, let high, let range = DwarfRange(low, high) { found.append(range) }
    }
    while found.count < Self.mostRanges, !reader.hasFailed {
      switch reader.u8() {
      case 1: base = address(row: reader.unsignedLEB()) ?? 0
      case 2: add(address(row: reader.unsignedLEB()), address(row: reader.unsignedLEB()))
      case 3:
        let low = address(row: reader.unsignedLEB())
        let length = reader.unsignedLEB()
        add(low, low.map { $0 &+ length })
      case 4: add(base &+ reader.unsignedLEB(), base &+ reader.unsignedLEB())
      case 5: base = reader.number(format.addressSize)
      case 6: add(reader.number(format.addressSize), reader.number(format.addressSize))
      case 7:
        let low = reader.number(format.addressSize)
        add(low, low &+ reader.unsignedLEB())
      default: return found
      }
    }
    return found
  }
}
