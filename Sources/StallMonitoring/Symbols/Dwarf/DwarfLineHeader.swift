/// What stands in front of a line-number program: how it is written, and the names of the files.
struct DwarfLineHeader {
  private(set) var instructionSize: UInt64 = 1
  private(set) var lineBase = 0
  private(set) var lineRange = 1
  /// The first operation that advances both address and line.
  private(set) var firstSpecial = 1
  private var operandCounts: [UInt8] = []
  private var folders: [String] = []
  private var files: [(name: String, folder: Int)] = []
  private var format = DwarfFormat()

  /// Reads it, and leaves the reader at the program's start. Nil for a damaged one.
  init?(_ reader: inout ByteReader, _ sections: DwarfSections, _ folder: String) {
    format.offsetSize = DwarfFormat.readLength(&reader).offsetSize
    format.version = Int(reader.number(2))
    guard 2...5 ~= format.version else { return nil }
    if format.version >= 5 {
      format.addressSize = Int(reader.u8())
      // The size of segments' numbers.
      reader.skip(1)
    }
    let length = reader.number(format.offsetSize)
    let (start, isTooFar) = length.addingReportingOverflow(UInt64(reader.position))
    instructionSize = UInt64(reader.u8())
    if format.version >= 4 { reader.skip(1) }
    reader.skip(1)
    lineBase = Int(Int8(bitPattern: reader.u8()))
    lineRange = Int(reader.u8())
    firstSpecial = Int(reader.u8())
    for _ in 1..<max(firstSpecial, 1) { operandCounts.append(reader.u8()) }
    guard !reader.hasFailed, !isTooFar, lineRange > 0, firstSpecial > 0, start <= UInt64(reader.end) else {
      return nil
    }
    if format.version >= 5 {
      guard readTables(&reader, sections, folder) else { return nil }
    } else {
      readOldTables(&reader, folder)
    }
    guard !reader.hasFailed else { return nil }
    reader.position = Int(start)
  }

  /// The numbers behind a standard operation.
  func operands(_ code: Int) -> UInt8 { operandCounts[code - 1] }

  func path(_ number: Int) -> String {
    guard files.indices.contains(number) else { return "" }
    let file = files[number]
    guard !file.name.hasPrefix("/"), folders.indices.contains(file.folder) else { return file.name }
    return Self.join(folders[file.folder], file.name)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Texts up to an empty one. Files are counted from 1, and the folder 0 is the unit's.
  private mutating func readOldTables(_ reader: inout ByteReader, _ folder: String) {
    folders = [folder]
    while !reader.hasFailed {
      let name = reader.text()
      if name.isEmpty { break }
      folders.append(Self.join(folder, name))
    }
    files = [("", 0)]
    while !reader.hasFailed {
      let name = reader.text()
      if name.isEmpty { break }
      files.append((name, Int(truncatingIfNeeded: reader.unsignedLEB())))
      // The time of its last change, and its size.
      _ = (reader.unsignedLEB(), reader.unsignedLEB())
    }
  }

  /// Tables that say how they are written. Both are counted from 0.
  private mutating func readTables(
    _ reader: inout ByteReader, _ sections: DwarfSections, _ folder: String
  ) -> Bool {
    guard let found = readTable(&reader, sections) else { return false }
    for (index, entry) in found.enumerated() {
      // All others may be relative to the first, and that to where the compiler ran.
      folders.append(Self.join(index == 0 ? folder : folders[0], entry.name))
    }
    guard let found = readTable(&reader, sections) else { return false }
    files = found
    return true
  }

  private func readTable(
    _ reader: inout ByteReader, _ sections: DwarfSections
  ) -> [(name: String, folder: Int)]? {
    var columns: [(content: UInt64, form: UInt64)] = []
    for _ in 0..<reader.u8() { columns.append((reader.unsignedLEB(), reader.unsignedLEB())) }
    let count = reader.unsignedLEB()
    // Each has at least a byte.
    guard !reader.hasFailed, count == 0 || !columns.isEmpty, count <= UInt64(reader.end - reader.position)
    else {
      return nil
    }
    var entries: [(name: String, folder: Int)] = []
    for _ in 0..<count {
      var entry = (name: "", folder: 0)
      for column in columns {
        let start = reader.position
        let value = DwarfForm.value(column.form, &reader, format)
        switch (column.content, value.kind) {
        case (1, .ownText):
          let end = reader.position
          reader.position = start
          entry.name = reader.text()
          reader.position = end
        case (1, .lineText): entry.name = sections.text(.lineTexts, at: value.number)
        case (1, .text): entry.name = sections.text(.texts, at: value.number)
        case (1, .sharedText): entry.name = sections.supplement?.text(.texts, at: value.number) ?? ""
        case (2, .constant): entry.folder = Int(truncatingIfNeeded: value.number)
        default: break
        }
      }
      guard !reader.hasFailed else { return nil }
      entries.append(entry)
    }
    return entries
  }
}
