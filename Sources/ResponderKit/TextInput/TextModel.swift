/// Text that is edited: characters, a selection, marked text and the steps that can be undone. Positions count characters
/// as people see them. Knows nothing of views.
struct TextModel {
  private(set) var characters: [Character] = []
  /// The end of the selection that stays when it is extended.
  private(set) var anchor = 0
  /// The end of the selection that moves: where the caret is.
  private(set) var head = 0
  /// Text that an input method may still replace.
  private(set) var marked: Range<Int>?
  private(set) var history = EditHistory()
  /// Of each character; nil while the text has no attributes.
  var styles: [TextAttributes]? {
    get { ownStyles }
    set {
      ownStyles = newValue
      changes.forget()
    }
  }
  private var ownStyles: [TextAttributes]?
  /// Gives all characters other attributes, with which they are as large as before.
  mutating func setLooks(_ styles: [TextAttributes]) {
    ownStyles = styles
    changes.note(before: 0, behind: 0, changesWidths: false)
  }
  /// Gives a part other attributes.
  mutating func setStyles(_ part: Range<Int>, _ new: [TextAttributes], changesWidths: Bool) {
    ownStyles?.replaceSubrange(part, with: new)
    changes.note(before: part.lowerBound, behind: count - part.upperBound, changesWidths: changesWidths)
  }
  /// For lines that are made of the text.
  var changes = TextChanges()
  /// Of what is typed next, if not as what is before it.
  var typing: TextAttributes?

  init(_ text: String = "") {
    characters = Array(Self.plain(text))
    anchor = characters.count
    head = anchor
  }

  init(_ characters: [Character], _ styles: [TextAttributes]) {
    (self.characters, ownStyles) = (characters, styles)
    anchor = characters.count
    head = anchor
  }

  var text: String { String(characters) }
  var count: Int { characters.count }
  var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  func text(in range: Range<Int>) -> String { String(characters[range.clamped(to: 0..<count)]) }

  /// Line ends of other systems become `\n`.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains("\r") else { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  // MARK: Selection

  /// Moves the caret, and the selection's other end with it unless it is extended.
  mutating func move(to place: Int, extending: Bool = false) {
    head = min(max(place, 0), count)
    if !extending { anchor = head }
    caretWasMoved()
  }

  mutating func select(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    (anchor, head) = (range.lowerBound, range.upperBound)
    caretWasMoved()
  }

  private mutating func caretWasMoved() {
    history.close()
    // An empty text has no other attributes.
    if count > 0 { typing = nil }
  }

  mutating func unmark() { marked = nil }

  /// Lets the next edit be a step of its own.
  mutating func closeStep() { history.close() }

  // MARK: Editing

  /// Replaces a range, or else the marked text, or else the selection.
  mutating func insert(_ text: String, replacing whole: Range<Int>? = nil) {
    let range = whole ?? marked ?? selection
    // What was composed is one step with its composition.
    let isTyped = marked != nil || text.count == 1 && text != "\n"
    marked = nil
    replace(range, with: text, kind: isTyped ? .typing : .other)
  }

  /// Deletes the selection, or the character before the caret.
  mutating func deleteBackward() { delete(to: head - 1) }
  /// Deletes the selection, or the character behind the caret.
  mutating func deleteForward() { delete(to: head + 1) }
  mutating func deleteWordBackward() { delete(to: wordStart(before: head)) }
  mutating func deleteWordForward() { delete(to: wordEnd(after: head)) }

  private mutating func delete(to place: Int) {
    let range = marked ?? selection
    marked = nil
    let place = min(max(place, 0), count)
    replace(range.isEmpty ? min(place, head)..<max(place, head) : range, with: "", kind: .deleting)
  }

  /// Puts text in place of a range. The caret is behind it then.
  ///
  /// - Parameter own: the attributes of each of its code points; nil: as what it replaces.
  mutating func replace(
    _ range: Range<Int>, with text: String, kind: EditHistory.EditKind = .other, own: [TextAttributes]? = nil
  ) {
    let range = range.clamped(to: 0..<count)
    var (text, own) = (Self.plain(text), own)
    guard !range.isEmpty || !text.isEmpty else { return }
    if joinsPicture(text, at: range.lowerBound) {
      text = "\u{A0}" + text
      own = own.map { Array($0.prefix(1)) + $0 }
    }
    let before = (anchor, head)
    // A mark may join the character before it, and one behind may join the text: the neighbours are split anew.
    let start = max(range.lowerBound - 1, 0)
    var end = min(range.upperBound + 1, count)
    let leading = String(characters[start..<range.lowerBound]) + text
    var joined = Array(leading + String(characters[range.upperBound..<end]))
    while end < count, end > range.upperBound, joined.last != characters[end - 1] {
      end += 1
      joined = Array(leading + String(characters[range.upperBound..<end]))
    }
    let new = joinedStyles(
      joined, before: start..<range.lowerBound, text, replacing: range, after: range.upperBound..<end, own)
    if joined.count == 0, count == end - start { typing = attributes(replacing: range) }
    var edit = EditHistory.Edit(
      start: start, old: EditHistory.letters(characters[start..<end], styles?[start..<end]),
      new: EditHistory.letters(joined[...], new?[...]))
    characters.replaceSubrange(start..<end, with: joined)
    if let new { ownStyles?.replaceSubrange(start..<end, with: new) }
    // The caret is behind the character in which the inserted text ends.
    head = start
    var length = leading.unicodeScalars.count
    for character in joined where length > 0 {
      length -= character.unicodeScalars.count
      head += 1
    }
    anchor = head
    edit.trim()
    changes.note(before: edit.start, behind: count - edit.start - edit.new.count)
    history.add(edit, kind: kind, selection: before)
    if let marked, marked.upperBound > count { self.marked = nil }
  }

  /// Whether the first mark of a text would be a part of the picture in front of it, which were none then.
  private func joinsPicture(_ text: String, at place: Int) -> Bool {
    guard place > 0, let styles, styles[place - 1].attachment != nil else { return false }
    return (String(characters[place - 1]) + text).first != characters[place - 1]
  }

  /// Replaces a range, or else the marked text, or else the selection, by text that stays marked; `selected` is the part of it
  /// that is selected. Empty text ends the marking.
  mutating func setMarked(_ text: String, selected: Range<Int>, replacing whole: Range<Int>? = nil) {
    let range = (whole ?? marked ?? selection).clamped(to: 0..<count)
    let end = count - range.upperBound
    replace(range, with: text, kind: .marking)
    let new = min(range.lowerBound, count - end)..<(count - end)
    marked = new.isEmpty ? nil : new
    let part = selected.clamped(to: 0..<new.count)
    (anchor, head) = (new.lowerBound + part.lowerBound, new.lowerBound + part.upperBound)
  }

  /// Replaces a part for a program. The selection, marked text and what can be undone stay where they are at other characters.
  mutating func exchange(
    _ part: Range<Int>, with new: ArraySlice<Character>, _ looks: ArraySlice<TextAttributes>
  ) {
    let distance = new.count - part.count
    func moved(_ place: Int) -> Int {
      if place <= part.lowerBound { return place }
      return place >= part.upperBound ? place + distance : min(place, part.lowerBound + new.count)
    }
    changes.note(before: part.lowerBound, behind: count - part.upperBound)
    characters.replaceSubrange(part, with: new)
    ownStyles?.replaceSubrange(part, with: looks)
    (anchor, head) = (moved(anchor), moved(head))
    if let old = marked {
      let isBeside = old.upperBound <= part.lowerBound || old.lowerBound >= part.upperBound
      let place = old.lowerBound >= part.upperBound ? distance : 0
      marked = isBeside ? old.lowerBound + place..<old.upperBound + place : nil
    }
    history.exchange(part, with: EditHistory.letters(new, styles == nil ? nil : looks))
  }

  /// All text is another one; nothing can be undone.
  mutating func reset(_ text: String) { become(TextModel(text)) }

  // MARK: Undo

  /// False when there is nothing to undo.
  mutating func undo() -> Bool {
    guard let step = history.takeUndo() else { return false }
    marked = nil
    apply(step.edit.reversed)
    (anchor, head) = (min(step.before.0, count), min(step.before.1, count))
    return true
  }

  mutating func redo() -> Bool {
    guard let step = history.takeRedo() else { return false }
    marked = nil
    apply(step.edit)
    head = min(step.edit.start + step.edit.new.count, count)
    anchor = head
    return true
  }

  private mutating func apply(_ edit: EditHistory.Edit) {
    let range = edit.start..<(edit.start + edit.old.count)
    changes.note(before: range.lowerBound, behind: count - range.upperBound)
    characters.replaceSubrange(range, with: edit.new.map(\.character))
    ownStyles?.replaceSubrange(range, with: edit.new.map { $0.style ?? TextAttributes() })
    typing = nil
  }

  // MARK: Words and lines

  private enum CharacterKind { case word, space, line, other }

  private func kind(_ index: Int) -> CharacterKind {
    let character = characters[index]
    if character == "_" || character.isLetter || character.isNumber { return .word }
    // An apostrophe or a point between letters or digits is part of the word.
    if "'’.".contains(character), index > 0, index + 1 < count,
      characters[index - 1].isLetter || characters[index - 1].isNumber,
      characters[index + 1].isLetter || characters[index + 1].isNumber
    {
      return .word
    }
    if character.isNewline { return .line }
    return character.isWhitespace ? .space : .other
  }

  /// The beginning of the word that a place is in or behind.
  func wordStart(before place: Int) -> Int {
    var index = min(max(place, 0), count)
    while index > 0, kind(index - 1) == .space || kind(index - 1) == .line { index -= 1 }
    guard index > 0 else { return 0 }
    let kind = kind(index - 1)
    while index > 0, self.kind(index - 1) == kind { index -= 1 }
    return index
  }

  /// The end of the word that a place is in or before.
  func wordEnd(after place: Int) -> Int {
    var index = min(max(place, 0), count)
    while index < count, kind(index) == .space || kind(index) == .line { index += 1 }
    guard index < count else { return count }
    let kind = kind(index)
    while index < count, self.kind(index) == kind { index += 1 }
    return index
  }

  /// The word, space or signs around a place; behind a word's end still that word.
  func word(at place: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    var index = min(max(place, 0), count - 1)
    if index > 0, kind(index) != .word, place <= count, kind(place - 1) == .word { index = place - 1 }
    let kind = kind(index)
    var (start, end) = (index, index + 1)
    while start > 0, self.kind(start - 1) == kind { start -= 1 }
    while end < count, self.kind(end) == kind { end += 1 }
    return start..<end
  }

  /// The paragraph that a place is in, without its line end.
  func paragraph(at place: Int) -> Range<Int> {
    let place = min(max(place, 0), count)
    var (start, end) = (place, place)
    while start > 0, !characters[start - 1].isNewline { start -= 1 }
    while end < count, !characters[end].isNewline { end += 1 }
    return start..<end
  }
}
