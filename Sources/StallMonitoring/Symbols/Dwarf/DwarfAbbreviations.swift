/// The shapes of a unit's entries: each entry begins with the code of one.
struct DwarfAbbreviations {
  struct Shape {
    var tag: UInt64
    var hasChildren: Bool
    /// Its steps in the table.
    var first: Int
    var count: Int
    /// Bytes behind the last step.
    var rest: Int
  }

  /// An attribute that is read, or whose value's size must be. Attributes in between are skipped at once.
  struct Step {
    /// Bytes in front of it.
    var gap: Int
    var name: UInt64
    var form: UInt64
    var constant: Int64
    /// False where only the size of the value is needed.
    var isRead: Bool
  }

  private(set) var steps: [Step] = []
  /// By code, where codes are counted from one, as compilers do.
  private var shapes: [Shape] = []
  private var others: [UInt64: Shape] = [:]

  /// The table that begins at the reader. A damaged one is empty.
  ///
  /// - Parameters:
  ///   - wanted: whether an attribute of an entry is read, by the entry's tag and its name.
  ///   - last: the code of the last shape that is needed; nil for all.
  init(
    _ reader: inout ByteReader, _ format: DwarfFormat, upTo last: UInt64? = nil,
    wanted: (_ tag: UInt64, _ name: UInt64) -> Bool
  ) {
    while !reader.isAtEnd {
      let code = reader.unsignedLEB()
      if code == 0 { break }
      let shape = readShape(&reader, format, wanted)
      if reader.hasFailed { break }
      if code == UInt64(shapes.count) + 1 { shapes.append(shape) } else { others[code] = shape }
      if code == last { break }
    }
    if reader.hasFailed { (shapes, others) = ([], [:]) }
  }

  private mutating func readShape(
    _ reader: inout ByteReader, _ format: DwarfFormat, _ wanted: (UInt64, UInt64) -> Bool
  ) -> Shape {
    var shape = Shape(
      tag: reader.unsignedLEB(), hasChildren: reader.u8() != 0, first: steps.count, count: 0, rest: 0)
    while !reader.hasFailed {
      let name = reader.unsignedLEB()
      let form = reader.unsignedLEB()
      let constant = form == DwarfForm.implicitConstant ? reader.signedLEB() : 0
      if name == 0, form == 0 { break }
      let isRead = wanted(shape.tag, name)
      if !isRead, let size = DwarfForm.size(form, format) {
        shape.rest += size
      } else {
        steps.append(
          Step(gap: shape.rest, name: name, form: form, constant: constant, isRead: isRead))
        shape.rest = 0
      }
    }
    shape.count = steps.count - shape.first
    return shape
  }

  func shape(_ code: UInt64) -> Shape? {
    code > 0 && code <= UInt64(shapes.count) ? shapes[Int(code) - 1] : others[code]
  }
}
