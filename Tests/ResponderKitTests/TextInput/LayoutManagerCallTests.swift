import TestHarness
import Testing

@testable import ResponderKit

/// What a layout manager calls, and programs that change its containers from there.
@Suite(.hangLimit) struct LayoutManagerCallTests {
  private typealias Range = ResponderKit.NSRange
  private let font = UIFont(size: 10, design: .builtIn)

  private final class Delegate: NSLayoutManagerDelegate {
    var calls: [String] = []
    var body: (NSLayoutManager, Bool) -> Void = { _, _ in }
    func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager) { calls.append("invalid") }
    func layoutManager(
      _ layoutManager: NSLayoutManager, didCompleteLayoutFor textContainer: NSTextContainer?,
      atEnd layoutFinishedFlag: Bool
    ) {
      let number = layoutManager.textContainers.firstIndex { $0 === textContainer } ?? -1
      calls.append("\(number) \(layoutFinishedFlag)")
      body(layoutManager, layoutFinishedFlag)
    }
  }

  private func layout(lines: Int, _ size: Size = Size(100, 0)) -> (NSTextStorage, NSLayoutManager) {
    let text = (0..<lines).map { "line \($0)" }.joined(separator: "\n")
    let storage = NSTextStorage(string: text, attributes: [.font: font])
    let manager = NSLayoutManager()
    storage.addLayoutManager(manager)
    manager.addTextContainer(NSTextContainer(size: size))
    return (storage, manager)
  }

  private var page: Size { Size(100, 4 * font.lineHeight + 1) }

  @Test func aDelegateAddsContainersUntilTheTextEnds() {
    let (storage, manager) = layout(lines: 30, page)
    let delegate = Delegate()
    manager.delegate = delegate
    delegate.body = { [page] manager, isAtEnd in
      if !isAtEnd { manager.addTextContainer(NSTextContainer(size: page)) }
    }
    let last = manager.textContainer(forGlyphAt: storage.length - 1, effectiveRange: nil)
    #expect(manager.textContainers.count == 8 && last === manager.textContainers[7])
    #expect(delegate.calls == (0..<7).map { "\($0) false" } + ["7 true"] && manager.madeLines == 30)
    // One at a time, as pages are shown.
    delegate.calls = []
    while manager.textContainers.count > 1 { manager.removeTextContainer(at: 1) }
    #expect(delegate.calls == ["invalid"])
    let first = manager.textContainers[0]
    #expect(manager.glyphRange(for: first).length == 28)
    #expect(manager.textContainers.count == 1 && manager.madeLines == 30)
    storage.append(NSAttributedString(string: "x"))
    #expect(manager.glyphRange(for: first).length == 28 && manager.textContainers.count == 2)
  }

  @Test func aDelegateThatAddsContainersWithoutEndEnds() {
    let (storage, manager) = layout(lines: 3, Size(100, 1))
    let delegate = Delegate()
    manager.delegate = delegate
    delegate.body = { manager, _ in manager.addTextContainer(NSTextContainer(size: Size(100, 1e-9))) }
    _ = manager.lineFragmentRect(forGlyphAt: storage.length - 1, effectiveRange: nil)
    _ = manager.extraLineFragmentRect
    #expect(manager.textContainers.count > 1)
    // So does one that makes all lines invalid.
    delegate.body = { manager, _ in
      manager.invalidateLayout(forCharacterRange: Range(), actualCharacterRange: nil)
    }
    delegate.calls = []
    _ = manager.glyphRange(for: manager.textContainers[0])
    #expect(delegate.calls.count < 100)
  }

  @Test func containersAreRemovedWhileTheyAreCalledFor() {
    func each(_ body: (NSLayoutManager, NSTextContainer, @escaping () -> Void) -> Void) {
      let (_, manager) = layout(lines: 9, page)
      for _ in 0..<2 { manager.addTextContainer(NSTextContainer(size: page)) }
      let container = manager.textContainers[1]
      #expect(manager.glyphRange(for: container).length == 28)
      body(manager, container) {
        while !manager.textContainers.isEmpty { manager.removeTextContainer(at: 0) }
      }
      #expect(manager.textContainers.isEmpty && container.layoutManager == nil)
      #expect(manager.usedRect(for: container) == .zero)
    }
    let all = Range(location: 0, length: 99)
    each { manager, _, remove in
      var seen: [NSTextContainer] = []
      manager.enumerateLineFragments(forGlyphRange: all) { rect, _, container, _, _ in
        seen.append(container)
        remove()
        #expect(rect.width == 100)
      }
      // Those of the page that was made.
      #expect(seen.count == 4)
    }
    each { manager, container, remove in
      var rects: [Rect] = []
      manager.enumerateEnclosingRects(
        forGlyphRange: all, withinSelectedGlyphRange: Range(), in: container
      ) { rect, _ in
        rects.append(rect)
        remove()
      }
      #expect(rects.count == 4 && rects.allSatisfy { $0.minX == 5 })
    }
    for question in 0..<4 {
      let (storage, manager) = layout(lines: 9, page)
      let (delegate, container) = (Delegate(), manager.textContainers[0])
      manager.delegate = delegate
      delegate.body = { manager, _ in manager.removeTextContainer(at: 0) }
      switch question {
      case 0: #expect(manager.usedRect(for: container).height >= 0)
      case 1: #expect(manager.textContainer(forGlyphAt: 0, effectiveRange: nil) == nil)
      case 2: #expect(manager.extraLineFragmentRect == .zero)
      default: #expect(manager.lineFragmentRect(forGlyphAt: storage.length - 1, effectiveRange: nil) == .zero)
      }
      #expect(manager.textContainers.isEmpty)
    }
  }

  /// A container whose form is the program's own.
  private final class Indented: NSTextContainer {
    var indent = 0.0
    override func lineFragmentRect(
      forProposedRect proposedRect: Rect, at characterIndex: Int,
      writingDirection baseWritingDirection: NSWritingDirection,
      remaining remainingRect: UnsafeMutablePointer<Rect>?
    ) -> Rect {
      remainingRect?.pointee = .zero
      return Rect(
        proposedRect.minX + indent, proposedRect.minY, proposedRect.width - indent, proposedRect.height)
    }
  }

  @Test func anotherFormReachesTheView() {
    onStage { stage in
      let (storage, manager) = layout(lines: 2)
      manager.removeTextContainer(at: 0)
      let container = Indented(size: Size(150, 0))
      manager.addTextContainer(container)
      let view = stage.show(UITextView(frame: Rect(0, 0, 150, 100), textContainer: container))
      #expect(view.caretRect(for: 0).minX == 5)
      container.indent = 20
      manager.textContainerChangedGeometry(container)
      #expect(view.caretRect(for: 0).minX == 25)
      container.indent = 30
      manager.invalidateLayout(
        forCharacterRange: Range(location: 0, length: 2), actualCharacterRange: nil)
      #expect(view.caretRect(for: 0).minX == 35 && storage.string == view.text)
      // A property of the container lays the text out once.
      let version = container.version
      container.lineFragmentPadding = 7
      #expect(container.version == version + 1)
    }
  }

  /// A container that changes the text, or its manager, when it is asked for its size or for room.
  private final class Meddling: NSTextContainer {
    var sized: () -> Void = {}
    var proposed: () -> Void = {}
    override var size: Size {
      get {
        sized()
        return super.size
      }
      set { super.size = newValue }
    }
    override func lineFragmentRect(
      forProposedRect proposedRect: Rect, at characterIndex: Int,
      writingDirection baseWritingDirection: NSWritingDirection,
      remaining remainingRect: UnsafeMutablePointer<Rect>?
    ) -> Rect {
      proposed()
      remainingRect?.pointee = .zero
      return proposedRect
    }
  }

  @Test func aContainerMayChangeTheTextWhenItIsAskedForItsSize() {
    let (storage, manager) = layout(lines: 12, page)
    let container = Meddling(size: page)
    manager.addTextContainer(container)
    container.sized = { [weak container] in
      container?.sized = {}
      storage.deleteCharacters(in: Range(location: 0, length: storage.length))
    }
    #expect(manager.glyphRange(for: container) == Range() && storage.length == 0)
  }

  @Test func aViewsContainerMayBeRemovedWhileItIsAskedForRoom() {
    onStage { stage in
      let (storage, manager) = layout(lines: 12)
      manager.removeTextContainer(at: 0)
      let container = Meddling(size: Size(150, 0))
      manager.addTextContainer(container)
      let view = stage.show(UITextView(frame: Rect(0, 0, 150, 100), textContainer: container))
      stage.wait(20)
      view.frame.size.width = 140
      view.laidOutWidth = -1
      view.lines = TextLayout()
      view.lines.update(TextModel(), view.look, width: .infinity)
      container.proposed = { [weak container] in
        container?.proposed = {}
        manager.removeTextContainer(at: 0)
      }
      _ = manager.glyphRange(for: container)
      #expect(manager.textContainers.isEmpty && view.text == storage.string)
    }
  }

  @Test func containersAreInsertedAmongOthers() {
    let (_, manager) = layout(lines: 12, page)
    manager.addTextContainer(NSTextContainer(size: page))
    let ends = manager.textContainers
    #expect(manager.glyphRange(for: ends[1]).location == 28 && manager.madeLines == 8)
    let delegate = Delegate()
    manager.delegate = delegate
    let middle = NSTextContainer(size: page)
    manager.insertTextContainer(middle, at: 1)
    #expect(manager.textContainers.map { $0 === middle } == [false, true, false])
    #expect(delegate.calls == ["invalid"])
    #expect(manager.glyphRange(for: middle).location == 28)
    // The first page is not made again.
    #expect(manager.madeLines == 12)
    #expect(manager.glyphRange(for: ends[1]).location == 56 && delegate.calls.last == "2 true")
    let other = NSLayoutManager()
    other.addTextContainer(middle)
    #expect(manager.textContainers.count == 2 && middle.layoutManager === other)
    #expect(manager.glyphRange(for: ends[1]).location == 28)
  }

  @Test func theLinesOfARectangleAreFound() {
    let (_, manager) = layout(lines: 10)
    let (container, height) = (manager.textContainers[0], font.lineHeight)
    #expect(
      manager.glyphRange(forBoundingRect: Rect(0, height + 1, 10, height), in: container)
        == Range(location: 7, length: 14))
    #expect(manager.glyphRange(forBoundingRect: Rect(0, -9, 9, 1e9), in: container).length == 69)
    for odd in [Rect(0, 1e6, 5, 5), Rect(.nan, .nan, .nan, .nan), .zero, Rect(200, 0, 5, 5)] {
      #expect(manager.glyphRange(forBoundingRect: odd, in: container) == Range())
    }
    #expect(manager.glyphRange(forBoundingRect: Rect(0, 0, 9, 9), in: NSTextContainer()) == Range())
  }
}
