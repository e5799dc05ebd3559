import HIDEvents

/// Lines of text that can be edited, wrapped at its width, and scrolled.
open class UITextView: UIScrollView, UITextInput, UIContentSizeCategoryAdjusting {
  /// The system's font at 17 points by default. When it is set, all of an attributed text has it.
  open var font: UIFont! {
    get { usedFont }
    set { usedFont = newValue ?? UIFont(size: 17) }
  }
  final var usedFont = UIFont(size: 17) {
    didSet {
      lookChanged(usedFont != oldValue, .font, usedFont)
      if usedFont != oldValue { invalidateIntrinsicContentSize() }
      contentSizeMayHaveChanged()
    }
  }
  /// Whether fonts of text styles and scaled ones change their size with the size category. False by default.
  open var adjustsFontForContentSizeCategory = false { didSet { contentSizeMayHaveChanged() } }
  /// Black by default. When it is set, all of an attributed text has it.
  open var textColor: UIColor! {
    get { usedColor }
    set { usedColor = newValue ?? .label }
  }
  final var usedColor = UIColor.label { didSet { colorChanged(from: oldValue) } }
  /// The alignment of lines without a paragraph style; natural by default.
  open var textAlignment = NSTextAlignment.natural { didSet { lookChanged(textAlignment != oldValue) } }
  /// Whether the user may change the text.
  open var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      if !links.detectors.isEmpty { lookChanged(true) }
      placeLinks()
      editor.showCaret()
      if editor.isRunning { reloadInputViews() }
    }
  }
  /// Whether text can be selected; without it the view is not first responder either.
  open var isSelectable = true { didSet { placeLinks() } }
  /// Room between the edges and the text, besides the padding of `textContainer`.
  open var textContainerInset = EdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { editorChanged() }
  }
  /// Made when a program asks for it.
  final var containerStorage: NSTextContainer?

  private(set) final lazy var editor = TextEditor(self)
  final var lines = TextLayout()
  /// The lines for the sizes that the view was asked about.
  final var fitting = FittingLines()
  /// The part of the height that was drawn last.
  final var drawn = 0.0...0.0
  final var laidOutWidth = -1.0
  /// The height for which lines are made, if the container follows that.
  final var laidOutHeight = 0.0
  /// Links, and what the user may do with attributes: see UITextView+Links.swift.
  final var links = TextLinks()
  /// The text for programs that change parts of it, once one has asked for it: see UITextView+Storage.swift.
  final var sync: TextSync?
  /// Whether it is first responder and its text can be edited.
  public final var isEditing: Bool { editor.isRunning && isEditable }

  /// A text view in a superview's coordinates, which shows the text of a container's layout manager, or, without one, a text of its own.
  public init(frame: Rect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    if let textContainer { adopt(textContainer) }
  }
  /// As `init(frame:textContainer:)`, which subclasses override.
  public override convenience init(frame: Rect) { self.init(frame: frame, textContainer: nil) }
  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  override func setUpParts() {
    super.setUpParts()
    backgroundColor = .systemBackground
    addSubview(editor.caret)
    addInteraction(editor.drops.interaction)
    lines.update(TextModel(), look, width: .infinity)
  }

  /// Scrolling dismisses the edit menu.
  open override var bounds: Rect {
    willSet { if newValue.origin != bounds.origin { editor.hideMenu() } }
  }

  final var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  // MARK: Text

  /// Never nil, but Optional as in UIKit. Setting it notifies no delegate, and removes all attributes.
  open var text: String! {
    get { editor.model.text }
    set {
      editor.set(newValue ?? "")
      contentOffset = clamp(contentOffset)
    }
  }

  /// Takes edits back, and what a program registers besides.
  open override var undoManager: UndoHistory? { editor.undoManager }

  open var hasText: Bool { editor.model.count > 0 }
  /// Replaces the selection by the text, as if it were typed.
  open func insertText(_ text: String) { editor.insert(text) }
  /// Removes the selection, or the character before the caret.
  open func deleteBackward() { editor.delete(.backward) }
  /// The text of a range of characters; nil for one that is not in the text.
  open func text(in range: Range<Int>) -> String? { editor.text(in: range) }
  /// Replaces a range of characters, as if the new text were typed.
  open func replace(_ range: Range<Int>, withText text: String) { editor.replace(range, with: text) }
  /// In UTF-16 code units. An empty range is the caret. Only the part that is in the text is selected.
  open var selectedRange: NSRange {
    get { editor.model.codeUnits(editor.model.selection) }
    set { editor.select(editor.model.characters(newValue)) }
  }
  /// In characters. An empty range is the caret.
  open var selectedTextRange: Range<Int>? {
    get { editor.model.selection }
    set { if let newValue { editor.select(newValue) } }
  }
  open var markedTextRange: Range<Int>? { editor.model.marked }
  /// Replaces the marked text, or the selection, by text that may still be replaced.
  open func setMarkedText(_ text: String?, selectedRange: Range<Int>) {
    editor.mark(text ?? "", selectedRange)
  }
  /// Keeps the marked text as it is.
  open func unmarkText() {
    editor.model.unmark()
    editorChanged()
  }
  /// The number of characters.
  open var endOfDocument: Int { editor.model.count }

  /// Where the lines of a part of the text are. Overrides have no effect.
  open func selectionRects(for range: Range<Int>) -> [UITextSelectionRect] { standardSelectionRects(range) }

  /// Scrolls as little as is needed to show a range of UTF-16 code units.
  open func scrollRangeToVisible(_ range: NSRange) { scrollRangeToVisible(editor.model.characters(range)) }

  /// Scrolls as little as is needed to show a range of characters.
  open func scrollRangeToVisible(_ range: Range<Int>) {
    layOutText()
    scrollRectToVisible(
      caretRect(for: range.lowerBound).union(caretRect(for: range.upperBound)), animated: false)
  }

  // MARK: First responder

  override var layoutFont: UIFont? { font }
  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }
  /// What is shown at the window's lower edge while the text is edited, in place of a keyboard.
  open override var inputView: UIView? {
    get { editor.inputView }
    set { editor.inputView = newValue }
  }
  /// What is shown above that, or above the keyboard, while the text is edited.
  open override var inputAccessoryView: UIView? {
    get { editor.inputAccessoryView }
    set { editor.inputAccessoryView = newValue }
  }

  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    editor.becomeFirstResponder { super.becomeFirstResponder() }
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    editor.resignFirstResponder { super.resignFirstResponder() }
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    editor.endUnlessFirstResponder()
  }

  // MARK: Touches

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard canBecomeFirstResponder, let touch = touches.first else {
      return super.touchesBegan(touches, with: event)
    }
    if touch.isMiddle { return editor.middleButton(at: touch.location(in: self)) }
    editor.touchBegan(touch)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches { editor.touchMoved(touch) }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches { editor.touchEnded(touch) }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches { editor.touchCancelled(touch) }
  }

  /// A pointer selects, and a finger that holds the caret moves that: both do not scroll.
  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    if recognizer === panGestureRecognizer, editor.touchState.touch != nil {
      if case .none = editor.touchState.drag {} else { return false }
      if editor.touchState.handle != nil { return false }
    }
    return super.gestureRecognizerShouldBegin(recognizer)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: editor.model.spoken, traits: .textEntry)
  }
  override var takesAccessibilityText: Bool { true }
  override func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    try editor.enter(text, for: name)
  }

  override func activityChanged() { editor.showCaret() }
  override func directionDidChange() { laidOutWidth = -1 }
  override func contentSizeMayHaveChanged() {
    if adjustsFontForContentSizeCategory { adjustFonts(usedFont) { usedFont = $0 } }
  }
  override func takeKey(_ key: UIKey) -> Bool { editor.take(key) }

  /// Links have the tint color.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    lookChanged(links.attributes == nil && shownModel.hasLinks)
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutText()
    if bounds.minY < drawn.lowerBound || bounds.maxY > drawn.upperBound { setNeedsDisplay() }
  }

  open override func sizeThatFits(_ size: Size) -> Size { fittingSize(size.width) }

  /// As large as its text while it does not scroll; then it is as high as its width makes it.
  open override var intrinsicContentSize: Size {
    isScrollEnabled ? super.intrinsicContentSize : fittingSize(0)
  }
  override var layoutHeightFollowsWidth: Bool { !isScrollEnabled }
  /// While it does not scroll, constraints make it as large as its text.
  open override var isScrollEnabled: Bool {
    didSet {
      guard isScrollEnabled != oldValue else { return }
      fitting = FittingLines()
      if containerStorage != nil { containerChanged() }
      invalidateIntrinsicContentSize()
    }
  }

  final func editorChanged() {
    // Handlers of the storage may ask for places.
    laidOutWidth = -1
    updateStorage(notifies: false)
    laidOutWidth = -1
    layOutText()
    // What others change does not scroll.
    if editor.isRunning, isScrollEnabled, sync?.isTaking != true {
      scrollRectToVisible(caretRect(for: editor.model.head).insetBy(dx: 0, dy: -2), animated: false)
    }
  }

  open func caretRect(for position: Int) -> Rect {
    let line = lines.line(of: position)
    // Behind the last line that is shown it is at the end of that.
    if line >= mostLines { return caretAtEnd(of: mostLines - 1) }
    return Rect(
      textInset.left + lines.x(of: position), textInset.top + lines.lines[line].top, 2,
      lines.lines[line].height)
  }

  open func closestPosition(to point: Point) -> Int? {
    guard point.isFinite else { return nil }
    let place = Point(point.x - textInset.left, point.y - textInset.top)
    let line = min(lines.line(at: place), mostLines - 1)
    return lines.position(x: point.x - textInset.left, line: line)
  }

  /// A part above and below what is seen is drawn, too, so that not each step of a scroll draws.
  open override func draw(_ rect: Rect) { drawText() }
}

extension UITextView: TextEditorHost {
  final var isMultiline: Bool { true }
  final var isSecure: Bool { false }
  final func allowEditing() { isEditable = true }
  final var linesPerPage: Int { max(PixelRect.whole(bounds.height / usedFont.lineHeight) - 1, 1) }

  final var mayBeginEditing: Bool { textDelegate?.textViewShouldBeginEditing(self) ?? true }
  final var mayEndEditing: Bool { textDelegate?.textViewShouldEndEditing(self) ?? true }

  final func editingBegan() {
    setNeedsDisplay()
    editor.limitNesting {
      textDelegate?.textViewDidBeginEditing(self)
      post(Self.textDidBeginEditingNotification)
    }
  }

  final func editingEnded() {
    setNeedsDisplay()
    editor.limitNesting {
      textDelegate?.textViewDidEndEditing(self)
      post(Self.textDidEndEditingNotification)
    }
  }

  final func mayChange(_ range: Range<Int>, _ text: String) -> Bool {
    guard let textDelegate else { return true }
    let units = editor.model.codeUnits(range)
    return textDelegate.textView(self, shouldChangeTextIn: range, replacementText: text)
      && textDelegate.textView(self, shouldChangeTextIn: units, replacementText: text)
  }
  final func selectionChanged() { textDelegate?.textViewDidChangeSelection(self) }
  final func textChanged() {
    textDelegate?.textViewDidChange(self)
    post(Self.textDidChangeNotification)
  }
  final func returnPressed() {}

  final func position(_ position: Int, lines count: Int, x: Double) -> Int {
    let line = lines.line(beside: lines.line(of: position), rows: count, x: x - textInset.left)
    if line < 0 { return 0 }
    if line >= lines.lines.count { return editor.model.count }
    return lines.position(x: x - textInset.left, line: line)
  }

  final func neighbour(of position: Int, step: Int) -> Int { lines.neighbour(of: position, step: step) }
  final func isRightToLeft(at position: Int) -> Bool { lines.isRightToLeft(at: position) }
  final func box(of character: Int) -> Rect {
    lines.box(of: character).offsetBy(dx: textInset.left, dy: textInset.top)
  }

  final func edge(ofLine position: Int, isEnd: Bool) -> Int {
    let index = lines.line(of: position)
    return isEnd ? lines.end(of: index) : lines.lines[index].range.lowerBound
  }

  /// Moves the selected text to the pasteboard. Secure text stays.
  public final func cut() { editor.cut() }
  /// Copies the selected text to the pasteboard, unless it is secure.
  public final func copy() { editor.copy() }
  /// Replaces the selection by the text of the pasteboard, once that has come.
  public final func paste() { editor.paste() }
  /// Selects all of the text.
  public final func selectAll() { editor.selectAll() }
  /// Takes the last edit back.
  public final func undo() { editor.undo() }
  /// Makes the edit again that was taken back last.
  public final func redo() { editor.undo(true) }
}
