/// One unit of a file's debug information: usually the code of one source file, or of one module.
final class DwarfUnit {
  /// Its place in the section of entries, and that of the next one.
  let start: UInt64
  let end: UInt64
  let format: DwarfFormat
  let sections: DwarfSections
  /// From its start on; of a unit of which only the first entry is read, the first bytes.
  let bytes: [UInt8]
  private let firstEntry: Int
  private let abbreviations: DwarfAbbreviations
  private(set) var root = DwarfEntry()

  /// The functions with code, by their addresses.
  private(set) lazy var functions = findFunctions()
  private(set) lazy var lines: DwarfLines? = makeLines()

  struct Function {
    var range: DwarfRange
    /// Its entry's place in `bytes`.
    var entry: Int
  }

  private static let mostFunctions = 1 << 20
  /// More calls than compilers inline into one another.
  private static let mostInlined = 256

  /// Nil for one that is damaged, or of a kind without code.
  ///
  /// - Parameter most: the bytes that are read: all of them, or so many that the first entry is among them.
  init?(_ sections: DwarfSections, at start: UInt64, most: UInt64 = .max) {
    guard sections.mayRead(0), let header = Header(sections, at: start),
      let bytes = sections.bytes(.entries, at: start, most: min(most, header.end - start))
    else { return nil }
    self.start = start
    self.sections = sections
    self.bytes = bytes
    (end, format, firstEntry) = (header.end, header.format, header.size)
    let first = bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, position: header.size)
      return reader.unsignedLEB()
    }
    let found: DwarfAbbreviations? = sections.whole(.abbreviations).withUnsafeBytes { table in
      guard let place = Int(exactly: header.abbreviations) else { return nil }
      var reader = ByteReader(table, position: place)
      let found = DwarfAbbreviations(
        &reader, header.format, upTo: most < .max ? first : nil, wanted: DwarfEntry.isRead)
      return sections.mayRead(reader.position - place) ? found : nil
    }
    guard let found, sections.mayRead(bytes.count) else { return nil }
    abbreviations = found
    let isWhole = withReader(at: firstEntry) { read(&$0, into: &root) && !$0.hasFailed } ?? false
    guard isWhole, root.tag != 0 else { return nil }
  }

  /// Where the unit ends that begins at a place; nil for a damaged one. Of kinds that are not read, too.
  static func end(of sections: DwarfSections, at start: UInt64) -> UInt64? {
    guard let bytes = sections.bytes(.entries, at: start, most: Header.longest) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let length = DwarfFormat.readLength(&reader).length
      guard !reader.hasFailed, length > 0, length <= sections.size(.entries) - start - UInt64(reader.position)
      else { return nil }
      return start + UInt64(reader.position) + length
    }
  }

  /// What stands in front of the entries.
  struct Header {
    var end: UInt64
    var format: DwarfFormat
    var abbreviations: UInt64
    var size: Int

    static let longest: UInt64 = 48

    /// Nil for a damaged unit.
    init?(_ sections: DwarfSections, at start: UInt64) {
      guard let bytes = sections.bytes(.entries, at: start, most: Self.longest) else { return nil }
      let header: Header? = bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        return Header(&reader)
      }
      guard var header else { return nil }
      let rest = sections.size(.entries) - start
      guard header.end <= rest, header.end > UInt64(header.size) else { return nil }
      header.end += start
      self = header
    }

    private init?(_ reader: inout ByteReader) {
      let (length, offsetSize) = DwarfFormat.readLength(&reader)
      let (end, isTooLong) = length.addingReportingOverflow(UInt64(reader.position))
      format = DwarfFormat(version: Int(reader.number(2)), offsetSize: offsetSize)
      guard !isTooLong, 2...5 ~= format.version else { return nil }
      self.end = end
      if format.version >= 5 {
        let kind = reader.u8()
        format.addressSize = Int(reader.u8())
        abbreviations = reader.number(offsetSize)
        switch kind {
        case 1, 3: break
        // Skeletons of units in other files, and those files' units, have a number.
        case 4, 5: reader.skip(8)
        // Types have no code.
        default: return nil
        }
      } else {
        abbreviations = reader.number(offsetSize)
        format.addressSize = Int(reader.u8())
      }
      size = reader.position
      guard !reader.hasFailed, format.addressSize == 8 || format.addressSize == 4 else { return nil }
    }
  }

  func withReader<Value>(at position: Int, _ body: (inout ByteReader) -> Value) -> Value? {
    bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, position: position)
      return reader.hasFailed ? nil : body(&reader)
    }
  }

  /// The next entry, of which only the tag is read where nothing else is of interest; false behind the last.
  func read(_ reader: inout ByteReader, into entry: inout DwarfEntry) -> Bool {
    guard !reader.isAtEnd else { return false }
    let code = reader.unsignedLEB()
    if code == 0 {
      entry.tag = 0
      return true
    }
    guard let shape = abbreviations.shape(code) else {
      reader.fail()
      return false
    }
    if DwarfEntry.isOfInterest(shape.tag) { entry = DwarfEntry() }
    entry.tag = shape.tag
    entry.hasChildren = shape.hasChildren
    for index in shape.first..<shape.first + shape.count {
      let step = abbreviations.steps[index]
      if step.gap > 0 { reader.skip(UInt64(step.gap)) }
      if step.isRead {
        entry.set(step.name, DwarfForm.value(step.form, &reader, format, constant: step.constant))
      } else {
        DwarfForm.skip(step.form, &reader, format)
      }
    }
    if shape.rest > 0 { reader.skip(UInt64(shape.rest)) }
    return !reader.hasFailed
  }

  /// The entry at a place of this unit; nil when it is not of interest.
  func entry(at position: Int) -> DwarfEntry? {
    var entry = DwarfEntry()
    guard position >= firstEntry, withReader(at: position, { read(&$0, into: &entry) }) == true,
      DwarfEntry.isOfInterest(entry.tag)
    else { return nil }
    return entry
  }

  // MARK: Functions

  private func findFunctions() -> [Function] {
    var found: [Function] = []
    _ = withReader(at: firstEntry) { reader in
      var entry = DwarfEntry()
      var place = reader.position
      while read(&reader, into: &entry) {
        if entry.tag == DwarfEntry.function, found.count < Self.mostFunctions {
          for range in ranges(of: entry) { found.append(Function(range: range, entry: place)) }
        }
        place = reader.position
      }
    }
    found.sort { $0.range.low < $1.range.low }
    return found
  }

  func function(at address: UInt64) -> Function? {
    guard let function = functions.last(ofThoseFirst: { $0.range.low <= address }),
      address < function.range.high
    else { return nil }
    return function
  }

  /// The calls around an address whose code stands in the function itself, outermost first.
  func inlinedCalls(at address: UInt64, in function: Function) -> [DwarfEntry] {
    var calls: [DwarfEntry] = []
    let size = withReader(at: function.entry) { reader in
      var entry = DwarfEntry()
      guard read(&reader, into: &entry), entry.hasChildren else { return 0 }
      var depth = 1
      while depth > 0, read(&reader, into: &entry) {
        if entry.tag == 0 {
          depth -= 1
          continue
        }
        if entry.hasChildren { depth += 1 }
        if entry.tag == DwarfEntry.inlinedCall, calls.count < Self.mostInlined,
          ranges(of: entry).contains(where: { $0.contains(address) })
        {
          calls.append(entry)
        }
      }
      return reader.position - function.entry
    }
    return sections.mayRead(size ?? 0) ? calls : []
  }

  private func makeLines() -> DwarfLines? {
    switch root.lines.kind {
    case .constant, .offset: DwarfLines(sections, at: root.lines.number, folder: text(root.folder))
    default: nil
    }
  }
}
