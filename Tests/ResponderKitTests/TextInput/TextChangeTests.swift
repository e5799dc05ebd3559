import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// After a change of a text only the lines around it are made again, and they are those of the whole text.
@Suite(.hangLimit) struct TextChangeTests {
  private let look = TextLayout.Look(font: UIFont(size: 10, design: .builtIn))

  private func layout(_ model: TextModel, _ width: Double, _ look: TextLayout.Look? = nil) -> TextLayout {
    var layout = TextLayout()
    layout.update(model, look ?? self.look, width: width)
    return layout
  }

  private func isSame(_ first: TextLayout, _ second: TextLayout) -> Bool {
    guard first.lines.count == second.lines.count else { return false }
    func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-6 }
    return zip(first.lines, second.lines).allSatisfy { first, second in
      first.range == second.range && isNear(first.top, second.top) && isNear(first.left, second.left)
        && isNear(first.width, second.width) && isNear(first.height, second.height)
        && first.place.isFirst == second.place.isFirst && first.place.isLast == second.place.isLast
        && first.place.isRightToLeft == second.place.isRightToLeft
        && zip(first.carets, second.carets).allSatisfy(isNear) && first.carets.count == second.carets.count
        && (first.styled == nil) == (second.styled == nil) && first.cells?.count == second.cells?.count
    }
  }

  private static let pieces = [
    "a", "b", "W", "i", " ", "  ", "\n", "word", "a longer text of words ", "\n\n", "ab\ncd", "éé",
    "e\u{301}",
    "שלום", "wordwithoutaspaceinit", "", "AVAToVAV", "\u{FFFC}", "سلام", "hy\u{AD}phen\u{AD}at\u{AD}ed",
  ]

  /// Fonts with pairs of letters that approach each other, where the system has one; texts that begin at the right; alignments.
  private func randomLook(_ dice: inout SplitMix) -> TextLayout.Look {
    TextLayout.Look(
      font: Bool.random(using: &dice) ? UIFont(size: 10) : UIFont(size: 10, design: .builtIn),
      alignment: ([.natural, .natural, .center, .right, .justified] as [NSTextAlignment])
        .randomElement(using: &dice) ?? .natural,
      isMirrored: Int.random(in: 0..<5, using: &dice) == 0)
  }

  /// Parts with another font, with a picture, and perhaps with a paragraph style.
  private func randomText(_ dice: inout SplitMix) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "plain and ")
    text.append(
      NSAttributedString(string: "large\nones ", attributes: [.font: UIFont(size: 20, design: .builtIn)]))
    if Bool.random(using: &dice) { text.append(NSAttributedString(attachment: NSTextAttachment())) }
    if Bool.random(using: &dice) {
      let style = NSMutableParagraphStyle()
      (style.firstLineHeadIndent, style.headIndent, style.paragraphSpacing) = (6, 3, 4)
      if Bool.random(using: &dice) { style.baseWritingDirection = .rightToLeft }
      let part = NSAttributedString(string: "indented\nas this", attributes: [.paragraphStyle: style])
      text.append(part)
      if Bool.random(using: &dice) { text.append(NSAttributedString(string: "\nor not")) }
    }
    return text
  }

  /// Typing, deleting, undoing and setting of texts, in views that are narrower than a letter and wider than the text.
  @Test func linesAfterRandomChangesAreThoseOfTheWholeText() {
    var tally = FuzzTally("changes of a text")
    for seed in Fuzz.seeds(100) {
      var dice = SplitMix(seed)
      let width = ([0.5, 9, 30, 60, 200, .infinity] as [Double]).randomElement(using: &dice) ?? 60
      var model = TextModel("some words to begin with, and a line end\nbehind them")
      if Bool.random(using: &dice) { model = TextModel(randomText(&dice)) }
      let look = randomLook(&dice)
      var kept = layout(model, width, look)
      for _ in 0..<40 {
        let before = model.characters
        // More changes than one between two layouts.
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
          let start = Int.random(in: 0...model.count, using: &dice)
          let end = min(start + ([0, 0, 1, 4, 30].randomElement(using: &dice) ?? 0), model.count)
          model.select(start..<end)
          switch Int.random(in: 0..<12, using: &dice) {
          case 0: _ = model.undo()
          case 1: _ = model.redo()
          case 2 where model.styles != nil:
            model.setTyping([.font: UIFont(size: Double(Int.random(in: 8...30, using: &dice)))])
          case 2: model.deleteBackward()
          case 3: model.reset(model.text + (Self.pieces.randomElement(using: &dice) ?? ""))
          case 4 where model.styles != nil: model.set(.kern, Double(Int.random(in: 0...2, using: &dice)))
          default: model.insert(Self.pieces.randomElement(using: &dice) ?? "")
          }
        }
        kept.update(model, look, width: width)
        tally.count(before != model.characters)
        guard isSame(kept, layout(model, width, look)) else {
          Issue.record("seed \(seed), width \(width): \(model.text.debugDescription)")
          return
        }
      }
    }
    tally.expectMostStepsDidSomething()
  }

  /// How many characters a change measures.
  private func measured(_ model: inout TextModel, _ width: Double = 300, _ change: (inout TextModel) -> Void)
    -> Int
  {
    var layout = layout(model, width)
    let before = layout.measured
    change(&model)
    layout.update(model, look, width: width)
    #expect(isSame(layout, self.layout(model, width)))
    return layout.measured - before
  }

  @Test(arguments: [20_000, 80_000]) func aLetterInALongParagraphMeasuresTheLinesAroundIt(count: Int) {
    let text = String(repeating: "the quick brown fox jumps over a lazy dog ", count: count / 42)
    for place in [0, 1, count / 2, text.count - 1, text.count] {
      var model = TextModel(text)
      model.move(to: place)
      #expect(measured(&model) { $0.insert("x") } < 700)
      #expect(measured(&model) { $0.deleteBackward() } < 700)
      #expect(measured(&model) { _ = $0.undo() } < 700)
    }
    // At the end of a paragraph with others around it.
    var model = TextModel("\(text)\n\(text)\n\(text)")
    model.move(to: text.count)
    #expect(measured(&model) { $0.insert("x") } < 700)
    model.move(to: text.count + 2)
    #expect(measured(&model) { $0.insert("x") } < 700)
  }

  @Test func aLetterMeasuresItsParagraphAndALineMoreMeasuresThat() {
    let text = (0..<3000).map { "paragraph \($0)" }.joined(separator: "\n")
    var model = TextModel(text)
    for place in [0, 5000, model.count] {
      model.move(to: place)
      #expect(measured(&model) { $0.insert("x") } < 60)
      #expect(measured(&model) { $0.insert("\n") } < 60)
    }
    #expect(measured(&model) { $0.reset($0.text + "\nmore") } < 60)
    #expect(measured(&model) { $0.reset("") } == 0)
    #expect(measured(&model) { $0.reset(text) } > 10_000)
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont(size: 12, design: .builtIn)]
    var styled = TextModel(NSAttributedString(string: text, attributes: attributes))
    styled.move(to: 5000)
    #expect(measured(&styled) { $0.insert("x") } < 60)
    let longer = NSAttributedString(string: styled.text + "\nmore", attributes: attributes)
    #expect(measured(&styled) { $0.become(TextModel(longer)) } < 60)
    // All letters have other attributes.
    #expect(measured(&styled) { $0.set(.kern, 3.0) } > 10_000)
    #expect(measured(&styled) { $0.set(.kern, 3.0) } == 0)
    // Nor are the lines made again with what they have.
    let lines = layout(styled, 300)
    styled.set(.kern, 3.0)
    let areCurrent = lines.isCurrent(styled)
    #expect(areCurrent)
  }

  @Test func anotherLookOfAnEmptyLastLineMeasuresNothingElse() {
    let text = (0..<600).map { "paragraph \($0)" }.joined(separator: "\n")
    let large: [NSAttributedString.Key: Any] = [.font: UIFont(size: 30, design: .builtIn)]
    var model = TextModel(
      NSAttributedString(string: text, attributes: [.font: UIFont(size: 12, design: .builtIn)]))
    for new in ["\n", "x", "\n", "\n"] { #expect(measured(&model) { $0.insert(new) } < 60) }
    #expect(measured(&model) { $0.setTyping(large) } < 60)
    #expect(measured(&model) { $0.move(to: 1000) } < 60)
    // In another place than the change.
    #expect(
      measured(&model) {
        $0.setTyping(large)
        $0.insert("x")
      } < 60)
    #expect(measured(&model) { $0.move(to: $0.count) } < 60)
    #expect(measured(&model) { $0.deleteBackward() } < 60)
  }

  @Test func aHundredChangesMeasureTheirParagraph() {
    var model = TextModel((0..<600).map { "paragraph \($0)" }.joined(separator: "\n"))
    model.move(to: 1000)
    #expect(measured(&model) { model in for _ in 0..<100 { model.insert("x") } } < 200)
  }

  @Test func anEmptyLastLineIsAsHighAsWhatIsTypedThere() {
    var model = TextModel(
      NSAttributedString(string: "a\n", attributes: [.font: UIFont(size: 10, design: .builtIn)]))
    var layout = layout(model, 100)
    let low = layout.lines[1].height
    model.setTyping([.font: UIFont(size: 30, design: .builtIn)])
    layout.update(model, look, width: 100)
    #expect(layout.lines[1].height > low * 2)
    // The caret is moved.
    model.move(to: 0)
    layout.update(model, look, width: 100)
    #expect(layout.lines[1].height == low)
  }

  @Test func aTextThatIsSetWithOtherAttributesHasOtherLines() {
    func text(_ size: Double) -> NSAttributedString {
      let text = NSMutableAttributedString(string: "first\nsecond\nthird")
      text.addAttribute(
        .font, value: UIFont(size: size, design: .builtIn), range: NSRange(location: 6, length: 6))
      return text
    }
    var model = TextModel(text(10))
    #expect(measured(&model) { $0.become(TextModel(text(10))) } < 10)
    var layout = layout(model, 100)
    model.become(TextModel(text(30)))
    layout.update(model, look, width: 100)
    #expect(layout.lines[1].height > layout.lines[0].height * 2 && isSame(layout, self.layout(model, 100)))
    // Without any attributes.
    model.become(TextModel("first\nsecond\nthird"))
    layout.update(model, look, width: 100)
    #expect(isSame(layout, self.layout(model, 100)))
  }

  @Test func moreChangesThanAreRememberedAreFollowed() {
    var model = TextModel("begin ")
    var layout = layout(model, 50)
    for index in 0..<2000 { model.insert("\(index) ") }
    layout.update(model, look, width: 50)
    #expect(isSame(layout, self.layout(model, 50)))
  }

  @Test func copiesThatWereChangedApartAreNotTakenForEachOther() {
    var first = TextModel("one two three")
    var layout = layout(first, 40)
    var second = first
    first.insert(" first")
    layout.update(first, look, width: 40)
    second.insert("\nanother, longer one")
    layout.update(second, look, width: 40)
    #expect(isSame(layout, self.layout(second, 40)))
  }

  @Test func aTextViewMeasuresNothingWhenTheCaretMoves() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 400)))
      view.text = (0..<500).map { "Line \($0) of them" }.joined(separator: "\n")
      stage.wait(20)
      view.becomeFirstResponder()
      let before = view.lines.measured
      #expect(before > 5000)
      for place in [0, 3000, 7] { view.selectedRange = NSRange(location: place, length: 2) }
      stage.wait(20)
      #expect(view.lines.measured == before)
      let y = view.caretRect(for: 3000).minY
      view.selectedRange = NSRange(location: 100, length: 0)
      view.insertText("\n")
      #expect(view.lines.measured - before < 60 && view.caretRect(for: 3001).minY > y)
      // Another font, another width.
      view.font = UIFont(size: 30)
      #expect(view.lines.measured > before * 2 && view.caretRect(for: 3001).minY > y * 1.3)
      view.frame.size.width = 60
      stage.wait(20)
      #expect(view.lines.measured > before * 3)
    }
  }

  @Test func aLineMoreOfATextWithDetectedLinksMeasuresThat() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 400)))
      view.isEditable = false
      view.dataDetectorTypes = .link
      view.text = (0..<100).map { "Line \($0) of a.org" }.joined(separator: "\n")
      stage.wait(20)
      let before = view.lines.measured
      #expect(view.shownModel.links.count == 100 && before > 1400)
      view.text += "\nand one of b.org"
      stage.wait(20)
      #expect(view.shownModel.links.count == 101 && view.lines.measured - before < 100)
    }
  }

  /// Its size is asked for twice in each layout: as wide as the text, and in the width that it has.
  @Test func aLetterInAViewThatGrowsWithItsTextMeasuresItsParagraph() {
    onStage { stage in
      let view = stage.show(UITextView(frame: .zero))
      view.translatesAutoresizingMaskIntoConstraints = false
      view.isScrollEnabled = false
      let lines = (0..<200).map { "Line \($0) of them" }.joined(separator: "\n")
      view.text = "A line that is longer than the view may be wide\n\(lines)"
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: stage.window.leadingAnchor),
        view.topAnchor.constraint(equalTo: stage.window.topAnchor),
        view.widthAnchor.constraint(lessThanOrEqualToConstant: 200),
      ])
      stage.wait(20)
      var measured: Int { view.lines.measured + view.fitting.measured }
      let (before, height) = (measured, view.frame.height)
      for text in ["x", "\n"] {
        view.insertText(text)
        stage.wait(20)
      }
      #expect(measured - before < 300, "\(before) and \(measured)")
      #expect(view.frame.height > height + 5 && view.frame.width == 200)
      view.isScrollEnabled = true
      #expect(view.fitting.measured == 0)
    }
  }

  /// Each of the two has its own lines.
  @Test func sizesOfATextThatDoesNotChangeAreMeasuredOnce() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 400)))
      let lines = (0..<200).map { "Line \($0), which is longer than a hundred points" }
      view.text = lines.joined(separator: "\n")
      stage.wait(20)
      func sizes() -> [Size] { [Size(100, 0), Size(.infinity, 0)].map(view.sizeThatFits) }
      let (first, before) = (sizes(), view.fitting.measured)
      #expect(first[0].height > first[1].height && first[0].width < first[1].width)
      #expect(sizes() == first && view.fitting.measured == before)
      view.insertText("x")
      let changed = sizes()
      #expect(changed[1].height == first[1].height && view.fitting.measured - before < 200)
    }
  }
}
