import TestHarness
import Testing

@testable import ResponderKit

/// How labels cut lines that are too long, what is beside a field's text, and the launch of an application.
@Suite(.hangLimit) struct TextLookTests {
  private func shown(_ text: String, _ width: Double, _ mode: NSLineBreakMode) -> String {
    let styled = StyledText(text, font: UIFont(size: 20, design: .builtIn), color: .black)
    return styled.lines(in: Size(width, 40), most: 1, mode).flatMap(\.runs).map(\.text).joined()
  }

  @Test func aLineIsCutWhereItsLabelSays() {
    let (text, font) = ("abcdefgh ijkl", UIFont(size: 20, design: .builtIn))
    let width = font.width(of: "abcd…ijkl") + 0.01
    #expect(shown(text, 1000, .byTruncatingMiddle) == text && shown(text, 1000, .byTruncatingHead) == text)
    let (head, middle) = (shown(text, width, .byTruncatingHead), shown(text, width, .byTruncatingMiddle))
    #expect(head.hasPrefix("…") && head.hasSuffix("h ijkl") && font.width(of: head) <= width)
    #expect(middle.hasPrefix("abc") && middle.hasSuffix("jkl") && middle.contains("…"))
    #expect(font.width(of: middle) <= width && shown(text, width, .byTruncatingTail).hasSuffix("…"))
    #expect(shown(text, width, .byClipping) == text && shown(text, width, .byWordWrapping) == "abcdefgh")
    #expect(shown(text, 1, .byTruncatingHead) == "")
  }

  @Test func lettersAreMadeSmallerToFit() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 100, 40))
      label.font = UIFont(size: 30, design: .builtIn)
      label.text = "MMMMMMMM"
      label.adjustsFontSizeToFitWidth = true
      stage.window.backgroundColor = .white
      stage.show(label)
      func darkRows() -> Int {
        let picture = stage.window.snapshot()
        return (0..<40).count { y in (0..<100).contains { picture.color(x: $0, y: y) != .white } }
      }
      let small = darkRows()
      label.minimumScaleFactor = 1
      // Now dots take the place of what does not fit.
      #expect(small > 0 && darkRows() > small)
    }
  }

  @Test func viewsAreBesideAFieldsText() {
    onStage { stage in
      let field = UITextField(frame: Rect(0, 0, 200, 40))
      let (left, right) = (UIView(frame: Rect(0, 0, 30, 20)), UIView(frame: Rect(0, 0, 20, 20)))
      (field.leftView, field.rightView) = (left, right)
      field.leftViewMode = .always
      field.rightViewMode = .whileEditing
      stage.show(field)
      stage.wait(20)
      #expect(left.frame == Rect(0, 10, 30, 20) && !left.isHidden && right.isHidden)
      #expect(field.textRect(forBounds: field.bounds) == Rect(30, 0, 170, 40))
      field.becomeFirstResponder()
      stage.wait(20)
      #expect(!right.isHidden && right.frame == Rect(180, 10, 20, 20))
      #expect(field.textRect(forBounds: field.bounds).width == 150)
      field.leftView = nil
      #expect(left.superview == nil)
    }
  }

  private final class Delegate: UIResponder, UIApplicationDelegate {
    var launches = 0
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      launches += 1
      return true
    }
  }

  @Test func aDelegateIsNotifiedOfTheLaunchOnce() {
    onStage { stage in
      let delegate = Delegate()
      stage.application.delegate = delegate
      stage.wait(1)
      stage.wait(1)
      #expect(delegate.launches == 1)
    }
  }

  @Test func aLongTextIsCutInItsMiddleAndAtItsBeginning() {
    let text = String(repeating: "ab", count: 4000)
    let width = UIFont(size: 20, design: .builtIn).width(of: "aba…aba") + 0.01
    let (head, middle) = (shown(text, width, .byTruncatingHead), shown(text, width, .byTruncatingMiddle))
    #expect(head.hasPrefix("…") && head.hasSuffix("ababab") && head.count >= 7)
    #expect(middle.hasPrefix("aba…") && middle.hasSuffix("bab") && middle.count == 7)
  }

  /// The lines of a text that is drawn with the letters that every program has, as SVG has them.
  private func strokes(_ text: String, _ stage: Stage) -> [Point] {
    let label = UILabel(text)
    label.font = UIFont(size: 20, design: .builtIn)
    label.frame = Rect(0, 0, 200, 40)
    stage.show(label)
    stage.wait(20)
    let svg = stage.window.pictureSVG()
    label.removeFromSuperview()
    guard let start = svg.range(of: "<path d=\"M")?.upperBound else { return [] }
    return svg[start...].prefix { $0 != "\"" }.split(whereSeparator: { "ML".contains($0) }).map {
      let numbers = $0.split(separator: " ").compactMap { Double($0) }
      return Point(numbers[0], numbers[1])
    }
  }

  @Test func lettersOfTheProgramsOwnHaveTheirDotsAndPlacesInSVG() {
    onStage { stage in
      let font = UIFont(size: 20, design: .builtIn)
      #expect(!strokes(".", stage).isEmpty && strokes(" ", stage).isEmpty)
      let places = strokes("..", stage).map(\.x)
      let way = font.carets(of: [".", "."])[1]
      #expect(places.count == 4 && abs(places[2] - places[0] - way) < 0.02)
    }
  }
}
