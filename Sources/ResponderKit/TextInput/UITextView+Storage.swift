// The text of a view and that of its storage: each takes the changes of the other.

/// What a view's storage has of its text.
struct TextSync {
  /// The text and its standard attributes, as they were taken.
  var version: UInt64?
  var font: UIFont?
  var color: UIColor?
  /// Whether the view or the storage takes a change of the other.
  var isTaking = false
  /// The part of the storage that handlers of the view's change have changed, too.
  var edited: NSRange?
}

extension UITextView {
  /// The text with its attributes, to be changed in parts: the view shows each change, and keeps the selection as far as it can. It
  /// notifies no delegate of the text.
  public final var textStorage: NSTextStorage {
    if let storage {
      updateStorage()
      return storage
    }
    let container = textContainer
    let manager = container.ownLayoutManager ?? NSLayoutManager()
    if container.ownLayoutManager == nil { manager.addTextContainer(container) }
    let new = manager.textStorage ?? NSTextStorage(attributedString: attributedText)
    storage = new
    new.addLayoutManager(manager)
    noteSync()
    return new
  }

  /// What lays out the text, and says where its characters are.
  public final var layoutManager: NSLayoutManager {
    _ = textStorage
    return containerStorage?.ownLayoutManager ?? NSLayoutManager()
  }

  /// Shows the text of a container's layout manager.
  final func adopt(_ container: NSTextContainer) {
    containerStorage = container
    container.setView(self)
    storage = container.ownLayoutManager?.textStorage
    if storage != nil { showStorage() } else { containerChanged() }
  }

  /// The layout manager got another text.
  final func storageWasReplaced(_ new: NSTextStorage?) {
    guard let new, new !== storage else { return }
    storage = new
    showStorage()
  }

  private func noteSync() {
    containerStorage?.sync.version = editor.model.changes.version
    containerStorage?.sync.font = usedFont
    containerStorage?.sync.color = textColor
  }

  // MARK: To the storage

  /// Gives the storage the text as it was edited, unless the program is changing it, and takes what the storage's handlers make of it.
  final func updateStorage() {
    guard let storage, storage.isAtRest, let container = containerStorage, !container.sync.isTaking else {
      return
    }
    let sync = container.sync
    let isLook = sync.font != usedFont || sync.color != textColor
    guard isLook || sync.version != editor.model.changes.version else { return }
    container.sync.isTaking = true
    container.sync.edited = nil
    let kept = isLook ? nil : sync.version.flatMap { editor.model.changes.kept(since: $0) }
    give(kept, to: storage)
    noteSync()
    if let edited = container.sync.edited { takeHandled(edited, of: storage) }
    container.sync.isTaking = false
  }

  private func give(_ kept: TextChanges.Kept?, to storage: NSTextStorage) {
    let model = editor.model
    let before = min(kept?.before ?? 0, model.count)
    let behind = min(kept?.behind ?? 0, model.count - before)
    let new = model.attributed(standardAttributes, in: before..<model.count - behind)
    let start = model.text(in: 0..<before).utf16.count
    let rest = model.text(in: model.count - behind..<model.count).utf16.count
    guard start + rest <= storage.length else {
      return storage.setAttributedString(model.attributed(standardAttributes))
    }
    let old = NSRange(location: start, length: storage.length - rest - start)
    if storage.attributedSubstring(from: old).text.utf8.elementsEqual(new.text.utf8) {
      // Only the look has changed.
      storage.beginEditing()
      new.enumerateAttributes(in: NSRange(location: 0, length: new.length)) { attributes, range, _ in
        let range = NSRange(location: start + range.location, length: range.length)
        storage.setAttributes(attributes, range: range)
      }
      return storage.endEditing()
    }
    storage.replaceCharacters(in: old, with: new)
  }

  // MARK: From the storage

  /// A storage that this view shows was changed.
  final func storageWasEdited(_ storage: NSTextStorage, _ range: NSRange) {
    guard storage === self.storage, let container = containerStorage else { return }
    guard !container.sync.isTaking else {
      // Once the view has given all of its change.
      let start = min(range.location, container.sync.edited?.location ?? .max)
      let end = max(range.upperBound, container.sync.edited?.upperBound ?? 0)
      container.sync.edited = NSRange(location: start, length: end - start)
      return
    }
    container.sync.isTaking = true
    takeChanged(range, of: storage)
    normalize(storage)
    noteSync()
    container.sync.isTaking = false
  }

  /// Shows all of a storage.
  private func showStorage() {
    guard let storage else { return }
    containerStorage?.sync.isTaking = true
    show(storage)
    normalize(storage)
    noteSync()
    containerStorage?.sync.isTaking = false
  }

  /// A change by the view, of which handlers have made another one.
  private func takeHandled(_ range: NSRange, of storage: NSTextStorage) {
    takeChanged(range, of: storage)
    normalize(storage)
    noteSync()
  }

  private func takeChanged(_ range: NSRange, of storage: NSTextStorage) {
    if takeLooks(range, of: storage) { return }
    show(storage)
  }

  private func show(_ storage: NSTextStorage) {
    let selection = editor.model.selection
    editor.set(storage)
    editor.select(selection.clamped(to: 0..<editor.model.count))
    contentOffset = clamp(contentOffset)
  }

  /// Takes attributes of a part whose characters are the view's; false if they are not. What can be undone stays.
  private func takeLooks(_ range: NSRange, of storage: NSTextStorage) -> Bool {
    let model = editor.model
    let part = model.characters(range)
    let whole = model.codeUnits(part)
    let rest = model.text(in: part.upperBound..<model.count).utf16.count
    guard whole.upperBound + rest == storage.length else { return false }
    let new = TextModel(storage.attributedSubstring(from: whole).without(standardAttributes))
    guard new.characters == Array(model.characters[part]), let styles = new.styles else { return false }
    guard editor.model.restyle(part, styles) else { return true }
    laidOutWidth = -1
    layOutText()
    return true
  }

  /// Line ends of other systems became those of the view.
  private func normalize(_ storage: NSTextStorage) {
    guard storage.text.unicodeScalars.contains("\r") else { return }
    storage.setAttributedString(editor.model.attributed(standardAttributes))
  }
}

extension NSAttributedString {
  /// The same text without attributes that have standard values.
  fileprivate func without(_ standard: [Key: Any]) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      let own = attributes.filter { key, value in
        !(standard[key].map { Self.areEqual($0, value) } ?? false)
      }
      let part = attributedSubstring(from: range).string
      text.append(NSAttributedString(string: part, attributes: own))
    }
    return text
  }
}

extension TextModel {
  /// Gives characters other attributes; false if they have these.
  fileprivate mutating func restyle(_ part: Range<Int>, _ new: [TextAttributes]) -> Bool {
    guard part.count == new.count else { return false }
    // A text without attributes has none that are empty.
    if styles == nil {
      guard new.contains(where: { !$0.values.isEmpty }) else { return false }
      styles = Array(repeating: TextAttributes(), count: count)
    }
    guard let old = styles else { return false }
    var (isChanged, keepsWidths) = (false, true)
    var last: (old: TextAttributes, new: TextAttributes)?
    for (index, style) in zip(part, new) {
      if let last, last.old === old[index], last.new === style { continue }
      last = (old[index], style)
      if old[index] != style {
        isChanged = true
        if !old[index].keepsWidths(as: style) { keepsWidths = false }
      }
    }
    guard isChanged else { return false }
    setStyles(part, new, changesWidths: !keepsWidths)
    return true
  }
}
