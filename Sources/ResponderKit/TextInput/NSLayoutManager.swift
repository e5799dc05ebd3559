/// Says where the characters of a storage's text are in lines, and draws them. A layer over the lines of text views and labels.
///
/// Each UTF-16 code unit counts as one glyph, so that both have the same numbers. The text flows through the containers in order. One container that a text view
/// shows has the view's lines; otherwise the lines are made when they are asked for.
open class NSLayoutManager: NSObject {
  /// The containers that the text flows through, in order.
  public private(set) final var textContainers: [NSTextContainer] = []
  private final weak var storage: NSTextStorage?
  /// The text of a storage that the program has not kept.
  private final var kept: NSAttributedString?
  /// Notified of layout.
  open weak var delegate: (any NSLayoutManagerDelegate)?
  /// Without effect, as the next ones: all of the text is laid out at once.
  open var allowsNonContiguousLayout = false
  /// Without effect: lines are as high as their fonts say.
  open var usesFontLeading = true
  /// Without effect.
  open var showsInvisibleCharacters = false
  /// Without effect.
  open var showsControlCharacters = false
  private final var laidText: LaidText?
  private final var pages: [LaidPage] = []
  /// Another one after each change of the text or the containers for which lines are made again.
  private final var layoutVersion = 0
  /// How many lines were made for containers without a view, in all.
  final var madeLines = 0

  /// A manager without a text.
  public override init() { super.init() }
  /// The same, for `super.init(coder: coder)`: the coder contains nothing.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  // MARK: What belongs to it

  /// The text that is laid out.
  public final var textStorage: NSTextStorage? {
    get { storage }
    set {
      guard newValue !== storage else { return }
      if let newValue { newValue.addLayoutManager(self) } else { storage?.removeLayoutManager(self) }
    }
  }

  /// Lays out another text, also in place of the one that other managers have.
  public final func replaceTextStorage(_ newTextStorage: NSTextStorage) {
    for manager in storage?.layoutManagers ?? [self] { newTextStorage.addLayoutManager(manager) }
  }

  /// Lets the text flow on into a container.
  public final func addTextContainer(_ container: NSTextContainer) {
    insertTextContainer(container, at: textContainers.count)
  }

  /// Adds a container among the others. A container belongs to one manager.
  public final func insertTextContainer(_ container: NSTextContainer, at index: Int) {
    if let other = container.ownLayoutManager {
      guard other !== self, let old = other.textContainers.firstIndex(where: { $0 === container }) else {
        return
      }
      other.removeTextContainer(at: old)
    }
    let index = min(max(index, 0), textContainers.count)
    let before = view
    textContainers.insert(container, at: index)
    container.setLayoutManager(self)
    forgetPages(from: index)
    if view !== before { forgetText() }
    if let storage { container.view?.storageWasReplaced(storage) }
  }

  /// Removes a container, if there is one of this number.
  public final func removeTextContainer(at index: Int) {
    guard textContainers.indices.contains(index) else { return }
    let before = view
    let container = textContainers.remove(at: index)
    container.setLayoutManager(nil)
    forgetPages(from: index)
    if view !== before { forgetText() }
    container.view?.storageWasReplaced(nil)
  }

  /// Lays out the text of another storage.
  final func show(_ storage: NSTextStorage?) {
    self.storage = storage
    kept = nil
    forgetText()
    for container in textContainers { container.view?.storageWasReplaced(storage) }
  }

  /// The storage ends, and this is its text.
  final func keep(_ text: NSAttributedString) { kept = text }

  // MARK: Changes

  /// The storage was changed; a subclass calls this one's method.
  open func processEditing(
    for textStorage: NSTextStorage, edited editMask: NSTextStorage.EditActions, range newCharRange: NSRange,
    changeInLength delta: Int, invalidatedRange invalidatedCharRange: NSRange
  ) {
    take(newCharRange, of: textStorage)
  }

  /// Lays out a changed text when that is asked for, and shows it in views.
  final func take(_ range: NSRange, of textStorage: NSTextStorage) {
    guard textStorage === storage else { return }
    forgetText()
    for container in textContainers { container.view?.storageWasEdited(textStorage, range) }
  }

  /// Lets views give the storage what was typed while it was changed.
  final func updateStorage() { for container in textContainers { container.view?.updateStorage() } }

  /// A container got another size, or keeps clear of something else.
  open func textContainerChangedGeometry(_ container: NSTextContainer) {
    forgetPages(from: textContainers.firstIndex { $0 === container } ?? 0)
    container.wasInvalidated()
  }

  /// Lays out the text again when it is asked for; a view does it at once.
  open func invalidateLayout(
    forCharacterRange charRange: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?
  ) {
    actualCharacterRange?.pointee = NSRange(location: 0, length: units.last ?? 0)
    forgetText()
    for container in textContainers { container.wasInvalidated() }
  }

  /// Redraws the text views.
  open func invalidateDisplay(forCharacterRange charRange: NSRange) {
    for container in textContainers { container.view?.setNeedsDisplay() }
  }

  private func forgetText() {
    laidText = nil
    layoutVersion &+= 1
    forgetPages(from: 0)
  }

  private func forgetPages(from index: Int) {
    guard index < pages.count else { return }
    pages.removeSubrange(index...)
    layoutVersion &+= 1
    delegate?.layoutManagerDidInvalidateLayout(self)
  }

  // MARK: Lines

  /// The view whose lines are those of the text.
  final var view: UITextView? { textContainers.count == 1 ? textContainers[0].view : nil }

  private final var content: NSAttributedString { storage ?? kept ?? NSAttributedString() }

  /// Where each character begins, in code units, and where the last one ends.
  final var units: [Int] {
    let view = view
    let version = view?.editor.model.changes.version
    if let laidText, laidText.version == version { return laidText.units }
    let new =
      if let view {
        LaidText(units: Self.units(view.editor.model.characters), version: version)
      } else {
        LaidText(model: TextModel(content), units: Self.units(content.text))
      }
    laidText = new
    return new.units
  }

  private static func units(_ characters: some Sequence<Character>) -> [Int] {
    var units = [0]
    units.reserveCapacity(characters.underestimatedCount + 1)
    for character in characters { units.append(units[units.count - 1] + character.utf16.count) }
    return units
  }

  /// The lines in a container, and the character behind them; nil: it is none of this manager.
  final func page(of container: NSTextContainer) -> LaidPage? {
    guard let index = textContainers.firstIndex(where: { $0 === container }) else { return nil }
    return page(index)
  }

  /// The lines in the container of a number.
  final func page(_ index: Int) -> LaidPage {
    if let view {
      // A program's container may be removed while it is called for lines.
      let container = textContainers[0]
      view.layOutText()
      let all = view.lines.lines
      let lines = all.prefix(view.mostLines)
      let end = lines.count < all.count ? all[lines.count].range.lowerBound : view.editor.model.count
      // All lines are not copied.
      let shown = lines.count == all.count ? all : Array(lines)
      return LaidPage(container, number: index, lines: shown, range: 0..<end)
    }
    // A program's containers and delegate may change what is laid out.
    var changes = 0
    while pages.count <= index, textContainers.indices.contains(pages.count), changes < Self.mostChanges {
      _ = units
      let container = textContainers[pages.count]
      guard let model = laidText?.model, !container.isInUse else { break }
      let version = layoutVersion
      let page = layOut(model, in: container)
      if layoutVersion == version {
        pages.append(page)
        let isLast = page.range.upperBound == model.count
        delegate?.layoutManager(self, didCompleteLayoutFor: container, atEnd: isLast)
      }
      if layoutVersion != version { changes += 1 }
    }
    return index < pages.count ? pages[index] : LaidPage(nil, number: index)
  }

  /// How often a program may change what is laid out while that is done.
  private static let mostChanges = 16

  private func layOut(_ model: TextModel, in container: NSTextContainer) -> LaidPage {
    let (number, start) = (pages.count, pages.last?.range.upperBound ?? 0)
    // A program's container may change the text when it is asked for its size.
    let unit = units[start]
    var page = LaidPage(container, number: number, range: start..<start)
    // Behind the end of the text there is a line only if it is empty, or ends with a line end.
    if number > 0, start == model.count, pages.contains(where: { !$0.lines.isEmpty }) { return page }
    let size = container.size
    let width = size.width > 0 ? max(min(size.width, 1e9) - 2 * page.padding, 1) : .infinity
    let flow = container.flow(
      width: width, height: size.height > 0 ? size.height : .infinity,
      most: container.maximumNumberOfLines > 0 ? container.maximumNumberOfLines : .max, from: unit)
    let isContinued = start > 0 && !model.characters[start - 1].isNewline
    let look = TextLayout.Look(font: UIFont(size: 12))
    page.lines = TextLayout.flow(model, look, width, from: start, isContinued: isContinued, in: flow)
    madeLines += page.lines.count
    let end = page.lines.last?.range.upperBound ?? start
    // The line end belongs to the line in front of it.
    let isEnd = end < model.count && model.characters[end].isNewline && !page.lines.isEmpty
    page.range = start..<(flow.isFull ? end + (isEnd ? 1 : 0) : model.count)
    return page
  }

  // MARK: Drawing

  /// Draws what is behind the letters of lines, with the container's upper left corner at a point. Only the given glyphs of a line are drawn.
  open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: Point) {
    draw(glyphsToShow, at: origin, isBackground: true)
  }

  /// Draws the letters of lines, with the container's upper left corner at a point. Only the given glyphs of a line are drawn.
  open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: Point) {
    draw(glyphsToShow, at: origin, isBackground: false)
  }
}

/// Notified by a layout manager.
public protocol NSLayoutManagerDelegate: AnyObject {
  /// Lines are made again when they are asked for.
  func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager)
  /// The lines of a container were made; not called for that of a text view.
  func layoutManager(
    _ layoutManager: NSLayoutManager, didCompleteLayoutFor textContainer: NSTextContainer?,
    atEnd layoutFinishedFlag: Bool)
}

extension NSLayoutManagerDelegate {
  /// Does nothing.
  public func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager) {}
  /// Does nothing.
  public func layoutManager(
    _ layoutManager: NSLayoutManager, didCompleteLayoutFor textContainer: NSTextContainer?,
    atEnd layoutFinishedFlag: Bool
  ) {}
}

/// The text of a layout manager.
struct LaidText {
  /// Nil for that of a view.
  var model: TextModel?
  var units: [Int]
  /// Of the view's text.
  var version: UInt64?
}

/// The lines in a container.
struct LaidPage {
  /// Nil: there is no such container. The program may remove it while it is called for lines.
  let container: NSTextContainer?
  let padding: Double
  /// The container's width; 0, or less: without a limit.
  let width: Double
  let number: Int
  var lines: [TextLayout.Line]
  /// The characters that are in it.
  var range: Range<Int>

  init(
    _ container: NSTextContainer?, number: Int, lines: [TextLayout.Line] = [], range: Range<Int> = 0..<0
  ) {
    (self.container, self.number, self.lines, self.range) = (container, number, lines, range)
    (padding, width) = (container?.padding ?? 0, container?.size.width ?? 0)
  }

  /// The characters of a line, with its line end.
  func characters(_ index: Int) -> Range<Int> {
    let start = lines[index].range.lowerBound
    return start..<max(index + 1 < lines.count ? lines[index + 1].range.lowerBound : range.upperBound, start)
  }

  /// The line of a character; nil if there is none.
  func line(of character: Int) -> Int? {
    guard range.contains(character), !lines.isEmpty else { return nil }
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].range.lowerBound <= character { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
