import TestHarness
import Testing

@testable import ResponderKit

/// The room of a text view's text: the most lines, and how the last one is cut.
@Suite(.hangLimit) struct TextContainerTests {
  private let font = UIFont(size: 20, design: .builtIn)

  private func show(_ stage: Stage, _ text: String) -> UITextView {
    stage.window.backgroundColor = .white
    let view = UITextView(frame: Rect(0, 0, 200, 300))
    view.font = font
    view.text = text
    stage.show(view)
    stage.wait(20)
    return view
  }

  private func shown(_ stage: Stage, _ view: UITextView) -> [String] {
    stage.application.frame.recorder.record(view.bounds) { view.drawText() }.operations.compactMap {
      if case .text(let text, _, _, _) = $0 { text } else { nil }
    }
  }

  @Test func onlyTheFirstLinesAreShown() {
    onStage { stage in
      let view = show(stage, "one\ntwo\nthree\nfour")
      #expect(shown(stage, view) == ["one", "two", "three", "four"])
      let whole = view.contentSize.height
      view.textContainer.maximumNumberOfLines = 2
      #expect(shown(stage, view) == ["one", "two"])
      #expect(abs(whole - view.contentSize.height - 2 * font.lineHeight) < 1e-6)
      view.isScrollEnabled = false
      #expect(view.intrinsicContentSize.height == 2 * font.lineHeight + 16)
      #expect(view.sizeThatFits(Size(200, 0)).height == 2 * font.lineHeight + 16)
      // As wide as what is shown.
      #expect(view.intrinsicContentSize.width < font.width(of: "three") + 12)
      // The others are part of the text.
      #expect(view.text == "one\ntwo\nthree\nfour" && view.lines.lines.count == 4)
      view.textContainer.maximumNumberOfLines = 0
      #expect(shown(stage, view).count == 4)
      #expect(view.intrinsicContentSize.height == 4 * font.lineHeight + 16)
      for count in [9, .max, -3, .min] {
        view.textContainer.maximumNumberOfLines = count
        #expect(shown(stage, view).count == 4)
      }
    }
  }

  @Test func theSizeInTheViewsOwnWidthIsThatOfItsLines() {
    onStage { stage in
      let view = show(stage, "some words that are longer than two lines of a narrow view are")
      let before = view.fitting.measured
      let size = view.sizeThatFits(Size(200, 0))
      #expect(view.fitting.measured == before && size.height == view.contentSize.height)
      _ = view.sizeThatFits(Size(150, 0))
      #expect(view.fitting.measured > before)
    }
  }

  @Test func theLastLineEndsWithDots() {
    onStage { stage in
      let view = show(stage, "some words that are longer than two lines of a narrow view are")
      let plain = shown(stage, view)
      #expect(plain.count > 3)
      view.textContainer.maximumNumberOfLines = 2
      #expect(shown(stage, view) == Array(plain.prefix(2)))
      view.textContainer.lineBreakMode = .byTruncatingTail
      let cut = shown(stage, view)
      #expect(cut.count == 2 && cut.first == plain.first && cut.last?.hasSuffix("…") == true)
      #expect(font.width(of: cut.last ?? "") <= 190)
      view.textContainer.lineBreakMode = .byTruncatingHead
      #expect(shown(stage, view).last?.hasPrefix("…") == true)
      view.text = "short"
      #expect(shown(stage, view) == ["short"])
    }
  }

  @Test func theLastLineKeepsItsAttributes() {
    onStage { stage in
      let view = show(stage, "")
      let style = NSMutableParagraphStyle()
      (style.firstLineHeadIndent, style.headIndent) = (40, 12)
      let text = NSMutableAttributedString(
        string: "some words that are longer than two lines of a narrow view are",
        attributes: [.font: font, .paragraphStyle: style, .foregroundColor: UIColor.red])
      text.addAttribute(.link, value: "https://example.org", range: NSRange(location: 8, length: 40))
      view.isEditable = false
      view.attributedText = text
      view.linkTextAttributes = [.foregroundColor: UIColor.green]
      view.textContainer.maximumNumberOfLines = 2
      view.textContainer.lineBreakMode = .byTruncatingTail
      stage.wait(20)
      let drawing = stage.application.frame.recorder.record(view.bounds) { view.drawText() }
      let parts = drawing.operations.compactMap { operation -> (String, Double, CGColor)? in
        if case .text(let text, let point, _, let color) = operation { (text, point.x, color) } else { nil }
      }
      #expect(parts.first?.1 == 45 && parts.last?.1 == 17)
      #expect(parts.last?.0.hasSuffix("…") == true && parts.last?.2 == UIColor.green.cgColor)
      #expect(drawing.operations.allSatisfy { if case .fill = $0 { false } else { true } })
      // A link in lines that are not shown is not touched.
      let hidden = view.lines.lines[2]
      let place = Point(20, view.textInset.top + hidden.top + 5)
      #expect(view.link(at: place) == nil)
      view.textContainer.maximumNumberOfLines = 0
      #expect(view.link(at: place) != nil)
    }
  }

  @Test func theLastLineIsCutOnce() {
    onStage { stage in
      let view = show(stage, "some words that are longer than two lines of a narrow view are")
      view.textContainer.maximumNumberOfLines = 2
      view.textContainer.lineBreakMode = .byTruncatingTail
      let cut = shown(stage, view)
      let before = view.textContainer.cuts
      #expect(shown(stage, view) == cut && shown(stage, view) == cut && view.textContainer.cuts == before)
      // Again when it may be another one.
      view.text = "some other words that are longer than two lines of a narrow view are"
      stage.wait(20)
      let other = shown(stage, view)
      #expect(other != cut && view.textContainer.cuts == before + 1)
      view.textColor = .red
      #expect(shown(stage, view) == other && view.textContainer.cuts == before + 2)
      view.textContainer.lineBreakMode = .byTruncatingHead
      #expect(shown(stage, view).last?.hasPrefix("…") == true)
      view.textContainer.maximumNumberOfLines = 3
      #expect(shown(stage, view).count == 3)
      view.frame.size.width = 300
      stage.wait(20)
      view.textContainer.maximumNumberOfLines = 2
      #expect(font.width(of: shown(stage, view).last ?? "") > 200)
    }
  }

  @Test func readersFindLinksThatAreShown() {
    onStage { stage in
      let view = show(stage, "")
      let text = NSMutableAttributedString(string: "one\ntwo\nthree", attributes: [.font: font])
      for (place, length) in [(0, 3), (4, 3), (8, 5)] {
        text.addAttribute(
          .link, value: "https://example.org/\(place)", range: NSRange(location: place, length: length))
      }
      view.isEditable = false
      view.attributedText = text
      func links() -> [String?] {
        stage.wait(20)
        return view.links.places.map(\.accessibilityLabel)
      }
      #expect(links() == ["one", "two", "three"])
      view.textContainer.maximumNumberOfLines = 2
      #expect(links() == ["one", "two"])
      view.textContainer.maximumNumberOfLines = 0
      #expect(links() == ["one", "two", "three"])
    }
  }

  @Test func theCaretOfTextThatIsNotShownIsAtTheEndOfTheLastLine() {
    onStage { stage in
      let view = show(stage, "one\ntwo\nthree\nfour")
      let end = view.caretRect(for: 7)
      let fourth = view.caretRect(for: 16)
      view.textContainer.maximumNumberOfLines = 2
      #expect(view.caretRect(for: 7) == end && view.caretRect(for: 16) == end && fourth.minY > end.minY)
      #expect(view.caretRect(for: 2).minY < end.minY)
      #expect(view.closestPosition(to: Point(100, 250)) == 7)
      view.textContainer.maximumNumberOfLines = 0
      #expect(view.caretRect(for: 16) == fourth && (view.closestPosition(to: Point(100, 250)) ?? 0) > 13)
    }
  }
}
