/// The lines of a unit's code, by address: the result of its line-number program.
struct DwarfLines {
  struct Row: Equatable {
    var address: UInt64
    var file: Int
    var line: Int
  }

  /// Rows of increasing addresses, of which the last is the end.
  private struct Sequence {
    var low: UInt64
    var high: UInt64
    var rows: Range<Int>
  }

  private var header: DwarfLineHeader
  private var sequences: [Sequence] = []
  private var rows: [Row] = []
  private static let mostRows = 1 << 22

  /// Nil for a damaged one.
  ///
  /// - Parameter folder: where the unit was compiled; relative paths begin there.
  init?(_ sections: DwarfSections, at offset: UInt64, folder: String) {
    guard let start = sections.bytes(.lines, at: offset, most: 12) else { return nil }
    let end: UInt64? = start.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let length = DwarfFormat.readLength(&reader).length
      let (end, isTooLong) = length.addingReportingOverflow(UInt64(reader.position))
      return reader.hasFailed || isTooLong ? nil : end
    }
    guard let end, let bytes = sections.bytes(.lines, at: offset, count: end), sections.mayRead(bytes.count)
    else { return nil }
    let read: (DwarfLineHeader, [Row], [Sequence])? = bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard let header = DwarfLineHeader(&reader, sections, folder) else { return nil }
      var program = Program(header: header)
      program.run(&reader)
      return (header, program.rows, program.sequences)
    }
    guard let read else { return nil }
    (header, rows, sequences) = read
    sequences.sort { $0.low < $1.low }
  }

  /// The line of the code at an address; nil when it is not known. Code of the compiler's own has the line 0.
  func row(at address: UInt64) -> Row? {
    guard let sequence = sequences.last(ofThoseFirst: { $0.low <= address }), address < sequence.high else {
      return nil
    }
    var (low, high) = (sequence.rows.lowerBound, sequence.rows.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    return low > sequence.rows.lowerBound ? rows[low - 1] : nil
  }

  /// The path of a file by its number; empty for an unknown one.
  func path(_ file: Int) -> String { header.path(file) }

  private struct Program {
    let header: DwarfLineHeader
    var rows: [Row] = []
    var sequences: [Sequence] = []
    private var row = Row(address: 0, file: 1, line: 1)
    private var start = 0
    private var isOrdered = true

    init(header: DwarfLineHeader) { self.header = header }

    mutating func run(_ reader: inout ByteReader) {
      while !reader.isAtEnd, rows.count < DwarfLines.mostRows {
        let code = Int(reader.u8())
        if code >= header.firstSpecial {
          let step = code - header.firstSpecial
          advance(UInt64(step / header.lineRange))
          row.line &+= header.lineBase + step % header.lineRange
          add()
        } else {
          runStandard(code, &reader)
        }
      }
    }

    private mutating func advance(_ instructions: UInt64) {
      row.address = row.address &+ instructions &* header.instructionSize
    }

    private mutating func add() {
      if rows.count > start, rows[rows.count - 1].address > row.address { isOrdered = false }
      rows.append(row)
    }

    private mutating func runStandard(_ code: Int, _ reader: inout ByteReader) {
      switch code {
      case 0: runExtended(&reader)
      case 1: add()
      case 2: advance(reader.unsignedLEB())
      case 3: row.line &+= Int(truncatingIfNeeded: reader.signedLEB())
      case 4: row.file = Int(truncatingIfNeeded: reader.unsignedLEB())
      case 5, 12: _ = reader.unsignedLEB()
      case 6, 7, 10, 11: break
      case 8: advance(UInt64((255 - header.firstSpecial) / header.lineRange))
      case 9: row.address = row.address &+ reader.number(2)
      // Of later versions, with as many numbers as the header says.
      default: for _ in 0..<header.operands(code) { _ = reader.unsignedLEB() }
      }
    }

    private mutating func runExtended(_ reader: inout ByteReader) {
      let length = reader.unsignedLEB()
      let end = UInt64(reader.position) &+ length
      guard length > 0, end <= UInt64(reader.end) else { return reader.fail() }
      switch reader.u8() {
      case 1:
        add()
        endSequence()
      case 2 where length == 9 || length == 5: row.address = reader.number(Int(length) - 1)
      default: break
      }
      reader.position = Int(end)
    }

    /// Keeps the rows since the last end, when they can be searched and their code was not left out by the linker.
    private mutating func endSequence() {
      let low = rows[start].address
      if isOrdered, let range = DwarfRange(low, row.address) {
        sequences.append(Sequence(low: range.low, high: range.high, rows: start..<rows.count))
      } else {
        rows.removeSubrange(start...)
      }
      start = rows.count
      isOrdered = true
      row = Row(address: 0, file: 1, line: 1)
    }
  }
}
