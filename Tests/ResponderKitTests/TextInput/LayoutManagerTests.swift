import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Where a layout manager says that characters are, and what it draws.
@Suite(.hangLimit) struct LayoutManagerTests {
  private typealias Range = ResponderKit.NSRange
  private let font = UIFont(size: 10, design: .builtIn)

  /// A text in a container without a view.
  private func layout(_ text: NSAttributedString, _ size: Size, padding: Double = 5) -> (
    NSTextStorage, NSLayoutManager, NSTextContainer
  ) {
    let (storage, manager) = (NSTextStorage(attributedString: text), NSLayoutManager())
    let container = NSTextContainer(size: size)
    container.lineFragmentPadding = padding
    storage.addLayoutManager(manager)
    manager.addTextContainer(container)
    return (storage, manager, container)
  }

  private func plain(_ text: String) -> NSAttributedString {
    NSAttributedString(string: text, attributes: [.font: font])
  }

  @Test func linesAndCharactersHaveTheirPlaces() {
    let (storage, manager, container) = layout(plain("one two\nthree\n"), Size(100, 0))
    let (height, width) = (font.lineHeight, font.width(of: "one two"))
    #expect(
      manager.numberOfGlyphs == 14 && manager.glyphRange(for: container) == Range(location: 0, length: 14))
    var found: [(Rect, Rect, Range)] = []
    manager.enumerateLineFragments(forGlyphRange: Range(location: 0, length: 14)) {
      rect, used, own, range, _ in
      #expect(own === container)
      found.append((rect, used, range))
    }
    #expect(found.map(\.2) == [Range(location: 0, length: 8), Range(location: 8, length: 6)])
    #expect(found.map(\.0) == [Rect(0, 0, 100, height), Rect(0, height, 100, height)])
    #expect(abs(found[0].1.width - width - 10) < 1.5 && found[0].1.minX == 0)
    #expect(manager.extraLineFragmentRect == Rect(0, 2 * height, 100, height))
    #expect(
      manager.extraLineFragmentUsedRect.width == 10 && manager.extraLineFragmentTextContainer === container)
    #expect(manager.usedRect(for: container).height == 3 * height)
    let two = manager.boundingRect(forGlyphRange: Range(location: 4, length: 3), in: container)
    let before = font.carets(of: Array("one two")[...])
    #expect(abs(two.minX - 5 - before[4]) < 1e-6 && abs(two.width - (before[7] - before[4])) < 1e-6)
    #expect(two.minY == 0 && two.height == height)
    let all = manager.boundingRect(forGlyphRange: Range(location: 4, length: 6), in: container)
    #expect(all.minX == 5 && all.height == 2 * height)
    #expect(manager.location(forGlyphAt: 4).x == two.minX && manager.location(forGlyphAt: 4).y > 0)
    var range = Range()
    #expect(
      manager.lineFragmentRect(forGlyphAt: 9, effectiveRange: &range).minY == height && range.location == 8)
    #expect(manager.lineFragmentUsedRect(forGlyphAt: 9, effectiveRange: &range).minY == height)
    // The text changes.
    storage.deleteCharacters(in: Range(location: 0, length: 8))
    #expect(manager.usedRect(for: container).height == 2 * height && manager.numberOfGlyphs == 6)
    container.size = Size(22, 0)
    #expect(manager.usedRect(for: container).height > 3 * height)
  }

  @Test func theCharacterAtAPointIsFound() {
    let (_, manager, container) = layout(plain("a🙂b\nmmm"), Size(200, 0))
    let carets = font.carets(of: Array("a🙂b")[...]).map { $0 + 5 }
    var fraction = -1.0
    func find(_ x: Double, _ y: Double = 3) -> Int {
      manager.characterIndex(
        for: Point(x, y), in: container, fractionOfDistanceBetweenInsertionPoints: &fraction)
    }
    #expect(find(carets[0] + 0.1) == 0 && fraction < 0.5)
    #expect(find((carets[1] + carets[2]) / 2) == 1 && abs(fraction - 0.5) < 1e-6)
    #expect(find(carets[2] + 0.1) == 3)
    #expect(find(190) == 3 && fraction == 1)
    #expect(find(-50) == 0 && fraction == 0)
    #expect(find(6, font.lineHeight + 3) == 5)
    #expect(find(190, 1000) == 7 && find(6, -1000) == 0)
    #expect(manager.glyphIndex(for: Point(carets[2] + 0.1, 3), in: container) == 3)
    for odd in [Point(.nan, .nan), Point(.infinity, -.infinity), Point(1e308, 1e308)] {
      #expect((0..<8).contains(manager.glyphIndex(for: odd, in: container)))
    }
    let (_, empty, room) = layout(plain(""), Size(200, 0))
    #expect(empty.glyphIndex(for: Point(3, 3), in: room) == 0 && empty.numberOfGlyphs == 0)
    #expect(empty.usedRect(for: room).width == 10 && empty.extraLineFragmentRect.height > 0)
  }

  @Test func letterFromRightToLeftIsFound() {
    let (_, manager, container) = layout(plain("אב"), Size(100, 0))
    var fraction = -1.0
    let first = manager.boundingRect(forGlyphRange: Range(location: 0, length: 1), in: container)
    #expect(first.maxX > 90)
    let found = manager.characterIndex(
      for: Point(first.maxX - 0.2, 3), in: container, fractionOfDistanceBetweenInsertionPoints: &fraction)
    #expect(found == 0 && fraction < 0.5)
  }

  @Test func aViewsManagerHasTheViewsLines() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 100, 200)))
      view.font = font
      view.text = "some words in several lines\nand more of them"
      stage.wait(20)
      let (manager, container) = (view.layoutManager, view.textContainer)
      #expect(manager.numberOfGlyphs == 44 && container.size.width == 100)
      for place in [0, 7, 20, 30, 43] {
        let box = manager.boundingRect(forGlyphRange: Range(location: place, length: 1), in: container)
        let own = view.firstRect(for: place..<place + 1)
        #expect(abs(box.minX - own.minX) < 1e-6 && abs(box.minY + 8 - own.minY) < 1e-6)
        #expect(manager.glyphIndex(for: Point(box.midX, box.midY), in: container) == place)
      }
      #expect(manager.madeLines == 0)
      #expect(manager.usedRect(for: container).height + 16 == view.contentSize.height)
      view.text = "x"
      #expect(manager.numberOfGlyphs == 1 && manager.usedRect(for: container).height == font.lineHeight)
      container.maximumNumberOfLines = 1
      view.text = "x\ny"
      #expect(manager.glyphRange(for: container) == Range(location: 0, length: 2))
    }
  }

  @Test func aTextFlowsThroughContainers() {
    let words = (0..<400).map { "word\($0)\($0.isMultiple(of: 3) ? "\n" : " ")" }.joined()
    let (storage, manager, first) = layout(plain(words), Size(150, 100), padding: 0)
    var containers = [first]
    while true {
      let range = manager.glyphRange(for: containers[containers.count - 1])
      if range.upperBound >= manager.numberOfGlyphs || containers.count > 100 { break }
      containers.append(NSTextContainer(size: Size(containers.count.isMultiple(of: 2) ? 150 : 90, 100)))
      manager.addTextContainer(containers[containers.count - 1])
    }
    #expect((5..<100).contains(containers.count))
    var place = 0
    for container in containers {
      let range = manager.glyphRange(for: container)
      #expect(range.location == place)
      // A line end belongs to the line in front of it.
      #expect(words.utf16[words.utf16.index(words.startIndex, offsetBy: place)] != 10)
      place = range.upperBound
      let used = manager.usedRect(for: container)
      #expect(used.height <= 100.001 && used.height > 0 && used.width <= container.size.width + 0.001)
      var own = Range()
      #expect(
        manager.textContainer(forGlyphAt: range.location, effectiveRange: &own) === container && own == range)
    }
    #expect(place == words.utf16.count)
    // Pages that are made stay while others are added.
    let lines = manager.madeLines
    manager.addTextContainer(NSTextContainer(size: Size(100, 100)))
    #expect(manager.glyphRange(for: manager.textContainers[containers.count]).length == 0)
    #expect(manager.madeLines == lines)
    manager.removeTextContainer(at: 0)
    #expect(manager.glyphRange(for: containers[1]).location == 0 && first.layoutManager == nil)
    storage.setAttributedString(plain("short"))
    #expect(manager.glyphRange(for: containers[1]).length == 5)
    #expect(
      manager.glyphRange(for: containers[2]).length == 0 && manager.usedRect(for: containers[2]) == .zero)
  }

  @Test func linesAreDrawn() {
    onStage { _ in
      let text = NSMutableAttributedString(attributedString: plain("mmm\nmmm"))
      text.addAttribute(.backgroundColor, value: UIColor.green, range: Range(location: 0, length: 1))
      let (_, manager, container) = layout(text, Size(60, 40))
      let whole = manager.glyphRange(for: container)
      func picture(_ body: @escaping () -> Void) -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: Size(60, 40), format: format).image { context in
          UIColor.white.setFill()
          context.fill(Rect(0, 0, 60, 40))
          body()
        }
        return image.bitmap(shownIn: image.size, .identity)
      }
      func count(_ picture: Bitmap, _ rows: Swift.Range<Int>, _ isPart: (UIColor) -> Bool) -> Int {
        rows.reduce(0) { sum, y in sum + (0..<60).filter { isPart(picture.color(x: $0, y: y)) }.count }
      }
      let line = Int(font.lineHeight)
      let isDark = { (color: UIColor) in color.red < 0.4 && color.green < 0.4 }
      let all = picture { manager.drawGlyphs(forGlyphRange: whole, at: Point(0, 0)) }
      let (upper, lower) = (count(all, 0..<line, isDark), count(all, line..<2 * line, isDark))
      #expect(upper > 5 && lower > 5 && count(all, 0..<40) { $0 == .green } == 0)
      let behind = picture { manager.drawBackground(forGlyphRange: whole, at: Point(0, 0)) }
      #expect(count(behind, 0..<line) { $0 == .green } > 20 && count(behind, 0..<40, isDark) == 0)
      let part = picture { manager.drawGlyphs(forGlyphRange: Range(location: 4, length: 1), at: .zero) }
      #expect(count(part, 0..<line - 1, isDark) == 0)
      let third = count(part, line..<2 * line, isDark)
      #expect(third > 1 && third < lower / 2)
      manager.drawGlyphs(forGlyphRange: whole, at: Point(.nan, 0))
    }
  }

  @Test func oddRangesAndSizesAreNoMistakes() {
    let sizes = [
      Size(0, 0), Size(-5, -5), Size(.nan, .nan), Size(.infinity, .infinity), Size(1e-300, 1e-300),
      Size(1e300, 1e300), Size(3, 3), Size(100, 0),
    ]
    let ranges = [
      Range(location: 0, length: 0), Range(location: 2, length: 1), Range(location: -5, length: 99),
      Range(location: .max, length: .max), Range(location: .min, length: .min),
      Range(location: 3, length: -2),
    ]
    for size in sizes {
      for padding in [0, 5, -5, .nan, .infinity] {
        let (storage, manager, container) = layout(
          plain("a🙂\u{2067}אb\u{2069}\n\tc\u{AD}d"), size, padding: padding)
        for range in ranges {
          _ = manager.boundingRect(forGlyphRange: range, in: container)
          _ = manager.glyphRange(forCharacterRange: range, actualCharacterRange: nil)
          _ = manager.lineFragmentRect(forGlyphAt: range.location, effectiveRange: nil)
          _ = manager.location(forGlyphAt: range.location)
          _ = manager.textContainer(forGlyphAt: range.location, effectiveRange: nil)
          manager.enumerateLineFragments(forGlyphRange: range) { _, _, _, _, _ in }
          manager.enumerateEnclosingRects(
            forGlyphRange: range, withinSelectedGlyphRange: range, in: container
          ) { _, _ in }
          manager.invalidateLayout(forCharacterRange: range, actualCharacterRange: nil)
          manager.ensureLayout(forCharacterRange: range)
        }
        #expect(manager.glyphRange(for: container).length <= storage.length)
        #expect(manager.glyphRange(for: NSTextContainer()) == Range())
        // A range in a pair of surrogates is the whole character.
        #expect(
          manager.glyphRange(forCharacterRange: ranges[1], actualCharacterRange: nil)
            == Range(location: 1, length: 2))
      }
    }
    // Without a storage, and one that is released.
    let manager = NSLayoutManager()
    let container = NSTextContainer(size: Size(100, 0))
    manager.addTextContainer(container)
    #expect(manager.numberOfGlyphs == 0 && manager.glyphRange(for: container) == Range())
    do { NSTextStorage(attributedString: plain("abc")).addLayoutManager(manager) }
    #expect(manager.numberOfGlyphs == 3 && manager.glyphRange(for: container).length == 3)
    manager.removeTextContainer(at: 7)
    manager.insertTextContainer(container, at: -3)
    #expect(manager.textContainers.count == 1)
  }

  /// A paragraph of one word without end, and many paragraphs, take time in proportion to their length.
  @Test func longTextsTakeTheirTime() {
    func time(_ text: String) -> Double {
      let (_, manager, container) = layout(plain(text), Size(200, 0))
      let start = threadTime()
      _ = manager.usedRect(for: container)
      for place in stride(from: 0, to: text.utf16.count, by: max(text.utf16.count / 20, 1)) {
        _ = manager.lineFragmentRect(forGlyphAt: place, effectiveRange: nil)
      }
      return threadTime() - start
    }
    for piece in ["x", "x\n", "word ", "\u{2067}a\u{2069}"] {
      _ = time(String(repeating: piece, count: 100))
      let (short, long) = (
        time(String(repeating: piece, count: 2_000)), time(String(repeating: piece, count: 16_000))
      )
      #expect(long < 40 * max(short, 0.001), "\(piece.debugDescription): \(short), \(long)")
    }
  }
}
