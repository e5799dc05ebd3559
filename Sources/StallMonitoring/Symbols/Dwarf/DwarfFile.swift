/// The debug information of one file (DWARF, versions 2 to 5): functions, inlined calls, files and lines by address.
///
/// Nothing in it is trusted: damaged parts give fewer answers, and the work that a file can cause is limited. For one thread.
final class DwarfFile {
  /// A unit with the addresses of its code.
  private struct Part {
    var start: UInt64
    var low: UInt64
    var high: UInt64
    var ranges: Range<Int>
  }

  private let sections: DwarfSections
  private var parts: [Part] = []
  private var ranges: [DwarfRange] = []
  private var starts: [UInt64] = []
  private var units: [UInt64: DwarfUnit] = [:]
  private var unitBytes = 0
  /// Entries that several files have in common.
  private lazy var supplement: DwarfFile? = sections.supplement.flatMap { DwarfFile($0) }

  private static let mostRanges = 1 << 22
  private static let mostUnits = 1 << 20
  private static let mostUnitBytes = 1 << 26
  private static let mostLinks = 8

  /// Nil without debug information.
  ///
  /// - Parameter search: finds the file to which parts of the debug information were moved.
  convenience init?(_ file: ElfFile, search: SymbolSearch? = nil) {
    self.init(DwarfSections(file) { file.supplement(search) })
  }

  init?(_ sections: DwarfSections) {
    self.sections = sections
    guard sections.size(.entries) > 0 else { return nil }
    findUnits()
  }

  /// The functions around an address of the file, innermost first: all but the last are inlined. Empty when none is known.
  func places(at address: UInt64) -> [SourcePlace] {
    guard let unit = unit(around: address) else { return [] }
    var place = SourcePlace()
    if let row = unit.lines?.row(at: address) { place.setLine(unit.lines?.path(row.file) ?? "", row.line) }
    guard let function = unit.function(at: address) else { return [place] }
    var places: [SourcePlace] = []
    for call in unit.inlinedCalls(at: address, in: function).reversed() {
      let name = name(of: call, in: unit)
      // Without a name it can not be told from its caller.
      if !name.isEmpty {
        place.rawName = name
        place.isInlined = true
        places.append(place)
      }
      place = SourcePlace()
      if call.callLine.kind == .constant, let file = Int(exactly: call.callFile.number) {
        place.setLine(unit.lines?.path(file) ?? "", Int(clamping: call.callLine.number))
      }
    }
    if let entry = unit.entry(at: function.entry) { place.rawName = name(of: entry, in: unit) }
    return places + [place]
  }

  // MARK: Units

  /// Reads the first entry of each unit.
  private func findUnits() {
    var start: UInt64 = 0
    let size = sections.size(.entries)
    while start < size, starts.count < Self.mostUnits, ranges.count < Self.mostRanges {
      guard let end = DwarfUnit.end(of: sections, at: start) else { return }
      starts.append(start)
      // First entries are short, but for those with long texts in them.
      if let unit = DwarfUnit(sections, at: start, most: 256) ?? DwarfUnit(sections, at: start, most: 65_536)
      {
        add(unit, unit.ranges(of: unit.root))
      }
      start = end
    }
  }

  private func add(_ unit: DwarfUnit, _ found: [DwarfRange]) {
    guard let first = found.first else { return }
    var part = Part(
      start: unit.start, low: first.low, high: first.high, ranges: ranges.count..<ranges.count + found.count)
    for range in found {
      part.low = min(part.low, range.low)
      part.high = max(part.high, range.high)
    }
    parts.append(part)
    ranges += found
  }

  private func unit(around address: UInt64) -> DwarfUnit? {
    for part in parts where part.low <= address && address < part.high {
      if ranges[part.ranges].contains(where: { $0.contains(address) }) { return unit(at: part.start) }
    }
    return nil
  }

  private func unit(at start: UInt64) -> DwarfUnit? {
    if let unit = units[start] { return unit }
    guard let unit = DwarfUnit(sections, at: start) else { return nil }
    if unitBytes > Self.mostUnitBytes {
      units = [:]
      unitBytes = 0
    }
    units[start] = unit
    unitBytes += unit.bytes.count
    return unit
  }

  // MARK: Names

  /// The linker's name of a function, which its own entry has or one that it refers to.
  private func name(of entry: DwarfEntry, in unit: DwarfUnit) -> String {
    var (entry, unit, file) = (entry, unit, self)
    var plain = ""
    for _ in 0..<Self.mostLinks {
      let name = unit.text(entry.linkerName)
      if !name.isEmpty { return name }
      if plain.isEmpty { plain = unit.text(entry.name) }
      guard let next = file.follow(entry.origin, in: unit) else { break }
      (entry, unit, file) = next
    }
    return plain
  }

  private func follow(_ link: DwarfValue, in unit: DwarfUnit) -> (DwarfEntry, DwarfUnit, DwarfFile)? {
    switch link.kind {
    case .ownEntry: Int(exactly: link.number).flatMap { unit.entry(at: $0) }.map { ($0, unit, self) }
    case .entry: entry(at: link.number)
    case .sharedEntry: supplement?.entry(at: link.number)
    default: nil
    }
  }

  private func entry(at place: UInt64) -> (DwarfEntry, DwarfUnit, DwarfFile)? {
    guard let start = starts.last(ofThoseFirst: { $0 <= place }), let unit = unit(at: start),
      place < unit.end, let entry = unit.entry(at: Int(place - start))
    else { return nil }
    return (entry, unit, self)
  }
}
