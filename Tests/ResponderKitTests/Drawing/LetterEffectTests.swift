import TestHarness
import Testing

@testable import ResponderKit

/// What attributes do to letters and their lines beside fonts and colors.
@Suite(.hangLimit) struct LetterEffectTests {
  private let font = UIFont(size: 28, design: .builtIn)

  private func text(_ string: String, _ attributes: [NSAttributedString.Key: Any]) -> NSAttributedString {
    NSAttributedString(string: string, attributes: attributes.merging([.font: font]) { $1 })
  }

  private func lines(_ text: NSAttributedString) -> [StyledText.StyledLine] {
    StyledText(text, font: font, color: .black).lines(in: Size(.infinity, .infinity), most: 0)
  }

  /// What is drawn, on white.
  private func picture(_ text: NSAttributedString) -> Bitmap {
    let bitmap = Bitmap(width: 200, height: 60)
    bitmap.clear(bitmap.bounds, to: .white)
    bitmap.draw { drawing in lines(text).draw(at: Point(10, 10), width: 180, in: drawing) }
    return bitmap
  }

  private func count(_ picture: Bitmap, where isCounted: (UIColor) -> Bool) -> Int {
    (0..<picture.height).reduce(0) { sum, y in
      sum + (0..<picture.width).filter { isCounted(picture.color(x: $0, y: y)) }.count
    }
  }

  private func operations(_ text: NSAttributedString) -> [Drawing.Operation] {
    let drawing = Drawing()
    lines(text).draw(at: .zero, width: 1000, in: drawing)
    return drawing.operations
  }

  // MARK: Outlines

  @Test func aWidthAboveZeroDrawsOutlinesOnly() {
    let style: [NSAttributedString.Key: Any] = [.foregroundColor: UIColor.red, .strokeWidth: 2.0]
    let operations = operations(text("I", style))
    guard operations.count == 1, case .strokes(let pieces, let look, let color) = operations[0] else {
      Issue.record("\(operations)")
      return
    }
    // In hundredths of the font's size, in the color of the letters.
    #expect(abs(look.width - 0.56) < 1e-9 && color == UIColor.red.cgColor)
    #expect(!pieces.isEmpty && pieces.allSatisfy(\.isClosed))
  }

  @Test func aWidthBelowZeroFillsTheLettersToo() {
    let blue: [NSAttributedString.Key: Any] = [
      .foregroundColor: UIColor.red, .strokeColor: UIColor.blue, .strokeWidth: -4,
    ]
    let operations = operations(text("I", blue))
    #expect(operations.count == 2)
    guard case .fill(.polygon, let inside)? = operations.first,
      case .strokes(_, let look, let outside)? = operations.last
    else {
      Issue.record("\(operations)")
      return
    }
    #expect(inside == UIColor.red.cgColor && outside == UIColor.blue.cgColor)
    #expect(abs(look.width - 1.12) < 1e-9)
    // The same letters as without outlines, which are around them.
    let plain = picture(text("I", [.foregroundColor: UIColor.red]))
    let thin = picture(
      text("I", [.foregroundColor: UIColor.red, .strokeColor: UIColor.clear, .strokeWidth: -1]))
    func reds(_ picture: Bitmap) -> Int { count(picture) { $0.green < 0.5 } }
    #expect(reds(plain) > 20 && abs(reds(plain) - reds(thin)) <= reds(plain) / 3)
    #expect(count(picture(text("I", blue))) { $0.blue > 0.8 && $0.red < 0.3 } > 10)
  }

  @Test func outlinesAreThoseOfTheSystemsFontsToo() {
    let font = UIFont(size: 40)
    guard font.face != nil else { return }
    let hollow = NSAttributedString(string: "O", attributes: [.font: font, .strokeWidth: 3])
    guard case .strokes(let pieces, _, _)? = operations(hollow).first else {
      Issue.record("no outlines")
      return
    }
    #expect(pieces.count == 2)
    // The letter's stem is white inside.
    let whole = NSAttributedString(string: "O", attributes: [.font: font])
    func ink(_ text: NSAttributedString) -> Int { count(picture(text)) { $0.red < 0.5 } }
    #expect(ink(hollow) > 20 && ink(hollow) < ink(whole))
  }

  // MARK: Lines

  @Test func linesHaveColorsOfTheirOwn() {
    func color(_ attributes: [NSAttributedString.Key: Any]) -> [CGColor] {
      operations(text("x", attributes.merging([.foregroundColor: UIColor.red]) { $1 })).compactMap {
        if case .fill(.rect, let color) = $0 { color } else { nil }
      }
    }
    let (red, green, blue) = (UIColor.red.cgColor, UIColor.green.cgColor, UIColor.blue.cgColor)
    #expect(color([.underlineStyle: 1, .strikethroughStyle: 1]) == [red, red])
    let own: [NSAttributedString.Key: Any] = [
      .underlineStyle: 1, .strikethroughStyle: 1, .underlineColor: UIColor.green,
      .strikethroughColor: UIColor.blue,
    ]
    #expect(color(own) == [green, blue])
  }

  /// The drawn parts of lines, from left to right.
  private func parts(_ style: NSUnderlineStyle, _ string: String = "mmmmmm") -> [ClosedRange<Double>] {
    let parts = operations(text(string, [.underlineStyle: style])).flatMap {
      operation -> [ClosedRange<Double>] in
      switch operation {
      case .fill(.rect(let rect, _), _): return [rect.minX...rect.maxX]
      case .strokes(let pieces, _, _):
        return pieces.compactMap { piece in
          let places = piece.points.map(\.x)
          guard let first = places.min(), let last = places.max() else { return nil }
          return first...last
        }
      default: return []
      }
    }
    return parts.sorted { $0.lowerBound < $1.lowerBound }
  }

  @Test(arguments: [
    (NSUnderlineStyle.patternDot, [6.0, 6]), (.patternDash, [20, 10]), (.patternDashDot, [20, 6, 6, 6]),
    (.patternDashDotDot, [20, 6, 6, 6, 6, 6]),
  ]) func aPatternInterruptsTheLine(_ pattern: NSUnderlineStyle, _ lengths: [Double]) throws {
    // A line of 28 points is 2 points thick.
    let drawn = parts([.single, pattern])
    try #require(drawn.count > lengths.count / 2)
    var place = 0.0
    for (index, part) in drawn.dropLast().enumerated() {
      #expect(abs(part.lowerBound - place) < 1e-6, "part \(index)")
      let length = lengths[2 * index % lengths.count]
      #expect(abs(part.upperBound - part.lowerBound - length) < 1e-6, "part \(index)")
      place = part.upperBound + lengths[(2 * index + 1) % lengths.count]
    }
    // A thicker line has longer dashes; without a kind of line there is none.
    let thick = parts([.thick, pattern])
    #expect(thick[0].upperBound == 2 * drawn[0].upperBound)
    #expect(parts(pattern).isEmpty && parts([.double, pattern]).count == 2 * drawn.count)
  }

  @Test func aPatternContinuesFromLettersToLetters() {
    let whole = parts([.single, .patternDash], "mmmm")
    let halves = NSMutableAttributedString(
      attributedString: text("mmmm", [.underlineStyle: NSUnderlineStyle([.single, .patternDash])]))
    halves.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 2))
    let cut = operations(halves).flatMap { operation -> [PathPiece] in
      if case .strokes(let pieces, _, _) = operation { pieces } else { [] }
    }
    let ends = cut.compactMap(\.points.last?.x)
    for part in whole.dropLast() {
      #expect(ends.contains { abs($0 - part.upperBound) < 1e-6 }, "\(part) in \(ends)")
    }
  }

  @Test func wordsHaveLinesOfTheirOwn() {
    let drawn = parts([.single, .byWord], "ab  c ")
    let carets = font.carets(of: Array("ab  c ")[...])
    #expect(drawn.count == 2)
    #expect(drawn.first?.lowerBound == 0 && drawn.first?.upperBound == carets[2])
    #expect(drawn.last?.lowerBound == carets[4] && drawn.last?.upperBound == font.width(of: "ab  c"))
    #expect(parts([.single, .byWord], "   ").isEmpty && parts(.single, "ab  c ").count == 1)
    // From right to left the first word is at the right.
    let turned = parts([.single, .byWord], "שלום עם")
    #expect(turned.count == 2)
    let widths = turned.map { $0.upperBound - $0.lowerBound }
    #expect(widths.count == 2 && widths[1] > 1.3 * widths[0] && widths[0] > 0)
  }

  // MARK: Shadows

  private func shadow(_ x: Double, _ y: Double, blur: Double = 0, _ color: Any? = UIColor.red) -> NSShadow {
    let shadow = NSShadow()
    (shadow.shadowOffset, shadow.shadowBlurRadius) = (Size(x, y), blur)
    shadow.shadowColor = color
    return shadow
  }

  @Test func aShadowIsBelowTheLettersAndMoved() {
    let plain = picture(text("I", [:]))
    let shown = picture(text("I", [.shadow: shadow(12, 3)]))
    func rows(_ picture: Bitmap, _ isCounted: (UIColor) -> Bool) -> [Int] {
      (0..<60).filter { y in (0..<200).contains { isCounted(picture.color(x: $0, y: y)) } }
    }
    func isBlack(_ color: UIColor) -> Bool { color.red < 0.3 }
    func isRed(_ color: UIColor) -> Bool { color.red > 0.8 && color.green < 0.3 }
    #expect(rows(shown, isBlack) == rows(plain, isBlack) && count(plain, where: isRed) == 0)
    #expect(rows(shown, isRed).first == (rows(plain, isBlack).first ?? 0) + 3)
    #expect(count(shown, where: isRed) > 20)
    // A color of layers is one, too; without a color there is no shadow.
    #expect(count(picture(text("I", [.shadow: shadow(12, 3, UIColor.red.cgColor)])), where: isRed) > 20)
    #expect(count(picture(text("I", [.shadow: shadow(12, 3, nil)])), where: isRed) == 0)
    let blurred = picture(text("I", [.shadow: shadow(12, 3, blur: 8)]))
    #expect(count(blurred, where: isRed) == 0 && count(blurred) { $0.green < 0.99 && $0.red > 0.9 } > 100)
  }

  /// A line's shadow would be seen on the letters.
  @Test func lettersAndLinesHaveOneShadow() {
    let marked: [NSAttributedString.Key: Any] = [
      .shadow: shadow(0, -6), .underlineStyle: 1, .strokeWidth: -2,
    ]
    let shadows = operations(text("I", marked)).filter { if case .effect = $0 { true } else { false } }
    #expect(shadows.count == 1)
    #expect(operations(text("I", [.underlineStyle: 1])).count == 2)
  }

  /// Only letters with a shadow of their own have another one than that of the label.
  @Test func theShadowOfALabelIsThatOfOtherLetters() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 200, 60))
      label.shadowColor = .green
      let parts = NSMutableAttributedString(attributedString: text("I", [.shadow: shadow(9, 0)]))
      parts.append(text("I", [:]))
      label.attributedText = parts
      let recorder = stage.application.frame.recorder
      let drawing = recorder.record(label.bounds) { label.drawText(in: label.bounds) }
      let colors = drawing.operations.compactMap { operation -> CGColor? in
        if case .effect(_, .shadow(let shadow)) = operation { shadow.color } else { nil }
      }
      #expect(colors == [UIColor.red.cgColor, UIColor.green.cgColor])
    }
  }

  @Test func shadowsAreEqualByTheirValues() throws {
    let first = shadow(1, 2, blur: 3)
    let second = try #require(first.copy() as? NSShadow)
    #expect(first == second && first.hash == second.hash && first !== second)
    #expect(text("a", [.shadow: first]) == text("a", [.shadow: second]))
    #expect(TextAttributes([.shadow: first]) == TextAttributes([.shadow: second]))
    let before = TextAttributes([.shadow: first])
    first.shadowBlurRadius = 4
    // What is kept is what the shadow was.
    #expect(first != second && before != TextAttributes([.shadow: first]))
    #expect(NSShadow() == NSShadow() && NSShadow() != shadow(0, 0, nil))
    #expect((NSShadow().shadowColor as? UIColor)?.alpha == 1.0 / 3)
  }

  /// The label's text is what it was when it was set, and a text with another shadow is another text.
  @Test func aLabelKeepsTheShadowThatItWasGiven() {
    let label = UILabel()
    let shadow = shadow(1, 1)
    label.attributedText = text("a", [.shadow: shadow])
    shadow.shadowOffset = Size(5, 5)
    let shown = label.attributedText?.attribute(.shadow, at: 0) as? NSShadow
    #expect(shown?.shadowOffset == Size(1, 1))
    label.attributedText = text("a", [.shadow: shadow])
    #expect((label.attributedText?.attribute(.shadow, at: 0) as? NSShadow)?.shadowOffset == Size(5, 5))
  }

  // MARK: Shapes

  @Test func lettersLean() {
    func middle(_ slant: Double, _ rows: Range<Int>) -> Double {
      let picture = picture(text("I", [.obliqueness: slant]))
      let places = rows.flatMap { y in (0..<200).filter { picture.color(x: $0, y: y).red < 0.5 } }
      return Double(places.reduce(0, +)) / Double(max(places.count, 1))
    }
    let baseline = Int(10 + font.ascender)
    let (top, bottom) = (baseline - 16..<baseline - 12, baseline - 5..<baseline - 1)
    #expect(abs(middle(0, top) - middle(0, bottom)) < 1)
    #expect(middle(0.5, top) - middle(0.5, bottom) > 3)
    #expect(middle(-0.5, top) - middle(-0.5, bottom) < -3)
    #expect(lines(text("I", [.obliqueness: 0.5]))[0].width == lines(text("I", [:]))[0].width)
  }

  @Test func lettersAreWider() {
    let (plain, wide) = (text("mmI", [:]), text("mmI", [.expansion: 0.6931471805599453]))
    #expect(abs(lines(wide)[0].width - 2 * lines(plain)[0].width) < 1e-6)
    func columns(_ text: NSAttributedString) -> Int {
      let picture = picture(text)
      return (0..<200).filter { x in (0..<60).contains { picture.color(x: x, y: $0).red < 0.5 } }.count
    }
    let (few, many) = (columns(plain), columns(wide))
    #expect(few > 10 && Double(many) > 1.6 * Double(few))
    // The room between letters is not stretched.
    let apart = lines(text("mm", [.expansion: 0.6931471805599453, .kern: 5]))[0]
    #expect(abs(apart.width - lines(text("mm", [:]))[0].width * 2 - 5) < 1e-6)
    guard
      case .placed(let letters, let placement)? = operations(text("mm", [.expansion: 0.69, .kern: 5])).first,
      case .text(_, let point, _, _)? = letters.last
    else {
      Issue.record("no letters")
      return
    }
    let advance = (font.carets(of: ["m"]).last ?? 0) * placement.transform.a
    #expect(abs(point.applying(placement.transform).x - advance - 5) < 1e-6)
    // In text that is edited, too.
    var layout = TextLayout()
    layout.update(TextModel(wide), TextLayout.Look(font: font), width: .infinity)
    #expect(abs(layout.x(of: 2) - 2 * (font.carets(of: ["m", "m"]).last ?? 0)) < 1e-6)
  }

  @Test func valuesThatAreNoneDrawSomethingOrNothing() {
    let odd = NSShadow()
    (odd.shadowOffset, odd.shadowBlurRadius) = (Size(.nan, .infinity), -.infinity)
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0] {
      let attributes: [NSAttributedString.Key: Any] = [
        .strokeWidth: number, .obliqueness: number, .expansion: number, .shadow: odd, .underlineStyle: -1,
        .strikethroughStyle: Int.max, .underlineColor: "red", .strokeColor: 3,
      ]
      let text = text("a b", attributes)
      _ = picture(text)
      #expect(lines(text).allSatisfy { $0.width.isFinite && $0.width > 0 }, "\(number)")
    }
    // Letters that are moved so far to the left that nothing has a width.
    let narrow = text(
      "abc", [.kern: -900, .underlineStyle: NSUnderlineStyle([.single, .byWord, .patternDot])])
    _ = picture(narrow)
    _ = picture(text("abc", [.kern: -900, .underlineStyle: 1, .strikethroughStyle: 9]))
    #expect(NSShadow().isEqual("no shadow") == false)
  }

  @Test func containersHaveTheseAttributes() {
    var container = AttributeContainer([
      .strokeWidth: 2, .strokeColor: UIColor.red, .underlineColor: UIColor.green,
      .strikethroughColor: UIColor.blue, .obliqueness: 0.5, .expansion: 0.25, .shadow: shadow(1, 2),
    ])
    #expect(container.strokeWidth == 2 && container.strokeColor == .red && container.expansion == 0.25)
    #expect(container.underlineColor == .green && container.strikethroughColor == .blue)
    #expect(container.obliqueness == 0.5 && container.shadow == shadow(1, 2))
    container.strokeWidth = nil
    #expect(container.attributes.count == 6)
  }

  @Test func fewLettersHaveEffects() {
    func effects(_ attributes: [NSAttributedString.Key: Any]) -> LetterEffects? {
      StyledText.LetterStyle(attributes, font, .black).effects
    }
    #expect(effects([:]) == nil && effects([.font: font, .kern: 2, .underlineStyle: 1]) == nil)
    let keys: [NSAttributedString.Key] = [
      .strokeWidth, .strokeColor, .underlineColor, .strikethroughColor, .shadow, .obliqueness, .expansion,
    ]
    #expect(keys.allSatisfy { effects([$0: 1]) != nil })
    // Others are drawn at once.
    #expect(operations(text("ab", [.kern: 3])).count == 2 && operations(text("ab", [:])).count == 1)
  }
}
