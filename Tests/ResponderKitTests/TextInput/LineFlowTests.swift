import TestHarness
import Testing

@testable import ResponderKit

/// Lines in rooms of varying width: where words are cut, indents, directions.
@Suite(.hangLimit) struct LineFlowTests {
  private let font = UIFont(size: 10, design: .builtIn)
  private let words = String(repeating: "some words ", count: 40)
  private let long = String(repeating: "antidisestablishmentarianism", count: 6)

  private func view(_ stage: Stage, _ container: NSTextContainer? = nil, _ text: String? = nil) -> UITextView
  {
    let view = UITextView(frame: Rect(0, 0, 200, 400), textContainer: container)
    view.font = font
    view.text = text ?? words
    stage.show(view)
    stage.wait(20)
    return view
  }

  private func texts(_ view: UITextView) -> [String] {
    view.lines.lines.map { view.editor.model.text(in: $0.range) }
  }

  /// Letters that are drawn, with where they begin.
  private func drawn(_ stage: Stage, _ view: UITextView) -> [(text: String, at: Point)] {
    stage.application.frame.recorder.record(view.bounds) { view.drawText() }.operations.compactMap {
      if case .text(let text, let point, _, _) = $0 { (text, point) } else { nil }
    }
  }

  // MARK: Words without room

  @Test func aLongWordIsCutInTheWidestPart() {
    onStage { stage in
      let column = ShapedContainer { row, rest in Rect(row.minX + 20, row.minY, 60, row.height) }
      let view = view(stage, column, long + " and " + words)
      let lines = view.lines.lines
      #expect(lines[0].top == 0 && lines[0].range.count > 3)
      #expect(lines.allSatisfy { abs($0.left - 20) < 1e-6 })
      #expect(lines.last?.range.upperBound == view.endOfDocument)
      // No more rows are looked at than lines are made, but for those behind the word.
      column.calls = 0
      view.text += "x"
      #expect(column.calls < 2 * lines.count + 80)
      // In the widest part: behind the first rows.
      column.answer = { row, _ in Rect(0, row.minY, row.minY < 40 ? 50 : 80, row.height) }
      view.text = long
      #expect(view.lines.lines[0].top >= 40 && view.lines.lines[0].top < 40 + font.lineHeight)
    }
  }

  @Test func aContainerWithoutRoomIsFull() {
    let manager = NSLayoutManager()
    let storage = NSTextStorage(string: words)
    manager.textStorage = storage
    let none = ShapedContainer(Size(200, 100)) { _, _ in .zero }
    let next = NSTextContainer(size: Size(200, 0))
    manager.addTextContainer(none)
    manager.addTextContainer(next)
    let first = manager.glyphRange(for: none)
    #expect(manager.glyphRange(for: next).upperBound == words.utf16.count)
    #expect(manager.usedRect(for: none).maxY <= 100 && first.upperBound < words.utf16.count)
    // Also behind thousands of rows without parts.
    let high = ShapedContainer(Size(200, 30_000)) { _, _ in .zero }
    let lines = NSTextStorage(string: String(repeating: "a\n", count: 2_600), attributes: [.font: font])
    let other = NSLayoutManager()
    other.textStorage = lines
    other.addTextContainer(high)
    #expect(other.usedRect(for: high).maxY <= 30_000 && other.usedRect(for: high).maxY > 29_000)
    // A word that has no room anywhere is cut.
    let narrow = ShapedContainer(Size(200, 100)) { row, _ in Rect(0, row.minY, 50, row.height) }
    manager.textStorage = NSTextStorage(string: long)
    manager.insertTextContainer(narrow, at: 0)
    #expect(manager.glyphRange(for: narrow).length > 20 && manager.usedRect(for: narrow).maxX <= 50)
  }

  @Test func aGapIsTooNarrowForItsFirstLetter() {
    onStage { stage in
      let view = view(stage, nil, "m m m m m")
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(13, 0, 20, 30))]
      #expect(view.lines.lines[0].left > 20)
      view.text = "m "
      #expect(view.lines.lines[0].left > 20)
    }
  }

  @Test func signsWithoutSpacesAreBesideAPath() {
    onStage { stage in
      let view = view(stage, nil, String(repeating: "漢字。", count: 40))
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      let lines = view.lines.lines
      #expect(lines[0].top == 0 && lines[1].top == 0 && lines[2].top > 0)
      #expect(texts(view).allSatisfy { !$0.hasPrefix("。") })
    }
  }

  // MARK: Indents and directions

  @Test func indentsAreAtTheEdgesOfTheRoom() {
    onStage { stage in
      for isTurned in [false, true] {
        let view = view(stage)
        let style = NSMutableParagraphStyle()
        (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (30, 30, -20)
        style.baseWritingDirection = isTurned ? .rightToLeft : .leftToRight
        view.attributedText = NSAttributedString(
          string: words, attributes: [.font: font, .paragraphStyle: style])
        let (left, right) = isTurned ? (20.0, 160.0) : (30.0, 170.0)
        view.textContainer.exclusionPaths = [
          UIBezierPath(rect: Rect(15, 0, 5, 60)), UIBezierPath(rect: Rect(90, 0, 20, 60)),
        ]
        let lines = view.lines.lines
        #expect(lines[0].top == 0 && lines[1].top == 0 && lines[2].top > 0)
        for (line, text) in zip(lines, texts(view)) {
          #expect(line.left >= left - 1e-6 || isTurned && text.hasSuffix(" "))
          let end = line.left + line.width - (text.hasSuffix(" ") && !isTurned ? font.width(of: "  ") : 0)
          #expect(end <= right + 1e-6)
        }
        let places = lines.prefix(2).map(\.left)
        #expect(isTurned ? places[0] > places[1] : places[0] == 30 && places[1] == 110)
      }
    }
  }

  @Test func parallelPartsBeginAtTheRight() {
    onStage { stage in
      let own = ShapedContainer()
      let view = view(stage, own, String(repeating: "שלום ", count: 60))
      own.directions = []
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      let lines = view.lines.lines
      #expect(lines[0].top == 0 && lines[1].top == 0 && lines[0].left > 105 && lines[1].left < 75)
      #expect(own.directions == [.rightToLeft])
      for index in 0..<4 {
        let line = lines[index]
        let place = line.carets[2]
        let point = Point(5 + line.left + place + 0.1, 8 + line.top + 3)
        #expect(view.closestPosition(to: point) == line.range.lowerBound + 2)
      }
      own.directions = []
      view.text = words
      #expect(own.directions == [.leftToRight])
      var rest = Rect.zero
      let container = NSTextContainer(size: Size(200, 0))
      container.exclusionPaths = own.exclusionPaths
      let last = container.lineFragmentRect(
        forProposedRect: Rect(0, 0, 200, 10), at: 0, writingDirection: .rightToLeft, remaining: &rest)
      #expect(last == Rect(120, 0, 80, 10) && rest == Rect(0, 0, 80, 10))
    }
  }

  @Test func tabsInAPartAreCountedFromTheParagraphsBeginning() {
    onStage { stage in
      let view = view(stage, nil, "a\tb")
      let plain = view.lines.lines[0].carets[2]
      #expect(plain == 28)
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(0, 0, 20, 30))]
      let line = view.lines.lines[0]
      #expect(line.left == 20 && abs(line.left + line.carets[2] - 28) < 1e-6)
    }
  }

  // MARK: Containers

  @Test func aContainerWithoutAWidthHasParts() {
    let manager = NSLayoutManager()
    let storage = NSTextStorage(string: words)
    manager.textStorage = storage
    let container = NSTextContainer(size: .zero)
    manager.addTextContainer(container)
    container.exclusionPaths = [UIBezierPath(rect: Rect(100, 0, 50, 60))]
    var places: [Rect] = []
    manager.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: words.utf16.count)) {
      places.append($1)
      _ = ($0, $2, $3, $4)
    }
    #expect(places.count == 2 && places[0].maxX <= 100 && places[1].minX == 150)
    #expect(places.last?.width.isFinite == true && places.last?.minY == 0)
  }

  @Test func oddRowsHaveNoRoom() {
    let container = NSTextContainer(size: Size(200, 0))
    container.exclusionPaths = [UIBezierPath(rect: Rect(0, 0, 50, 60))]
    for odd in [
      Rect(0, .nan, 10, 10), Rect(0, 0, 10, .nan), Rect(.nan, 0, .infinity, 1), Rect(0, -.infinity, 1, 1),
    ] {
      let free = container.lineFragmentRect(
        forProposedRect: odd, at: -1, writingDirection: .natural, remaining: nil)
      #expect(free == .zero)
    }
  }

  @Test func anEdgeThatTouchesTheRowDoesNotCount() {
    let container = NSTextContainer(size: Size(200, 0))
    let path = UIBezierPath()
    path.move(to: Point(0, 0))
    for (x, y) in [(150.0, 0.0), (150, 12), (60, 12), (60, 36), (40, 36), (40, 12), (0, 12)] {
      path.addLine(to: Point(x, y))
    }
    path.close()
    container.exclusionPaths = [path]
    var rest = Rect.zero
    let free = container.lineFragmentRect(
      forProposedRect: Rect(0, 12, 200, 12), at: 0, writingDirection: .leftToRight, remaining: &rest)
    #expect(free == Rect(0, 12, 40, 12) && rest == Rect(60, 12, 140, 12))
  }

  @Test func theCharacterIsACodeUnit() {
    onStage { stage in
      let text = "😀😀 " + words + "\n😀 " + words
      let own = ShapedContainer(Size(200, 0))
      let view = view(stage, own, "")
      own.units = []
      view.text = text
      let starts = view.lines.lines.map { view.editor.model.text(in: 0..<$0.range.lowerBound).utf16.count }
      #expect(own.units.isSubset(of: starts) && own.units.count == Set(starts).count)
      // The same without a view.
      let (manager, other) = (NSLayoutManager(), ShapedContainer(Size(200, 0)))
      let storage = NSTextStorage(string: text)
      manager.textStorage = storage
      manager.addTextContainer(NSTextContainer(size: Size(200, 30)))
      manager.addTextContainer(other)
      let range = manager.glyphRange(for: other)
      var found: Set<Int> = []
      manager.enumerateLineFragments(forGlyphRange: range) {
        found.insert($3.location)
        _ = ($0, $1, $2, $4)
      }
      #expect(range.location > 0 && other.units == found)
    }
  }

  @Test func equalPathsChangeNothing() {
    onStage { stage in
      let view = view(stage, nil, words + words + words)
      view.becomeFirstResponder()
      view.selectedTextRange = view.endOfDocument..<view.endOfDocument
      view.contentOffset = .zero
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      #expect(view.contentOffset == .zero)
      let version = view.textContainer.version
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 40, 60))]
      #expect(view.textContainer.version == version)
      view.textContainer.exclusionPaths = [UIBezierPath(rect: Rect(80, 0, 41, 60))]
      #expect(view.textContainer.version == version + 1)
    }
  }

  @Test func aContainerMayChangeTheText() {
    onStage { stage in
      let own = ShapedContainer(Size(200, 0))
      let view = view(stage, own)
      own.maximumNumberOfLines = 3
      own.lineBreakMode = .byTruncatingTail
      var rest = 1
      own.answer = { row, _ in
        if rest > 0 {
          rest -= 1
          view.text = "an other text that is short"
          #expect(view.lines.lines.last?.range.upperBound == view.endOfDocument)
          _ = drawn(stage, view)
          _ = view.sizeThatFits(Size(100, 0))
        }
        return Rect(row.minX, row.minY, 100, row.height)
      }
      for count in [1, 2, 100] {
        rest = count
        view.text = words + "\(count)"
        #expect(texts(view).joined() == "an other text that is short")
        #expect(view.lines.lines.last?.range.upperBound == view.endOfDocument)
        rest = 0
        view.text = words
        #expect(texts(view).joined() == words && view.lines.lines.allSatisfy { $0.part?.width == 90 })
      }
    }
  }
}
