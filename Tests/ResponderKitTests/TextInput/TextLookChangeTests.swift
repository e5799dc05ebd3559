import TestHarness
import Testing

@testable import ResponderKit

/// Attributes that change no widths change the look of lines only.
@Suite(.hangLimit) struct TextLookChangeTests {
  private let font = UIFont(size: 10)
  private var look: TextLayout.Look { TextLayout.Look(font: font) }

  private func text(_ words: Int = 500) -> NSMutableAttributedString {
    NSMutableAttributedString(
      string: (0..<words).map { $0 % 40 == 0 ? "AVA\($0)\n" : "AVA\($0) " }.joined(),
      attributes: [.foregroundColor: UIColor.black])
  }

  private func isSame(_ layout: TextLayout, _ model: TextModel, _ look: TextLayout.Look) -> Bool {
    var whole = TextLayout()
    whole.update(model, look, width: 150)
    func runs(_ lines: [TextLayout.Line]) -> [[String]] {
      lines.map { line in
        (line.styled?.runs ?? []).map { "\($0.text) \($0.x) \($0.width) \($0.style.color.cgColor)" }
      }
    }
    return layout.lines.map(\.carets) == whole.lines.map(\.carets)
      && layout.lines.map(\.range) == whole.lines.map(\.range)
      && layout.lines.map(\.top) == whole.lines.map(\.top) && runs(layout.lines) == runs(whole.lines)
  }

  @Test func anotherColorMeasuresNothing() {
    var model = TextModel(text())
    var layout = TextLayout()
    layout.update(model, look, width: 150)
    let before = layout.measured
    for (key, value) in [
      (NSAttributedString.Key.foregroundColor, UIColor.red as Any), (.backgroundColor, UIColor.blue),
      (.underlineStyle, 1), (.strokeWidth, 3), (.obliqueness, 0.2), (.shadow, NSShadow()),
    ] {
      let changed = model.attributed([:])
      let new = NSMutableAttributedString(attributedString: changed)
      // From the middle of a word to that of another one.
      new.addAttribute(key, value: value, range: NSRange(location: 101, length: 400))
      model.become(TextModel(new))
      layout.update(model, look, width: 150)
      #expect(layout.measured == before && isSame(layout, model, look), "\(key.rawValue)")
    }
    #expect(layout.lines.contains { $0.styled?.runs.contains { $0.style.color == .red } == true })
    // All of it, by the view's own color.
    model.set(.foregroundColor, UIColor.green)
    layout.update(model, look, width: 150)
    #expect(layout.measured == before && isSame(layout, model, look))
    var other = look
    other.color = .blue
    layout.update(model, other, width: 150)
    #expect(layout.measured == before && isSame(layout, model, other))
  }

  @Test(arguments: [
    (NSAttributedString.Key.kern, 2.0 as any Sendable), (.expansion, 0.3), (.baselineOffset, 4.0),
    (.font, UIFont(size: 20)),
  ]) func whatChangesWidthsOrHeightsIsMeasured(_ key: NSAttributedString.Key, _ value: any Sendable) {
    var model = TextModel(text())
    var layout = TextLayout()
    layout.update(model, look, width: 150)
    let before = layout.measured
    let new = text()
    new.addAttribute(key, value: value, range: NSRange(location: 101, length: 400))
    model.become(TextModel(new))
    layout.update(model, look, width: 150)
    #expect(layout.measured > before + 300 && isSame(layout, model, look))
  }

  @Test func anotherValueOfTheSameAttributeIsMeasured() {
    let new = text()
    let all = NSRange(location: 0, length: new.length)
    new.addAttribute(.kern, value: 1, range: all)
    var model = TextModel(new)
    var layout = TextLayout()
    layout.update(model, look, width: 150)
    let before = layout.measured
    new.addAttribute(.kern, value: 3, range: all)
    model.become(TextModel(new))
    layout.update(model, look, width: 150)
    #expect(layout.measured > before + 1000 && isSame(layout, model, look))
    // Another font of letters without one of their own.
    let other = TextLayout.Look(font: UIFont(size: 16))
    layout.update(model, other, width: 150)
    #expect(isSame(layout, model, other))
  }

  /// A change of letters before a change of colors, both before the next layout.
  @Test func changesOfBothKindsAreFollowed() {
    var model = TextModel(text())
    var layout = TextLayout()
    layout.update(model, look, width: 150)
    model.move(to: 300)
    model.insert("more")
    model.set(.foregroundColor, UIColor.red)
    layout.update(model, look, width: 150)
    #expect(isSame(layout, model, look))
    // Another text with as many letters, in another color.
    let other = NSMutableAttributedString(attributedString: model.attributed([:]))
    other.replaceCharacters(in: NSRange(location: 5, length: 1), with: "W")
    other.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 0, length: 90))
    model.become(TextModel(other))
    layout.update(model, look, width: 150)
    #expect(isSame(layout, model, look))
    // Letters from right to left are laid out again.
    model.reset("")
    model.become(TextModel(NSAttributedString(string: "שלום עם\nabc", attributes: [.kern: 0])))
    layout.update(model, look, width: 150)
    model.set(.foregroundColor, UIColor.green)
    layout.update(model, look, width: 150)
    #expect(isSame(layout, model, look))
  }

  /// Pairs of letters come near each other also where their colors differ.
  @Test func aColorMovesNoLetters() {
    var layout = TextLayout()
    let parts = NSMutableAttributedString(string: "AVAVA", attributes: [.foregroundColor: UIColor.red])
    layout.update(TextModel(parts), look, width: 150)
    let carets = layout.lines[0].carets
    parts.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 1, length: 1))
    layout.update(TextModel(parts), look, width: 150)
    #expect(layout.lines[0].carets == carets && layout.lines[0].styled?.runs.count == 3)
  }

  @Test func widthsAreThoseOfEqualMeasures() {
    let red = TextAttributes([.foregroundColor: UIColor.red])
    #expect(red.keepsWidths(as: TextAttributes()) && !red.keepsWidths(as: TextAttributes([.kern: 1])))
    let wide = TextAttributes([.kern: 1, .foregroundColor: UIColor.red])
    #expect(wide.keepsWidths(as: TextAttributes([.kern: 1.0, .underlineStyle: 1])))
    #expect(!wide.keepsWidths(as: TextAttributes([.kern: 2, .foregroundColor: UIColor.red])))
    let style = NSMutableParagraphStyle()
    let old = TextAttributes([.paragraphStyle: style])
    style.lineSpacing = 5
    #expect(!old.keepsWidths(as: TextAttributes([.paragraphStyle: style])))
  }
}
