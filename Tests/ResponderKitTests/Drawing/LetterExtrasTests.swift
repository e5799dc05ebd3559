import ResponderKit
import TestHarness
import Testing

/// Lines of other colors, shadows and outlines of letters.
@Suite(.hangLimit) struct LetterExtrasTests {
  /// A picture of a text of 60 points on white.
  private func picture(
    _ text: String, _ attributes: [NSAttributedString.Key: Any], next: String = ""
  ) -> Bitmap {
    let label = UILabel(frame: Rect(0, 0, 200, 100))
    var attributes = attributes
    if attributes[.font] == nil { attributes[.font] = UIFont(size: 60, weight: .bold) }
    let whole = NSMutableAttributedString(string: text, attributes: attributes)
    attributes[.shadow] = nil
    whole.append(NSAttributedString(string: next, attributes: attributes))
    label.attributedText = whole
    let window = UIWindow()
    window.backgroundColor = .white
    window.addSubview(label)
    window.isHidden = false
    return window.snapshot()
  }

  private func count(_ picture: Bitmap, _ color: UIColor) -> Int {
    var count = 0
    for y in 0..<100 { for x in 0..<200 where picture.color(x: x, y: y) == color { count += 1 } }
    return count
  }

  @Test func linesHaveColorsOfTheirOwn() {
    onStage { _ in
      let one = NSUnderlineStyle.single.rawValue
      let plain = picture("HH", [.underlineStyle: one, .strikethroughStyle: one])
      #expect(count(plain, .red) == 0 && count(plain, .blue) == 0)
      let colored = picture(
        "HH",
        [
          .underlineStyle: one, .strikethroughStyle: one, .underlineColor: UIColor.red,
          .strikethroughColor: UIColor.blue,
        ])
      #expect(count(colored, .red) > 100 && count(colored, .blue) > 100 && count(colored, .black) > 100)
      // A color without a line is none.
      #expect(count(picture("HH", [.underlineColor: UIColor.red]), .red) == 0)
    }
  }

  @Test func lettersThrowAShadow() {
    onStage { _ in
      let shadow = NSShadow()
      shadow.shadowColor = UIColor.red
      shadow.shadowOffset = CGSize(width: 0, height: 30)
      let drawn = picture("I", [.shadow: shadow])
      #expect(count(drawn, .red) > 50 && count(drawn, .black) > 100)
      // It is that of the letters only: those behind them have none.
      let both = picture("I", [.shadow: shadow], next: "     I")
      #expect(count(both, .red) == count(drawn, .red) && count(both, .black) > count(drawn, .black))
      shadow.shadowColor = nil
      #expect(count(picture("I", [.shadow: shadow]), .red) == 0)
      shadow.shadowColor = UIColor.red
      shadow.shadowOffset = CGSize(width: .nan, height: .infinity)
      shadow.shadowBlurRadius = .nan
      #expect(count(picture("I", [.shadow: shadow]), .red) == 0)
    }
  }

  @Test func lettersHaveOutlines() {
    onStage { _ in
      let filled = picture("I", [.strokeColor: UIColor.red, .strokeWidth: -10])
      let empty = picture("I", [.strokeColor: UIColor.red, .strokeWidth: 10])
      // Without a font of the system letters have no outlines, and are drawn as usual.
      guard !UIFont.familyNames.isEmpty else { return }
      #expect(count(filled, .red) > 50)
      #expect(count(filled, .black) > 50 && count(empty, .black) == 0 && count(empty, .red) > 50)
      // Without a color the outlines have that of the letters.
      #expect(count(picture("I", [.strokeWidth: 10]), .black) > 50)
      for width in [Double.nan, .infinity, -.infinity, 1e300] {
        _ = picture("I", [.strokeColor: UIColor.red, .strokeWidth: width])
      }
    }
  }
}
