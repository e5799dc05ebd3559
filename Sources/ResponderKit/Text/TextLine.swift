/// A line of text as glyphs beside each other. A code point that the font lacks comes from another font, or from the
/// built-in letters.
struct TextLine: Sendable {
  enum Form: Sendable {
    case glyph(FontFace, Int)
    case builtIn(Character)
  }

  struct Piece: Sendable {
    var shape: Form
    /// From the line's beginning, in points.
    var x: Double
    /// Where the character begins that it belongs to, in UTF-8.
    var offset: Int
  }

  /// Measures of the built-in letters that stand in for others, of the same size.
  struct BuiltIn {
    /// The distance of their grid's points, in points.
    var unit: Double
    /// From one letter to the next, in units.
    var gap: Double
  }

  private(set) var pieces: [Piece] = []
  private(set) var width = 0.0

  init(_ text: String, face: FontFace, size: Double, builtIn: BuiltIn, book: FontBook = .shared) {
    if text.mayTurnLine {
      arrange(text, face, size, builtIn, book)
      return
    }
    var last: (face: FontFace, glyph: Int)?
    var offset = 0
    for scalar in text.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      if scalar.isInvisible { continue }
      let wanted: Unicode.Scalar = scalar.properties.isWhitespace && face.glyph(scalar) == nil ? " " : scalar
      guard let chosen = face.glyph(wanted) != nil ? face : book.fallback(wanted),
        let glyph = chosen.glyph(wanted)
      else {
        pieces.append(Piece(shape: .builtIn(Character(scalar)), x: width, offset: offset))
        width += (Glyph.of(Character(scalar)).width + builtIn.gap) * builtIn.unit
        last = nil
        continue
      }
      if let last, last.face === chosen { width += chosen.distance(last.glyph, glyph) * size }
      pieces.append(Piece(shape: .glyph(chosen, glyph), x: width, offset: offset))
      width += chosen.advance(glyph) * size
      last = (chosen, glyph)
    }
  }

  /// With parts from right to left: in the order in which they are seen.
  private mutating func arrange(
    _ text: String, _ face: FontFace, _ size: Double, _ builtIn: BuiltIn, _ book: FontBook
  ) {
    let glyphs = ShapedGlyph.all(text, face, book)
    for run in TextDirections.runs(of: glyphs.map(\.level)) {
      var last: ShapedGlyph?
      for index in run.isRightToLeft ? run.range.reversed() : Array(run.range) {
        let glyph = glyphs[index]
        switch glyph.shape {
        case .glyph(let face, let number):
          if let last, case .glyph(let other, let neighbour) = last.shape, other === face {
            // Pairs are in the order of reading.
            width +=
              (run.isRightToLeft ? face.distance(number, neighbour) : face.distance(neighbour, number)) * size
          }
          pieces.append(Piece(shape: glyph.shape, x: width, offset: glyph.offset))
          width += face.advance(number) * size
        case .builtIn(let character):
          pieces.append(Piece(shape: glyph.shape, x: width, offset: glyph.offset))
          width += (Glyph.of(character).width + builtIn.gap) * builtIn.unit
        }
        last = glyph
      }
    }
  }
}

extension Unicode.Scalar {
  /// A sign that joins or directs others, without a shape.
  var isInvisible: Bool {
    if value < 32 { return value != 9 }
    if value < 127 { return false }
    return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }
}
