// The text of a view and that of its storage: each takes the changes of the other.

/// A storage that a view shows, and what both have in common.
final class TextSync {
  let storage: NSTextStorage
  /// Which version of the view's text its storage has.
  private var version: UInt64?
  private var font: UIFont?
  private var color: UIColor?
  /// How long that text is, in UTF-16 code units.
  private(set) var length = 0
  /// Whether the view or the storage takes a change of the other.
  var isTaking = false
  /// The range edited while the view's change was applied. Taken after the view's change has been applied.
  private(set) var edited: NSRange?

  init(_ storage: NSTextStorage) { self.storage = storage }

  /// Both have the view's text, and the storage has the view's font and color.
  func note(_ view: UITextView, length: Int) {
    (font, color) = (view.usedFont, view.textColor)
    noteText(view, length: length)
  }

  /// Both have the view's text. The view may have got another font or color meanwhile, which the storage has not yet.
  func noteText(_ view: UITextView, length: Int) {
    version = view.editor.model.changes.version
    self.length = length
  }

  /// The attributes of the storage where the view's text has none.
  var standardAttributes: [NSAttributedString.Key: Any] {
    var attributes: [NSAttributedString.Key: Any] = [:]
    if let font { attributes[.font] = font }
    if let color { attributes[.foregroundColor] = color }
    return attributes
  }

  /// The storage has another text, which the view has besides what was edited there.
  func note(length: Int) { self.length = length }

  /// Whether the view's text is the one that the storage was given or had.
  func hasText(of view: UITextView) -> Bool { version == view.editor.model.changes.version }

  /// What of that text the view has still.
  func same(_ view: UITextView) -> TextChanges.Kept? {
    version.flatMap { view.editor.model.changes.kept(since: $0) }
  }

  /// Whether that text has other standard attributes.
  func hasOtherLook(_ view: UITextView) -> Bool { font != view.usedFont || color != view.textColor }

  /// What has stayed of that text; nil: all of it has to be given.
  func kept(_ view: UITextView) -> TextChanges.Kept? {
    !hasOtherLook(view) && storage.length == length ? same(view) : nil
  }

  /// A part of the storage's text was changed.
  func noteEdited(_ range: NSRange) {
    let start = min(range.location, edited?.location ?? .max)
    // The earlier one may have moved.
    let behind = edited.map { max(editedLength - $0.upperBound, 0) }
    let end = max(range.upperBound, behind.map { storage.length - $0 } ?? 0)
    edited = NSRange(location: start, length: max(end - start, 0))
    editedLength = storage.length
  }

  /// How long the storage's text was then.
  private var editedLength = 0

  func takeEdited() -> NSRange? {
    defer { edited = nil }
    return edited
  }
}

extension UITextView {
  /// The text with its attributes, to be changed in parts: the view shows each change, and keeps the selection as far as it can. It
  /// notifies no delegate of the text.
  public final var textStorage: NSTextStorage {
    if let sync {
      updateStorage()
      return sync.storage
    }
    let container = textContainer
    let manager = container.ownLayoutManager ?? NSLayoutManager()
    if container.ownLayoutManager == nil { manager.addTextContainer(container) }
    let text: NSAttributedString = attributedText
    let new = manager.textStorage ?? NSTextStorage(attributedString: text)
    let sync = TextSync(new)
    self.sync = sync
    sync.note(self, length: new.length)
    new.addLayoutManager(manager)
    return new
  }

  /// What lays out the text, and says where its characters are.
  public final var layoutManager: NSLayoutManager {
    _ = textStorage
    return containerStorage?.ownLayoutManager ?? NSLayoutManager()
  }

  /// Shows the text of a container's layout manager.
  final func adopt(_ container: NSTextContainer) {
    // Perhaps only the view that loses the container keeps it.
    let storage = container.ownLayoutManager?.textStorage
    containerStorage = container
    container.setView(self)
    if let storage { show(storage) } else { containerChanged() }
  }

  /// Another view shows the container: this one keeps its text.
  final func lose(_ container: NSTextContainer) {
    guard containerStorage === container else { return }
    (containerStorage, sync) = (nil, nil)
    editorChanged()
  }

  /// The layout manager got another text, or none: then the view keeps its text.
  final func storageWasReplaced(_ new: NSTextStorage?) {
    guard new !== sync?.storage else { return }
    if let new { show(new) } else { sync = nil }
  }

  // MARK: To the storage

  /// Gives the storage the text as it was edited, unless the program is changing it, and takes what the storage's handlers make of it.
  ///
  /// - Parameter notifies: whether a selection that these move is notified here, and not by the caller.
  final func updateStorage(notifies: Bool = true) {
    guard let sync, !sync.isTaking else { return }
    for _ in 0..<NSTextStorage.mostRounds {
      guard sync === self.sync, sync.storage.isAtRest, !sync.hasText(of: self) || sync.hasOtherLook(self)
      else { return }
      sync.isTaking = true
      give(sync)
      takeEdited(sync, notifies: notifies)
      sync.isTaking = false
    }
  }

  private func give(_ sync: TextSync) {
    let (model, storage) = (editor.model, sync.storage)
    let kept = sync.kept(self)
    let before = min(kept?.before ?? 0, model.count)
    let behind = min(kept?.behind ?? 0, model.count - before)
    let part = before..<model.count - behind
    let new = model.attributed(standardAttributes, in: part)
    let start = model.unitCount(0..<before)
    let rest = model.unitCount(part.upperBound..<model.count)
    // Handlers may change the view's text: that is given, too.
    sync.note(self, length: start + new.length + rest)
    let old = NSRange(location: start, length: storage.length - rest - start)
    guard old.length >= 0 else { return storage.setAttributedString(model.attributed(standardAttributes)) }
    guard storage.attributedSubstring(from: old).text.utf8.elementsEqual(new.text.utf8) else {
      return storage.replaceCharacters(in: old, with: new)
    }
    // Only the look has changed.
    storage.beginEditing()
    new.enumerateAttributes(in: NSRange(location: 0, length: new.length)) { attributes, range, _ in
      let range = NSRange(location: start + range.location, length: range.length)
      storage.setAttributes(attributes, range: range)
    }
    storage.endEditing()
  }

  // MARK: From the storage

  /// A storage that this view shows was changed.
  final func storageWasEdited(_ storage: NSTextStorage, _ range: NSRange) {
    guard let sync, storage === sync.storage else { return }
    sync.noteEdited(range)
    guard !sync.isTaking else { return }
    sync.isTaking = true
    takeEdited(sync, notifies: true)
    sync.isTaking = false
    updateStorage()
  }

  /// Shows all of a storage.
  private func show(_ storage: NSTextStorage) {
    let sync = TextSync(storage)
    self.sync = sync
    sync.isTaking = true
    let selection = editor.model.selection
    editor.model.become(TextModel(storage.without(standardAttributes)))
    editor.model.select(selection)
    editor.clearsOnInsertion = false
    let length = editor.model.unitCount(0..<editor.model.count)
    sync.note(self, length: length)
    if storage.hasReturns {
      normalize(NSRange(location: 0, length: storage.length), 0..<editor.model.count)
    }
    editor.changed(false)
    contentOffset = clamp(contentOffset)
    takeEdited(sync, notifies: true)
    sync.isTaking = false
    updateStorage()
  }

  /// Takes what was changed, and what is changed by those who are notified of that.
  private func takeEdited(_ sync: TextSync, notifies: Bool) {
    for _ in 0..<NSTextStorage.mostRounds {
      guard sync === self.sync, let range = sync.takeEdited() else { return }
      take(range, sync, notifies: notifies)
    }
  }

  /// Shows a changed part. What can be undone, marked text and the selection stay where they are at other characters.
  private func take(_ range: NSRange, _ sync: TextSync, notifies: Bool) {
    let storage = sync.storage
    let found = neighbourhood(range, sync) ?? wholeText(sync)
    // What was edited meanwhile is given to the storage next.
    let isEdited = !found.isWhole && !sync.hasText(of: self)
    let behind = editor.model.count - found.part.upperBound
    let change = editor.model.take(found.text, found.new, in: found.part)
    let length = found.text.unitCount(0..<found.text.count)
    let whole = storage.length - found.units.count + length
    if isEdited { sync.note(length: whole) } else { sync.noteText(self, length: whole) }
    if found.hasReturns {
      let part = found.part.lowerBound - found.new.lowerBound
      let end = editor.model.count - behind + found.text.count - found.new.upperBound
      normalize(NSRange(found.units), part..<end)
    }
    guard change != .none else { return }
    if change == .characters { editor.clearsOnInsertion = false }
    if change == .characters, notifies { editor.changed(false) }
    laidOutWidth = -1
    layOutText()
    if change == .characters { contentOffset = clamp(contentOffset) }
  }

  /// A part of the view's text, and what the storage has in its place.
  private struct ChangedPart {
    var part: Range<Int>
    var text: TextModel
    /// The characters in place of the part; others are beside it.
    var new: Range<Int>
    /// The place of `text` in the storage.
    var units: Range<Int>
    /// Whether there are line ends of other systems.
    var hasReturns: Bool
    var isWhole = false
  }

  private func wholeText(_ sync: TextSync) -> ChangedPart {
    let text = TextModel(sync.storage.without(sync.standardAttributes))
    return ChangedPart(
      part: 0..<editor.model.count, text: text, new: 0..<text.count, units: 0..<sync.storage.length,
      hasReturns: sync.storage.hasReturns, isWhole: true)
  }

  /// A changed part with the characters beside it; nil: these have changed, too, or the view has edited the same part.
  private func neighbourhood(_ range: NSRange, _ sync: TextSync) -> ChangedPart? {
    let (model, storage) = (editor.model, sync.storage)
    let new = range.clamped(to: storage.length)
    let change = storage.length - sync.length
    guard new.lowerBound <= new.upperBound - change, let same = sync.same(self) else { return nil }
    // What the view has edited is between these.
    let before = min(same.before, model.count)
    let behind = max(model.count - same.behind, before)
    var (old, limits, distance) = (new.lowerBound..<new.upperBound - change, 0..<before, 0)
    if before < model.count, old.upperBound > model.unitCount(0..<before) {
      limits = behind..<model.count
      distance = model.unitCount(0..<model.count) - sync.length
      old = old.lowerBound + distance..<old.upperBound + distance
      guard old.lowerBound >= model.unitCount(0..<behind) else { return nil }
    }
    let part = model.characters(NSRange(old))
    let whole = max(part.lowerBound - 1, limits.lowerBound)..<min(part.upperBound + 1, limits.upperBound)
    let known = model.codeUnits(whole)
    let units =
      known.location - distance..<max(known.upperBound - distance + change, known.location - distance)
    guard whole.lowerBound <= part.lowerBound, part.upperBound <= whole.upperBound,
      units.count == known.length + change
    else { return nil }
    let source = storage.attributedSubstring(from: NSRange(units))
    let text = TextModel(source.without(sync.standardAttributes))
    let (first, last) = (part.lowerBound - whole.lowerBound, whole.upperBound - part.upperBound)
    // Marks may have joined them.
    guard text.count >= first + last,
      first == 0 || text.characters[0].isSpelled(as: model.characters[whole.lowerBound]),
      last == 0
        || text.characters[text.count - 1].isSpelled(as: model.characters[whole.upperBound - 1])
    else { return nil }
    return ChangedPart(
      part: part, text: text, new: first..<text.count - last, units: units, hasReturns: source.hasReturns)
  }

  /// Line ends of other systems become those of the view.
  private func normalize(_ units: NSRange, _ part: Range<Int>) {
    guard let sync else { return }
    let text = editor.model.attributed(sync.standardAttributes, in: part)
    sync.storage.replaceCharacters(in: units, with: text)
  }
}

extension NSAttributedString {
  fileprivate var hasReturns: Bool { text.utf8.contains(13) }

  /// The same text without attributes that have standard values.
  fileprivate func without(_ standard: [Key: Any]) -> NSAttributedString {
    withAttributes { attributes in
      attributes.filter { key, value in !(standard[key].map { Self.areEqual($0, value) } ?? false) }
    }
  }
}
