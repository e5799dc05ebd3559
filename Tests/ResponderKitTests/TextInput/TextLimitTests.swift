import TestHarness
import Testing

@testable import ResponderKit

/// The sizes of text views, and how much of the text they show, by their containers.
@Suite(.hangLimit) struct TextLimitTests {
  private let font = UIFont(size: 10, design: .builtIn)
  private let words = String(repeating: "some words ", count: 40)

  private func view(_ stage: Stage, _ container: NSTextContainer? = nil, _ text: String? = nil) -> UITextView
  {
    let view = UITextView(frame: Rect(0, 0, 200, 400), textContainer: container)
    view.font = font
    view.text = text ?? words
    stage.show(view)
    stage.wait(20)
    return view
  }

  /// Letters that are drawn, with where they begin.
  private func drawn(_ stage: Stage, _ view: UITextView) -> [(text: String, at: Point)] {
    stage.application.frame.recorder.record(view.bounds) { view.drawText() }.operations.compactMap {
      if case .text(let text, let point, _, _) = $0 { (text, point) } else { nil }
    }
  }

  @Test func aWiderSizeIsThatOfAWiderView() {
    onStage { stage in
      func sized(_ container: NSTextContainer?) -> [Size] {
        [200.0, 320].flatMap { width in
          let view = self.view(stage, container)
          view.frame.size.width = width
          view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
          stage.wait(20)
          let height = view.contentSize.height
          #expect(view.sizeThatFits(Size(width, 0)).height == height)
          let size = view.sizeThatFits(Size(320, 0))
          // It is not made again.
          #expect(view.sizeThatFits(Size(320, 0)) == size)
          return [size]
        }
      }
      let sizes = sized(nil)
      #expect(sizes[0] == sizes[1] && sizes[0].width > 250)
      let own = ShapedContainer()
      own.widthTracksTextView = true
      #expect(sized(own)[0] == sizes[0])
      let view = self.view(stage, own)
      _ = view.sizeThatFits(Size(300, 0))
      let calls = own.calls
      _ = view.sizeThatFits(Size(300, 0))
      #expect(own.calls == calls)
    }
  }

  @Test func aContainersOwnWidthIsThatOfTheText() {
    onStage { stage in
      let view = view(stage, NSTextContainer(size: Size(100, 0)))
      #expect(view.sizeThatFits(Size(300, 0)).width <= 102)
      #expect(view.sizeThatFits(Size(300, 0)).height == view.contentSize.height)
      #expect(view.sizeThatFits(.zero).height == view.contentSize.height)
    }
  }

  @Test func aContainerWithoutASizeFollowsTheView() {
    onStage { stage in
      let view = view(stage, NSTextContainer())
      #expect(view.textContainer.widthTracksTextView && view.lines.lines.count > 10)
      #expect(view.lines.lines.allSatisfy { $0.left + $0.carets[max($0.range.count - 1, 0)] <= 190 })
      let fixed = self.view(stage, NSTextContainer(size: Size(100, 0)))
      #expect(!fixed.textContainer.widthTracksTextView)
    }
  }

  @Test func aContainersHeightLimitsWhatIsShown() {
    onStage { stage in
      let height = font.lineHeight
      let view = view(stage, NSTextContainer(size: Size(200, 3 * height + 1)))
      let all = view.lines.lines
      #expect(all.last?.range.upperBound == view.endOfDocument && view.text == words)
      #expect(view.mostLines == .max && view.contentSize.height > 4 * height + 16)
      #expect(view.sizeThatFits(Size(200, 0)).height == view.contentSize.height)
      let whole = view.contentSize
      view.isScrollEnabled = false
      #expect(view.contentSize.height == 3 * height + 16 && view.mostLines == 3)
      #expect(view.sizeThatFits(Size(200, 0)).height == 3 * height + 16)
      #expect(drawn(stage, view).count == 3)
      #expect(view.caretRect(for: view.endOfDocument).minY == 8 + 2 * height)
      let shown = view.layoutManager.glyphRange(for: view.textContainer)
      #expect(shown.upperBound == all[3].range.lowerBound)
      view.textContainer.lineBreakMode = .byTruncatingTail
      #expect(drawn(stage, view).last?.text.hasSuffix("…") == true)
      // Beside paths the rest is below the room.
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      let lines = view.lines.lines
      #expect(view.mostLines == 6 && lines[5].top == 2 * height && lines[6].top >= 3 * height + 1)
      #expect(lines.map(\.range.count).reduce(0, +) == view.endOfDocument)
      #expect(view.contentSize.height == 3 * height + 16)
      view.isScrollEnabled = true
      #expect(view.mostLines == .max && view.contentSize.height > whole.height)
      view.isScrollEnabled = false
      #expect(view.contentSize.height == 3 * height + 16 && view.mostLines == 6)
      // One line is shown in any case.
      view.textContainer.size.height = 2
      #expect(view.mostLines == 1 && view.caretRect(for: 90).isFinite)
      #expect(view.lines.lines.last?.range.upperBound == view.endOfDocument)
    }
  }

  @Test func aContainerMayFollowTheViewsHeight() {
    onStage { stage in
      let height = font.lineHeight
      let view = view(stage)
      view.textContainer.heightTracksTextView = true
      #expect(view.mostLines == .max)
      view.isScrollEnabled = false
      for path in [[], [UIBezierPath(rect: Rect(80, 0, 40, 20))]] {
        view.textContainer.exclusionPaths = path
        let fitting = view.sizeThatFits(Size(200, 0))
        for rows in [2.0, 4] {
          view.frame.size.height = rows * height + 17
          stage.wait(20)
          #expect(view.contentSize.height == rows * height + 16)
          // The size that it should have does not depend on the one that it has.
          #expect(view.sizeThatFits(Size(200, 0)) == fitting)
        }
      }
    }
  }

  @Test func mostLinesAreRows() {
    onStage { stage in
      let view = view(stage)
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      view.textContainer.maximumNumberOfLines = 2
      view.textContainer.lineBreakMode = .byTruncatingTail
      stage.wait(20)
      #expect(view.mostLines == 4 && view.contentSize.height == 2 * font.lineHeight + 16)
      #expect(view.sizeThatFits(Size(200, 0)).height == 2 * font.lineHeight + 16)
      // The last one is cut in its part.
      let letters = drawn(stage, view)
      #expect(letters.count == 4 && letters.last?.text.hasSuffix("…") == true)
      for (text, place) in letters {
        let end = place.x + font.width(of: text.hasSuffix(" ") ? String(text.dropLast()) : text)
        #expect(end <= 80.001 || place.x >= 119.999)
      }
      view.textContainer.maximumNumberOfLines = 1
      #expect(view.mostLines == 2 && drawn(stage, view).last?.text.hasSuffix("…") == true)
    }
  }

  @Test func theHighestLineOfARowCounts() {
    onStage { stage in
      let view = view(stage)
      let large = UIFont(size: 20, design: .builtIn)
      let text = NSMutableAttributedString(string: words, attributes: [.font: font])
      text.addAttribute(.font, value: large, range: NSRange(location: 0, length: 4))
      view.attributedText = text
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      view.textContainer.maximumNumberOfLines = 1
      let lines = view.lines.lines
      #expect(lines[0].height > lines[1].height && lines[1].top == 0)
      #expect(view.contentSize.height == 16 + lines[0].height)
    }
  }
}
