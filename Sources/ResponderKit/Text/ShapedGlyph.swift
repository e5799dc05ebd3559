/// A glyph of a text with parts from right to left, before its place is known.
struct ShapedGlyph {
  var shape: TextLine.Form
  /// Of its code point, in UTF-8.
  var offset: Int
  var level: UInt8
  /// How its letter joins others, and whether it stands on another letter.
  var form: ArabicJoining.JoinedForm?
  var isMark: Bool

  /// The glyphs of a text, in its order: letters joined, brackets turned.
  static func all(_ text: String, _ face: FontFace, _ book: FontBook) -> [ShapedGlyph] {
    let scalars = Array(text.unicodeScalars)
    let levels = BidiLevels(scalars).lineLevels
    let forms = ArabicJoining.forms(scalars)
    var glyphs: [ShapedGlyph] = []
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      defer { offset += UTF8.width(scalar) }
      if scalar.isInvisible { continue }
      let turned = levels[index] & 1 == 1 ? BracketPairs.mirrored(scalar) ?? scalar : scalar
      let isSpace = turned.properties.isWhitespace && face.glyph(turned) == nil
      let shape = shape(isSpace ? " " : turned, forms[index], face, book)
      let category = scalar.properties.generalCategory
      glyphs.append(
        ShapedGlyph(
          shape: shape, offset: offset, level: levels[index], form: forms[index],
          isMark: category == .nonspacingMark || category == .enclosingMark))
    }
    return forms.contains { $0 != nil } ? ligated(glyphs) : glyphs
  }

  private static func shape(
    _ scalar: Unicode.Scalar, _ form: ArabicJoining.JoinedForm?, _ face: FontFace, _ book: FontBook
  ) -> TextLine.Form {
    guard let chosen = face.glyph(scalar) != nil ? face : book.fallback(scalar),
      let glyph = chosen.glyph(scalar)
    else { return .builtIn(Character(scalar)) }
    return .glyph(chosen, form.map { chosen.joining.glyph(glyph, $0) } ?? glyph)
  }

  /// With one glyph in place of several where the font has it, as for lam and alef.
  private static func ligated(_ glyphs: [ShapedGlyph]) -> [ShapedGlyph] {
    var (result, taken) = ([ShapedGlyph](), Set<Int>())
    for (index, glyph) in glyphs.enumerated() where !taken.contains(index) {
      result.append(glyph)
      guard glyph.form != nil, case .glyph(let face, _) = glyph.shape else { continue }
      let run = glyphs[index...].prefix(16).prefix { next in
        guard case .glyph(let other, _) = next.shape else { return false }
        return other === face && next.level == glyph.level && (next.form != nil || next.isMark)
      }
      let numbers = run.map { next -> (glyph: Int, isMark: Bool) in
        guard case .glyph(_, let number) = next.shape else { return (0, next.isMark) }
        return (number, next.isMark)
      }
      guard let found = face.joining.ligature(numbers) else { continue }
      result[result.count - 1].shape = .glyph(face, found.glyph)
      taken.formUnion(found.places.map { index + $0 })
    }
    return result
  }
}
