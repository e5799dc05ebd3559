/// What text views have in common: the text, its caret, and what keys, menus and fingers do with them.
final class TextEditor {
  unowned(unsafe) let host: any TextEditorHost
  /// What the text is for; see UITextInputTraits.swift.
  var traits = TextTraits()
  var model = TextModel() {
    didSet {
      revision &+= 1
      if model.history.depth != registeredSteps, !isTakingBack { registerSteps() }
    }
  }
  /// Has a step for each of the text's.
  private(set) lazy var undoManager = newUndoManager()
  /// How many steps of the text it has.
  var registeredSteps = 0
  private var isTakingBack = false
  /// Counts changes of the text, its selection and its marks.
  private(set) var revision = 0
  let caret = UIView()
  var touchState = TextTouches()
  /// Where the caret wants to be across lines of different lengths.
  private var wantedX: Double?
  private var blink: Alarm?
  /// Whether the view is first responder.
  private(set) var isRunning = false
  /// Whether the delegate was notified that editing began: not in a text that can only be read.
  var isEdited = false
  /// See TextEditor+FirstResponder.swift.
  var nesting = TextNesting()
  /// What the delegate was notified of last; nil: to be notified in any case.
  private var notifiedSelection: Range<Int>? = 0..<0
  /// Shown at the window's lower edge while the text is edited, in place of a keyboard.
  var inputView: UIView?
  /// Shown above that.
  var inputAccessoryView: UIView?
  /// Whether the selection was made by touch, and so has handles.
  var showsHandles = false
  /// At the start and the end of the selection; empty until they are shown.
  var handles: [SelectionHandle] = []
  var menu: (any ShownMenu)?
  /// See TextEditor+Drags.swift and TextEditor+Drops.swift.
  private(set) lazy var drags = TextDrags(self)
  private(set) lazy var drops = TextDrops(self)
  /// Whether an input method that has marked text wants no caret; until the next change.
  var hidesCaret = false { didSet { if hidesCaret != oldValue { showCaret() } } }
  /// Whether the next insertion replaces all of the text, if it is being edited; until the text or the selection changes.
  var clearsOnInsertion = false
  static let blinkInterval: Duration = .milliseconds(500)

  init(_ host: any TextEditorHost) {
    self.host = host
    caret.isHidden = true
    caret.isUserInteractionEnabled = false
  }

  // MARK: The caret

  /// The view has become first responder, or has ceased to be.
  func run(_ isRunning: Bool) {
    self.isRunning = isRunning
    if isRunning { drags.attach() }
    if !isRunning {
      touchState.end()
      showsHandles = false
      hidesCaret = false
      hideMenu()
    }
    showCaret()
    placeHandles()
  }

  /// Shows the caret at once, and lets it blink from now on. It blinks while the view is first responder of an active
  /// application, in the window with the keys, and only then is there a timer.
  func showCaret() {
    let loop = host.home.flatMap { $0.blinksCaret ? $0.application?.loop : nil }
    guard isRunning, host.isEditable, model.selection.isEmpty, !hidesCaret, let loop else {
      blink?.cancel()
      caret.isHidden = true
      return
    }
    caret.isHidden = false
    caret.backgroundColor = host.tintColor
    let alarm =
      blink
      ?? Alarm("caret") { [weak self] in
        guard let self, isRunning, let window = host.home, let application = window.application else {
          return
        }
        guard window.blinksCaret else { return showCaret() }
        caret.isHidden.toggle()
        blink?.set(after: Self.blinkInterval, on: application.loop)
      }
    blink = alarm
    alarm.set(after: Self.blinkInterval, on: loop)
  }

  // MARK: Changes

  func changed(_ isText: Bool, keepsPlace: Bool = false) {
    if !keepsPlace { wantedX = nil }
    if isText { showsHandles = false }
    hideMenu()
    hidesCaret = false
    host.editorChanged()
    if isText || model.selection != notifiedSelection {
      notifiedSelection = model.selection
      limitNesting(host.selectionChanged)
    }
    showCaret()
    placeHandles()
    if isText { limitNesting(host.textChanged) }
  }

  func select(_ range: Range<Int>) {
    let before = model.selection
    if let marked = model.marked, !marked.contains(range) { model.unmark() }
    model.select(range)
    if model.selection != before { clearsOnInsertion = false }
    changed(false)
    publishSelection()
  }

  /// - Parameter isFirst: by the touch with which editing began: an insertion may still replace all of the text.
  func move(to place: Int, extending: Bool, keepsPlace: Bool = false, isFirst: Bool = false) {
    let before = model.selection
    model.unmark()
    model.move(to: place, extending: extending)
    if model.selection != before, !isFirst { clearsOnInsertion = false }
    changed(false, keepsPlace: keepsPlace)
  }

  /// Replaces the text for the program: the delegate is not asked.
  func set(_ text: String) {
    model.reset(host.isMultiline ? text : Self.oneLine(text))
    (notifiedSelection, clearsOnInsertion) = (nil, false)
    changed(false)
  }

  /// Replaces the text with attributes for the program.
  func set(_ text: NSAttributedString) {
    model.become(TextModel(host.isMultiline ? text : Self.oneLine(text)))
    (notifiedSelection, clearsOnInsertion) = (nil, false)
    changed(false)
  }

  static func oneLine(_ text: String) -> String {
    text.contains(where: \.isNewline) ? String(text.map { $0.isNewline ? " " : $0 }) : text
  }

  /// Nil for a range that is not in the text.
  func text(in range: Range<Int>) -> String? {
    range.lowerBound >= 0 && range.upperBound <= model.count ? model.text(in: range) : nil
  }

  /// Whether the delegate agreed.
  @discardableResult
  func replace(_ range: Range<Int>, with text: String) -> Bool {
    let text = host.isMultiline ? text : Self.oneLine(text)
    guard mayChange(range.clamped(to: 0..<model.count), text) else { return false }
    clearsOnInsertion = false
    model.unmark()
    model.replace(range, with: text)
    changed(true)
    return true
  }

  /// What an insertion replaces.
  private var insertionRange: Range<Int> {
    clearsOnInsertion && isRunning ? 0..<model.count : model.marked ?? model.selection
  }

  /// All of the text, if an insertion is to replace it: this time only. Nil: what is marked or selected. It is not selected, as undoing would select it again.
  private func takeAllIfWanted() -> Range<Int>? {
    guard clearsOnInsertion, isRunning else { return nil }
    clearsOnInsertion = false
    model.unmark()
    model.closeStep()
    return 0..<model.count
  }

  func insert(_ text: String) {
    guard host.isEditable else { return }
    if text == "\n", !host.isMultiline { return pressReturn() }
    let text = host.isMultiline ? text : Self.oneLine(text)
    guard mayChange(insertionRange, text) else { return }
    takeTyped { model.insert(text, replacing: $0) }
  }

  /// Inserts a text that keeps its attributes.
  private func insert(_ text: NSAttributedString) {
    let text = host.isMultiline ? text : Self.oneLine(text)
    guard host.isEditable, mayChange(insertionRange, text.string) else { return }
    takeTyped { model.insert(text, replacing: $0) }
  }

  /// What is typed or pasted replaces all of a text that is to be cleared, and a selected token, too.
  private func takeTyped(_ change: (Range<Int>?) -> Void) {
    let all = takeAllIfWanted()
    host.removeSelectedToken()
    change(all)
    changed(true)
  }

  func mark(_ text: String, _ selected: Range<Int>) {
    guard host.isEditable else { return }
    let new = host.isMultiline ? text : Self.oneLine(text)
    // An input method that has nothing to show replaces nothing.
    guard new.isEmpty else {
      return takeTyped { model.setMarked(new, selected: selected, replacing: $0) }
    }
    model.setMarked(new, selected: selected)
    changed(true)
  }

  enum Deletion { case backward, forward, wordBackward, wordForward }

  func delete(_ kind: Deletion) {
    guard host.isEditable, !host.deletesToken(kind == .backward || kind == .wordBackward) else { return }
    var range = model.marked ?? model.selection
    if range.isEmpty {
      let place = model.head
      switch kind {
      case .backward: range = max(place - 1, 0)..<place
      case .forward: range = place..<min(place + 1, model.count)
      case .wordBackward: range = (host.isSecure ? 0 : model.wordStart(before: place))..<place
      case .wordForward: range = place..<(host.isSecure ? model.count : model.wordEnd(after: place))
      }
    }
    guard !range.isEmpty, mayChange(range, "") else { return }
    clearsOnInsertion = false
    model.unmark()
    model.replace(range, with: "", kind: .deleting)
    changed(true)
  }

  // MARK: Messages of the edit menu

  func copy() {
    let range = model.selection
    guard !range.isEmpty, !host.isSecure else { return }
    put(range, on: \.pasteboard)
  }

  func cut() {
    guard host.isEditable, !host.isSecure, !model.selection.isEmpty else { return }
    copy()
    delete(.backward)
  }

  func paste(_ path: KeyPath<UIApplication, UIPasteboard> = \.pasteboard) {
    guard host.isEditable, let board = pasteboard(path) else { return }
    board.readString { [weak self, weak view = host] text in
      guard let self, view?.isFirstResponder == true, let text, !text.isEmpty else { return }
      if host.allowsEditingTextAttributes, let attributed = board.attributedString {
        return insert(attributed)
      }
      let plain = text.withoutObjects
      // One line end would be taken for the return key.
      if !plain.isEmpty { insert(plain == "\n" && !host.isMultiline ? " " : plain) }
    }
  }

  func selectAll() { select(0..<model.count) }

  func undo(_ isRedo: Bool = false) {
    guard host.isEditable else { return }
    if isRedo { undoManager.redo() } else { undoManager.undo() }
  }

  /// Takes a step of the text back for the undo manager, or makes it again.
  func takeBack(_ isRedo: Bool) {
    isTakingBack = true
    let isDone = isRedo ? model.redo() : model.undo()
    registeredSteps = model.history.depth
    isTakingBack = false
    guard isDone else { return }
    clearsOnInsertion = false
    undoManager.registerUndo(withTarget: self) { $0.takeBack(!isRedo) }
    changed(true)
  }

  /// What is selected can be pasted by the middle button.
  func publishSelection() {
    guard !model.selection.isEmpty, !host.isSecure, isRunning else { return }
    put(model.selection, on: \.selectionPasteboard)
  }

  private func put(_ range: Range<Int>, on path: KeyPath<UIApplication, UIPasteboard>) {
    guard let board = pasteboard(path) else { return }
    guard model.styles != nil else { return board.string = model.text(in: range) }
    board.attributedString = model.attributed(host.standardAttributes, in: range)
  }

  private func pasteboard(_ path: KeyPath<UIApplication, UIPasteboard>) -> UIPasteboard? {
    (host.home?.application ?? UIApplication.current)?[keyPath: path]
  }

  // MARK: Moves

  func moveVertically(_ lines: Int, extending: Bool) {
    let x = wantedX ?? host.caretRect(for: model.head).minX
    move(to: host.position(model.head, lines: lines, x: x), extending: extending, keepsPlace: true)
    wantedX = x
  }
}
