import TestHarness
import Testing

@testable import ResponderKit

/// Lines beside what a container keeps clear of.
@Suite(.hangLimit) struct ExclusionPathTests {
  private let font = UIFont(size: 10, design: .builtIn)
  private let words = String(repeating: "some words ", count: 60)

  private func view(_ stage: Stage, _ text: String? = nil) -> UITextView {
    let view = UITextView(frame: Rect(0, 0, 200, 400))
    view.font = font
    view.text = text ?? words
    stage.window.backgroundColor = .white
    stage.show(view)
    stage.wait(20)
    return view
  }

  /// Where lines are in the container.
  private func boxes(_ view: UITextView) -> [Rect] {
    view.lines.lines.map { Rect($0.left + 5, $0.top, $0.width, $0.height) }
  }

  @Test func textFlowsAroundACircle() {
    onStage { stage in
      // Short words show whether lines use exactly the room that is free.
      let view = view(stage, String(repeating: "m i ", count: 150))
      let before = view.contentSize.height
      #expect(
        view.textContainer.exclusionPaths.isEmpty && view.textContainer.isSimpleRectangularTextContainer)
      let (center, radius) = (Point(100, 60), 40.0)
      view.textContainer.exclusionPaths = [
        UIBezierPath(arcCenter: center, radius: radius, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
      ]
      stage.wait(20)
      #expect(view.contentSize.height > before && !view.textContainer.isSimpleRectangularTextContainer)
      #expect(view.lines.lines.map(\.range.count).reduce(0, +) == view.endOfDocument)
      var sides = (left: 0, right: 0)
      for (line, box) in zip(view.lines.lines, boxes(view)) {
        // Spaces at the end may be beyond the edge.
        let text = view.editor.model.text(in: line.range)
        let spaces = text.reversed().prefix { $0 == " " }.count
        let right = box.minX + line.carets[line.range.count - spaces]
        let y = min(max(center.y, box.minY), box.maxY)
        let half = max(radius * radius - (y - center.y) * (y - center.y), 0).squareRoot()
        if half > 0.5 {
          #expect(right <= center.x - half + 0.1 || box.minX >= center.x + half - 0.1)
          if right < center.x { sides.left += 1 } else { sides.right += 1 }
        }
        #expect(right <= 195.001 && box.minX >= 4.999)
        // The next word has no room in front of the padding.
        if right < center.x, half > 0.5 {
          #expect(right > center.x - half - 5 - font.width(of: " m") - 4)
        }
      }
      #expect(sides.left > 4 && sides.left == sides.right)
      // Nothing is drawn in it.
      let picture = stage.window.snapshot()
      let inside = (72..<128).filter { x in
        (8 + 32..<8 + 88).contains { picture.color(x: x, y: $0).red < 0.5 }
      }
      #expect(inside.isEmpty)
      view.textContainer.exclusionPaths = []
      #expect(view.contentSize.height == before)
    }
  }

  @Test func touchesAndArrowsFindBothSides() {
    onStage { stage in
      let view = view(stage)
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      stage.wait(20)
      let lines = view.lines.lines
      #expect(lines[0].top == 0 && lines[1].top == 0 && lines[2].top > 0 && lines[1].left > 110)
      for index in 0..<4 {
        let line = lines[index]
        let place = Point(5 + line.left + line.carets[2] + 0.1, 8 + line.top + 3)
        #expect(view.closestPosition(to: place) == line.range.lowerBound + 2)
        let unit = view.layoutManager.glyphIndex(for: Point(place.x + 1, place.y - 8), in: view.textContainer)
        #expect(unit == line.range.lowerBound + 2)
      }
      view.becomeFirstResponder()
      view.selectedTextRange = lines[1].range.lowerBound + 1..<lines[1].range.lowerBound + 1
      view.editor.moveVertically(1, extending: false)
      #expect(lines[3].range.contains(view.editor.model.head))
      view.editor.moveVertically(-1, extending: false)
      #expect(lines[1].range.contains(view.editor.model.head))
      view.editor.moveVertically(-1, extending: false)
      #expect(view.editor.model.head == 0)
      view.insertText("new ")
      #expect(view.lines.lines[0].range.lowerBound == 0 && view.text.hasPrefix("new some"))
      #expect(view.lines.lines.last?.range.upperBound == view.endOfDocument)
      let rect = view.layoutManager.lineFragmentRect(
        forGlyphAt: lines[1].range.lowerBound, effectiveRange: nil)
      #expect(rect.minX == 120 && rect.maxX == 200 && rect.minY == 0)
    }
  }

  @Test func wordsAreNotCutBesideAPath() {
    onStage { stage in
      let view = view(stage, "antidisestablishmentarianism and words")
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(60, 0, 200, 45))]
      stage.wait(20)
      // The long word has no room beside the path.
      #expect(view.lines.lines[0].top >= 45 - font.lineHeight && view.lines.lines[0].range.count > 20)
      view.text = "short antidisestablishmentarianism"
      stage.wait(20)
      #expect(view.lines.lines[0].top == 0 && view.lines.lines[1].top >= 45 - font.lineHeight)
    }
  }

  @Test func sizesCountThePaths() {
    onStage { stage in
      let view = view(stage)
      view.isScrollEnabled = false
      let before = view.sizeThatFits(Size(200, 0)).height
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(0, 0, 200, 50))]
      let height = view.sizeThatFits(Size(200, 0)).height
      #expect(height > before + 40 && height < before + 70)
      #expect(view.sizeThatFits(Size(100, 0)).height > height)
      let center = NSMutableParagraphStyle()
      center.alignment = .center
      (center.headIndent, center.firstLineHeadIndent) = (10, 20)
      view.attributedText = NSAttributedString(
        string: words, attributes: [.font: font, .paragraphStyle: center])
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(100, 0, 10, 40))]
      #expect(view.lines.lines.prefix(2).allSatisfy { $0.top == 0 } && view.lines.lines[0].left >= 20)
    }
  }

  @Test func oddPathsDoNotEndTheProgram() {
    onStage { stage in
      let view = view(stage)
      let odd: [UIBezierPath] = [
        UIBezierPath(), UIBezierPath(rect: Rect(.nan, 0, 10, 10)), UIBezierPath(rect: Rect(0, 0, 0, 0)),
        UIBezierPath(rect: Rect(-1e300, -1e300, .infinity, .infinity)),
        UIBezierPath(rect: Rect(-10, -10, 1e5, 1e5)), UIBezierPath(rect: Rect(0, 0, 199.99, 1e9)),
        UIBezierPath(ovalIn: Rect(0, 0, -50, -50)), UIBezierPath(rect: Rect(50, 50, -20, -20)),
      ]
      for path in odd {
        view.textContainer.exclusionPaths = [path]
        stage.wait(5)
        #expect(view.lines.lines.map(\.range.count).reduce(0, +) == view.endOfDocument)
        #expect(view.caretRect(for: 5).isFinite)
      }
      view.textContainer.exclusionPaths = (0..<200).map { UIBezierPath(rect: Rect(Double($0), 0, 0.5, 30)) }
      #expect(view.lines.lines[0].top >= 30 - font.lineHeight)
    }
  }

  /// A container that has no room, or asks for what it is about.
  @Test func oddContainersDoNotEndTheProgram() {
    final class Odd: NSTextContainer {
      var answer: (NSTextContainer, Rect, UnsafeMutablePointer<Rect>?) -> Rect = { _, _, _ in .zero }
      var calls = 0
      override func lineFragmentRect(
        forProposedRect proposedRect: Rect, at characterIndex: Int,
        writingDirection baseWritingDirection: NSWritingDirection,
        remaining remainingRect: UnsafeMutablePointer<Rect>?
      ) -> Rect {
        calls += 1
        return answer(self, proposedRect, remainingRect)
      }
    }
    onStage { stage in
      let container = Odd(size: Size(200, 0))
      let view = UITextView(frame: Rect(0, 0, 200, 200), textContainer: container)
      view.font = font
      stage.show(view)
      let answers: [(NSTextContainer, Rect, UnsafeMutablePointer<Rect>?) -> Rect] = [
        { _, _, _ in .zero }, { _, _, _ in Rect(.nan, .nan, .nan, .nan) },
        { _, _, _ in Rect(-.infinity, 0, .infinity, 1) },
        { _, row, rest in
          rest?.pointee = row
          return row
        },
        { own, row, _ in
          _ = own.layoutManager?.usedRect(for: own)
          own.view?.layOutText()
          return row
        },
        { own, row, _ in
          own.lineFragmentPadding += 0.25
          return row
        },
      ]
      for answer in answers {
        container.answer = answer
        view.text = words + "x"
        view.text = words
        stage.wait(5)
        #expect(view.caretRect(for: 5).minY.isFinite)
        #expect(view.lines.lines.last?.range.upperBound == view.endOfDocument)
      }
      #expect(container.calls < 20_000)
    }
  }
}
