/// A line of text that can be edited.
open class UITextField: UIControl, UITextInput, UIContentSizeCategoryAdjusting {
  /// Asked before the text changes, and notified afterwards.
  open weak var delegate: (any UITextFieldDelegate)?
  /// The system's font at 17 points by default.
  open var font: UIFont! {
    get { usedFont }
    set { usedFont = newValue ?? UIFont(size: 17) }
  }
  final var usedFont = UIFont(size: 17) {
    didSet {
      guard usedFont != oldValue else { return contentSizeMayHaveChanged() }
      lookChanged(.font, usedFont)
      invalidateIntrinsicContentSize()
      contentSizeMayHaveChanged()
    }
  }
  /// Whether fonts of text styles and scaled ones change their size with the size category. False by default.
  open var adjustsFontForContentSizeCategory = false { didSet { contentSizeMayHaveChanged() } }
  /// Black by default.
  open var textColor: UIColor! {
    get { usedColor }
    set { usedColor = newValue ?? .label }
  }
  final var usedColor = UIColor.label { didSet { colorChanged() } }
  /// Where a text that is narrower than the field stands; natural by default.
  open var textAlignment = NSTextAlignment.natural { didSet { editorChanged() } }
  /// Shown while there is no text.
  open var placeholder: String? {
    didSet {
      if sides.placeholder != nil { sides.placeholder = nil }
      canvas.setNeedsDisplay()
    }
  }
  /// Shows dots, and prevents copying.
  open var isSecureTextEntry = false { didSet { editorChanged() } }
  /// When a button that removes the text is shown; never by default.
  open var clearButtonMode = ViewMode.never { didSet { setNeedsLayout() } }
  /// None by default.
  open var borderStyle = BorderStyle.none {
    didSet {
      setNeedsLayout()
      if sides.background != nil { setNeedsDisplay() }
    }
  }
  final var shownBorder = TextFieldBorder()
  /// Which keys the keyboard on the screen has.
  open var keyboardType = UIKeyboardType.default
  /// Removes the text when editing begins, if the delegate agrees.
  open var clearsOnBeginEditing = false
  /// What is beside the text: see UITextField+Sides.swift.
  final var sides = TextFieldSides() { didSet { sidesChanged(oldValue) } }

  /// How letters become smaller in a field that is too narrow: see UITextField+Fitting.swift.
  final var fitting = TextFieldFitting()

  private(set) final lazy var editor = TextEditor(self)
  final let canvas = TextFieldCanvas()
  private final let clearButton = TextClearButton()
  private final var shown = ""
  /// Where the characters are.
  private(set) final var line = TextLayout.Line(range: 0..<0, carets: [0], height: 0)
  /// How far the text is scrolled to the left.
  private final var scrolled = 0.0

  override func setUpParts() {
    super.setUpParts()
    canvas.field = self
    canvas.clipsToBounds = true
    canvas.isUserInteractionEnabled = false
    canvas.addSubview(editor.caret)
    addSubview(canvas)
    addInteraction(editor.drops.interaction)
    clearButton.isHidden = true
    clearButton.addAction(UIAction { [unowned self] _ in clear() }, for: .touchUpInside)
    addSubview(clearButton)
  }

  // MARK: Text

  /// Never nil; setting it notifies no delegate, and removes all attributes.
  open var text: String? {
    get { editor.model.text }
    set { if newValue != text || newValue == nil || hasAttributes { editor.set(newValue ?? "") } }
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

  private func clear() {
    guard isEnabled, delegate?.textFieldShouldClear(self) ?? true else { return }
    becomeFirstResponder()
    if let row = sides.tokens, row.allowsDeleting { row.removeAll() }
    editor.set("")
    setNeedsLayout()
    textChanged()
  }

  // MARK: First responder

  open override var canBecomeFirstResponder: Bool { isEnabled }
  /// What is shown at the window's lower edge while the field is edited, in place of a keyboard.
  open override var inputView: UIView? {
    get { editor.inputView }
    set { editor.inputView = newValue }
  }
  /// What is shown above that, or above the keyboard, while the field is edited.
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

  open override var isEnabled: Bool {
    didSet {
      if !isEnabled { resignFirstResponder() }
      canvas.setNeedsDisplay()
    }
  }

  // MARK: Touches

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    guard isEnabled, let touch = touches.first else { return }
    if touch.isMiddle { return editor.middleButton(at: touch.location(in: self)) }
    editor.touchBegan(touch)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesMoved(touches, with: event)
    for touch in touches { editor.touchMoved(touch) }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    for touch in touches { editor.touchEnded(touch) }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    for touch in touches { editor.touchCancelled(touch) }
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(
      isElement: true, label: placeholder, value: isSecureTextEntry ? display : editor.model.spoken,
      traits: .textEntry)
  }
  override var takesAccessibilityText: Bool { true }
  override func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    try editor.enter(text, for: name)
  }

  override func activityChanged() { editor.showCaret() }
  override func directionDidChange() { editorChanged() }
  override func contentSizeMayHaveChanged() {
    if adjustsFontForContentSizeCategory { adjustFonts(usedFont) { usedFont = $0 } }
  }
  override func takeKey(_ key: UIKey) -> Bool { isEnabled && editor.take(key) }

  // MARK: Layout

  /// Where the text is while it is not edited.
  open func textRect(forBounds bounds: Rect) -> Rect {
    var rect = borderStyle == .none ? bounds : bounds.insetBy(dx: 7, dy: 2)
    if showsClearButton { rect.size.width = max(rect.width - 24, 0) }
    rect = rect.inset(by: sideInsets)
    return isMirrored ? rect.mirrored(in: bounds) : rect
  }

  /// Where the text is while it is edited; unless overridden, as `textRect`.
  open func editingRect(forBounds bounds: Rect) -> Rect { textRect(forBounds: bounds) }
  /// Where the placeholder is while the field is not edited; unless overridden, as `textRect`.
  open func placeholderRect(forBounds bounds: Rect) -> Rect { textRect(forBounds: bounds) }
  /// Where the button is that removes the text.
  open func clearButtonRect(forBounds bounds: Rect) -> Rect {
    mirrored(Rect(bounds.maxX - 28, bounds.midY - 14, 28, 28))
  }
  /// Where `leftView` is: unless overridden, at its edge in its own size.
  open func leftViewRect(forBounds bounds: Rect) -> Rect { place(of: sides.left, atEnd: false, in: bounds) }
  /// Where `rightView` is: unless overridden, at its edge in its own size.
  open func rightViewRect(forBounds bounds: Rect) -> Rect { place(of: sides.right, atEnd: true, in: bounds) }

  /// Where the text is now.
  private var textPlace: Rect {
    isEditing
      ? editingRect(forBounds: bounds)
      : hasText ? textRect(forBounds: bounds) : placeholderRect(forBounds: bounds)
  }

  private var showsClearButton: Bool { (hasText || hasTokens) && isEnabled && isShown(clearButtonMode) }

  open override func sizeThatFits(_ size: Size) -> Size {
    let text = hasText ? display : placeholder ?? ""
    let width = hasText ? fitting.fullWidth ?? line.width : nil
    let border = borderStyle == .none ? 0.0 : 14
    let styled = hasText ? nil : styledPlaceholder?.size(in: Size(.infinity, .infinity), most: 1)
    return Size(
      (styled?.width ?? width ?? usedFont.width(of: text)) + border + (clearButtonMode == .never ? 2 : 26),
      usedFont.lineHeight + (borderStyle == .none ? 2 : 12))
  }

  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
  override var layoutFont: UIFont? { usedFont }
  override var layoutBaselines: (first: Double, last: Double)? {
    usedFont.baselines(inHeight: usedFont.lineHeight)
  }

  open override func draw(_ rect: Rect) { drawBackground() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    clearButton.isHidden = !showsClearButton
    clearButton.frame = clearButtonRect(forBounds: bounds)
    canvas.frame = textPlace
    if fitting.isWanted { line = fittedLine(of: shown) }
    placeSides()
    showBorder()
    place()
  }

  private var display: String {
    isSecureTextEntry ? String(repeating: "•", count: editor.model.count) : editor.model.text
  }

  final func editorChanged() {
    sides.tokens?.deselect()
    shown = display
    line = fittedLine(of: shown)
    place()
    canvas.setNeedsDisplay()
    if clearButton.isHidden == showsClearButton || canvas.frame != textPlace { setNeedsLayout() }
  }

  /// Scrolls to the caret, and puts it in its place.
  private func place() {
    let (width, end) = (canvas.bounds.width, line.width)
    let caret = caret(editor.model.head)
    if isEditing {
      scrolled = min(max(scrolled, caret + 2 - width), caret)
    } else {
      // The text's beginning is seen.
      scrolled = line.place.isRightToLeft ? end + 2 - width : 0
    }
    scrolled = max(min(scrolled, end + 2 - width), 0)
    let height = min(shownFont.lineHeight, canvas.bounds.height)
    editor.caret.frame =
      ownCaret ?? Rect(origin + caret, canvas.bounds.midY - height / 2, 2, height)
    canvas.setNeedsDisplay()
  }

  final func caret(_ position: Int) -> Double { line.carets[min(max(position, 0), line.carets.count - 1)] }

  /// Where the text begins, in the canvas.
  final var origin: Double {
    let room = canvas.bounds.width - line.width - 2
    guard room > 0 else { return -scrolled }
    switch shownAlignment.resolved(line.place.isRightToLeft) {
    case .center: return room / 2
    case .right: return room
    default: return 0
    }
  }

  open func caretRect(for position: Int) -> Rect { standardCaret(position) }
  /// Where a part of the text is. Overrides have no effect.
  open func selectionRects(for range: Range<Int>) -> [UITextSelectionRect] { standardSelectionRects(range) }

  open func closestPosition(to point: Point) -> Int? {
    TextLayout.nearest(point.x - canvas.frame.minX - origin, line.carets)
  }

  final func drawText() {
    guard let drawing = Drawing.current else { return }
    let y = canvas.bounds.midY - shownFont.lineHeight / 2
    if shown.isEmpty, hasTokens { return }
    if shown.isEmpty, let placeholder = styledPlaceholder {
      let lines = placeholder.lines(in: Size(canvas.bounds.width, .infinity), most: 1)
      let middle = canvas.bounds.midY - lines.size.height / 2
      return lines.draw(
        at: Point(canvas.bounds.minX, middle), width: canvas.bounds.width, shownAlignment, in: drawing)
    }
    if shown.isEmpty {
      drawing.text(
        placeholder ?? "", in: canvas.bounds, font: usedFont, ControlLooks.placeholder,
        alignment: shownAlignment)
      return
    }
    let (range, left) = (editor.model.selection, origin)
    if isEditing, !range.isEmpty {
      for place in line.places(of: range) {
        let box = Rect(left + place.lowerBound, y, place.upperBound - place.lowerBound, shownFont.lineHeight)
        drawing.fill(box, tintColor.withAlphaComponent(0.25))
      }
    }
    let color: UIColor = isEnabled ? textColor : ControlLooks.disabledText
    if let styled = line.styled {
      styled.draw(
        at: Point(left, canvas.bounds.midY - styled.height / 2), in: drawing,
        color: hasAttributes ? nil : color)
    } else {
      line.draw(shown, at: Point(left, y), shownFont, color, in: drawing)
    }
    if let marked = editor.model.marked {
      for place in line.places(of: marked) {
        let width = place.upperBound - place.lowerBound
        drawing.fill(Rect(left + place.lowerBound, y + shownFont.ascender + 2, width, 1), color)
      }
    }
  }
}
