import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Texts with parts from right to left in labels, fields and text views: where characters are, and what touches and keys find there.
@Suite("Places of letters from right to left", .hangLimit) struct DirectionTests {
  private let font = UIFont(size: 20, design: .builtIn)
  /// Of a letter that the built-in ones lack, and of others that are as wide as that.
  private var step: Double { font.carets(of: ["\u{5D0}"])[1] }

  /// Capital letters as Hebrew ones.
  private static func real(_ text: String) -> String {
    String(
      text.map { letter in
        guard letter.isUppercase, let value = letter.asciiValue else { return letter }
        return Character(Unicode.Scalar(0x5D0 + UInt32(value) - 65)!)
      })
  }

  private func view(_ text: String, width: Double = 300) -> UITextView {
    let view = UITextView(frame: Rect(0, 0, width, 300))
    view.font = font
    view.text = Self.real(text)
    view.layoutIfNeeded()
    return view
  }

  /// The carets of positions from 0 on, from the text's left edge.
  private func carets(_ view: UITextView) -> [Double] {
    (0...view.endOfDocument).map { view.caretRect(for: $0).minX - view.textInset.left }
  }

  /// The positions from left to right.
  private func order(_ view: UITextView) -> [Int] {
    let places = carets(view)
    return places.indices.sorted { places[$0] < places[$1] }
  }

  @Test("A paragraph begins at the right if its first letter does, and the caret of its end is at the left")
  func paragraphs() {
    let view = view("ABC")
    let places = carets(view)
    let room = 300 - view.textInset.left - view.textInset.right
    #expect(abs(places[0] - room) < 0.01 && abs(places[3] - (room - 3 * step)) < 0.01)
    #expect(order(view) == [3, 2, 1, 0])
    view.text = "abc"
    #expect(carets(view)[0] == 0)
    view.text = Self.real("abc\nABC\n123")
    let (first, second) = (view.caretRect(for: 0), view.caretRect(for: 4))
    #expect(first.minX < 10 && second.minX > 280 && view.caretRect(for: 8).minX < 10)
  }

  @Test("Each position has a place of its own, also at the borders of two directions")
  func borders() {
    // In the text that is seen as "ab DC ef" the caret goes on to the right with each position, as it does in the text around it.
    #expect(order(view("ab CD ef")) == Array(0...8) && order(view("AB 12 C")) == Array((0...7).reversed()))
    #expect(order(view("ab12CD")) == Array(0...6))
    // What goes from left to right at the end of a paragraph from right to left: "12cd" is seen at the left of "BA", and the end at its left.
    #expect(order(view("AB12cd")) == [6, 3, 4, 5, 2, 1, 0])
    for text in ["ab CD", "CD ab", "AB12cd", "12AB", "a(B)c", "AB (cd 1) E", "AB, cd. "] {
      let view = view(text)
      let places = carets(view).sorted()
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 1 }, "\(text)")
      for position in 0...view.endOfDocument {
        let caret: Rect = view.caretRect(for: position)
        #expect(
          view.closestPosition(to: Point(caret.minX + 0.1, caret.midY)) == position, "\(text) \(position)")
      }
    }
  }

  @Test("Alignment is natural unless it is set; it may be set to either edge")
  func alignment() {
    let view = view("AB")
    #expect(view.textAlignment == .natural)
    view.textAlignment = .left
    #expect(abs(carets(view)[2]) < 0.01)
    view.textAlignment = .center
    let middle = (300 - view.textInset.left - view.textInset.right) / 2
    #expect(abs((carets(view)[0] + carets(view)[2]) / 2 - middle) < 0.01)
    #expect(
      NSTextAlignment.justified.resolved(true) == .right && NSTextAlignment.left.resolved(true) == .left)
  }

  @Test("A style sets the direction of a paragraph, whose indents are at its beginning")
  func styles() {
    let style = NSMutableParagraphStyle()
    style.baseWritingDirection = .rightToLeft
    style.firstLineHeadIndent = 30
    let view = view("")
    view.attributedText = NSAttributedString(string: "12", attributes: [.paragraphStyle: style, .font: font])
    let room = 300 - view.textInset.left - view.textInset.right
    let width = font.carets(of: ["1", "2"])[2]
    // The number goes from left to right; behind it is the paragraph's end, at the left.
    #expect(abs(carets(view)[0] - (room - 30)) < 0.01 && abs(carets(view)[2] - (room - 30 - width)) < 0.01)
    style.baseWritingDirection = .leftToRight
    view.attributedText = NSAttributedString(
      string: Self.real("A"), attributes: [.paragraphStyle: style, .font: font])
    #expect(abs(carets(view)[0] - 30) < 0.01)
  }

  @Test("Lines are cut in the order of reading, and each is put in order by itself")
  func lines() {
    // Five letters fit.
    let view = view("AB CD EF", width: 5.5 * step + 10)
    #expect(view.lines.lines.map(\.range) == [0..<6, 6..<8])
    let (first, second) = (view.caretRect(for: 0), view.caretRect(for: 6))
    #expect(abs(first.minX - second.minX) < 0.01 && second.minY > first.minY)
    // The space at the cut hangs over the left edge.
    #expect(view.closestPosition(to: Point(0, first.midY)) == 5)
  }

  @Test("Arrows go the way that they show, across borders and lines")
  func arrows() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 300, 300))
      view.font = font
      stage.show(view)
      view.text = Self.real("ab CD\nEF")
      view.becomeFirstResponder()
      view.selectedTextRange = 0..<0
      var way: [Int] = []
      for _ in 0..<8 {
        way.append(view.selectedRange.location)
        stage.press(0x4F)
      }
      // At the right edge of a line from left to right begins the next one, whose end is at its left: to the right it goes back.
      #expect(way == [0, 1, 2, 3, 4, 5, 6, 5])
      view.selectedTextRange = 6..<6
      way = []
      for _ in 0..<3 {
        way.append(view.selectedRange.location)
        stage.press(0x50)
      }
      #expect(way == [6, 7, 8])
      // Words, too.
      view.text = Self.real("AB CD")
      view.selectedTextRange = 0..<0
      stage.press(0x50, .control)
      #expect(view.selectedTextRange == 2..<2)
      stage.press(0x4F, .control)
      #expect(view.selectedTextRange == 0..<0)
      // A selection is left at the side of the arrow; the beginning of a line is where reading begins.
      view.selectedTextRange = 1..<4
      stage.press(0x50)
      #expect(view.selectedTextRange == 4..<4)
      view.selectedTextRange = 1..<4
      stage.press(0x4F)
      #expect(view.selectedTextRange == 1..<1)
      stage.press(0x4D)
      #expect(view.selectedTextRange == 5..<5)
      stage.press(0x4A)
      #expect(view.selectedTextRange == 0..<0)
    }
  }

  @Test("What is selected is shown in several places where directions change")
  func selection() {
    let line = view("ab CD ef").lines.lines[0]
    #expect(line.places(of: 0..<8).count == 1 && line.places(of: 3..<5).count == 1)
    let places = line.places(of: 1..<4)
    #expect(places.count == 2)
    // "b " at the left, and C at the right of D.
    #expect(places[0].lowerBound == line.carets[1] && abs(places[0].upperBound - line.carets[3]) < 0.01)
    #expect(
      abs(places[1].lowerBound - line.carets[4]) < 0.01 && abs(places[1].upperBound - line.carets[5]) < 0.01)
  }

  @Test("A touch finds the character that is seen there")
  func touches() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 300, 300))
      view.font = font
      stage.show(view)
      view.text = Self.real("ABCDE")
      view.becomeFirstResponder()
      stage.wait(600)
      // Between the second letter and the third.
      let place: Rect = view.caretRect(for: 2)
      stage.tap(place.minX + 1, place.midY)
      #expect(view.selectedTextRange == 2..<2)
      stage.tap(2, place.midY, after: 600)
      #expect(view.selectedTextRange == 5..<5)
    }
  }

  @Test("A field shows its text at the right, and its beginning where it does not fit")
  func fields() {
    let field = UITextField(frame: Rect(0, 0, 200, 40))
    field.font = font
    field.text = Self.real("ABC")
    field.layoutIfNeeded()
    #expect(field.textAlignment == .natural)
    #expect(abs(field.caretRect(for: 0).minX - 198) < 0.01)
    #expect(abs(field.caretRect(for: 3).minX - (198 - 3 * step)) < 0.01)
    #expect(field.closestPosition(to: Point(0, 20)) == 3 && field.closestPosition(to: Point(199, 20)) == 0)
    field.text = Self.real(String(repeating: "AB ", count: 30))
    #expect(abs(field.caretRect(for: 0).minX - 198) < 0.01)
    field.isSecureTextEntry = true
    #expect(field.caretRect(for: 0).minX == 0, "dots are from left to right")
  }

  @Test("A label's lines are put in order; dots are at the left end of a text from right to left")
  func labels() {
    let text = Self.real("ABC de FGH")
    let styled = StyledText(text, font: font, color: .black)
    let line = styled.lines(in: Size(1000, 100), most: 1)[0]
    #expect(line.runs.map(\.text) == [Self.real(" FGH"), "de", Self.real("ABC ")])
    #expect(line.runs.map(\.isRightToLeft) == [true, false, true] && line.place.isRightToLeft)
    #expect(zip(line.runs, line.runs.dropFirst()).allSatisfy { abs($0.x + $0.width - $1.x) < 0.01 })
    let cut = styled.lines(in: Size(4.5 * step, 100), most: 1)[0]
    #expect(cut.runs.map(\.text).joined().last == "…" && cut.runs[0].isRightToLeft)
    let mixed = StyledText(Self.real("ab CDEFG"), font: font, color: .black)
    #expect(mixed.lines(in: Size(6 * step, 100), most: 1)[0].runs.last?.text == "…")
  }

  @Test("The picture of a label is at the right edge, in the order in which it is read")
  func picture() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 200, 40))
      label.font = UIFont(size: 30, weight: .bold, design: .builtIn)
      let text = NSMutableAttributedString(
        string: Self.real("AB"), attributes: [.foregroundColor: UIColor.red])
      text.append(NSAttributedString(string: Self.real("CD"), attributes: [.foregroundColor: UIColor.blue]))
      label.attributedText = text
      stage.window.backgroundColor = .white
      stage.show(label)
      stage.wait(20)
      let picture = stage.window.snapshot()
      func columns(_ color: UIColor) -> [Int] {
        (0..<200).filter { x in (0..<40).contains { picture.color(x: x, y: $0) == color } }
      }
      let (red, blue) = (columns(.red), columns(.blue))
      #expect(blue.last ?? 200 < red.first ?? 0 && red.last ?? 0 > 190 && blue.first ?? 0 > 80)
    }
  }

  @Test("Readers get the box of each character")
  func boxes() {
    let view = view("ab CD")
    let boxes = (0..<5).map { view.accessibleBox(ofCharacter: $0) }
    #expect(boxes[3].x > boxes[4].x && abs(boxes[3].x - boxes[4].x - step) < 0.01 && boxes[4].width > 1)
  }
}

extension Stage {
  fileprivate func press(_ usage: UInt16, _ modifiers: HIDEvent.Key.Modifiers = []) {
    post(.key(.init(usage: usage, .down, modifiers: modifiers)))
    post(.key(.init(usage: usage, .up, modifiers: modifiers)))
  }
}
