/// A field for what is searched, with a sign, and with tokens in front of its text.
///
/// The first press of the delete key in front of the text selects the last token, and the next one deletes it; a finger selects any of them. What the user deletes
/// or replaces is an `editingChanged`. Positions and ranges of the text do not count tokens: those have the positions in front of it, which are
/// negative.
open class UISearchTextField: UITextField {
  override class var standardHitTestClass: UIView.Type { UISearchTextField.self }

  override func setUpParts() {
    super.setUpParts()
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 10
    leftView = SearchSign(frame: Rect(0, 0, 30, 36))
    leftViewMode = .always
    clearButtonMode = .whileEditing
  }

  private final var shownRow: TokenRow? { sides.tokens }
  private final var row: TokenRow {
    if let row = shownRow { return row }
    let row = TokenRow(frame: .zero)
    row.onTap = { [weak self] token in self?.select(token) }
    addSubview(row)
    sides.tokens = row
    return row
  }

  /// What is in front of the text, in this order. Setting it notifies no delegate.
  public final var tokens: [UISearchToken] {
    get { shownRow?.tokens ?? [] }
    set {
      guard sides.tokens != nil || !newValue.isEmpty else { return }
      row.set(newValue)
      tokensChanged()
      (superview as? UISearchBar)?.follower?.tokensSet()
    }
  }

  /// The color behind tokens that are not selected; nil, the default: a gray.
  public final var tokenBackgroundColor: UIColor! {
    get { shownRow?.color ?? .secondarySystemFill }
    set { row.color = newValue }
  }

  /// Whether the user can delete tokens; true by default.
  public final var allowsDeletingTokens: Bool {
    get { sides.tokens?.allowsDeleting ?? true }
    set { row.allowsDeleting = newValue }
  }

  /// Inserts a token before another one, or behind the last one. An index beyond these is that of the nearest.
  public final func insertToken(_ token: UISearchToken, at tokenIndex: Int) {
    var new = tokens
    new.insert(token, at: min(max(tokenIndex, 0), new.count))
    tokens = new
  }

  /// Removes a token; without effect where there is none.
  public final func removeToken(at tokenIndex: Int) {
    guard tokens.indices.contains(tokenIndex) else { return }
    tokens.remove(at: tokenIndex)
  }

  /// The position of a token, in front of the text: -1 of the last one.
  public final func positionOfToken(at tokenIndex: Int) -> Int { tokenIndex - tokens.count }

  /// The tokens in a range of positions.
  public final func tokens(in textRange: Range<Int>) -> [UISearchToken] {
    let tokens = tokens
    return tokens.enumerated().filter { textRange.contains($0.offset - tokens.count) }.map(\.element)
  }

  /// The range of the text, without tokens.
  public final var textualRange: Range<Int> { 0..<endOfDocument }

  /// Deletes a part of the text, and inserts a token. No delegate is notified.
  public final func replaceTextualPortion(
    of textRange: Range<Int>, with token: UISearchToken, at tokenIndex: Int
  ) {
    let range = textRange.clamped(to: textualRange)
    var letters = Array(text ?? "")
    letters.removeSubrange(range)
    text = String(letters)
    insertToken(token, at: tokenIndex)
  }

  private final func select(_ token: UISearchToken) {
    guard isEnabled, isFirstResponder || becomeFirstResponder() else { return }
    // What is selected is the token, and no text.
    let model = editor.model
    if !model.selection.isEmpty || model.marked != nil { editor.move(to: model.head, extending: false) }
    row.select(token)
    editor.hidesCaret = true
  }

  override var accessibilityDefault: AccessibilityDefault {
    var standard = super.accessibilityDefault
    let parts = tokens.map(\.text) + [standard.value ?? ""].filter { !$0.isEmpty }
    if !tokens.isEmpty { standard.value = parts.joined(separator: ", ") }
    return standard
  }
}

extension UITextField {
  /// The tokens were set, or the user has deleted some.
  final func tokensChanged() {
    sides.tokens?.setNeedsLayout()
    setNeedsLayout()
    editorChanged()
  }

  final var hasTokens: Bool { sides.tokens?.isEmpty == false }

  /// The room that tokens take in front of the text: so much is left for that.
  final var tokenWidth: Double {
    guard let row = sides.tokens, hasTokens else { return 0 }
    return row.width(in: max(bounds.width - 120, 0))
  }

  /// The same with the room in front of them.
  final var tokenInset: Double {
    hasTokens ? tokenWidth + max(8 - width(of: sides.left), 0) : 0
  }

  /// Shows the tokens behind the view at the left.
  final func placeTokens() {
    guard let row = sides.tokens else { return }
    let left = width(of: sides.left)
    let height = min(TokenRow.height, bounds.height)
    row.frame = mirrored(
      Rect(bounds.minX + max(left, 8), bounds.midY - height / 2, tokenWidth, height))
  }

  // MARK: As a host of an editor

  final func deletesToken(_ isBackward: Bool) -> Bool {
    guard let row = sides.tokens, hasTokens else { return false }
    if row.hasSelection {
      if row.allowsDeleting {
        removeSelectedToken()
        tokensChanged()
        textChanged()
      }
      return true
    }
    let model = editor.model
    guard isBackward, model.selection.isEmpty, model.marked == nil, model.head == 0 else { return false }
    row.selectLast()
    editor.hidesCaret = true
    return true
  }

  /// What is typed replaces a token that is selected.
  final func removeSelectedToken() {
    guard let row = sides.tokens, row.hasSelection, row.allowsDeleting else { return }
    row.removeSelected()
  }
}

extension TextEditorHost {
  func deletesToken(_ isBackward: Bool) -> Bool { false }
  func removeSelectedToken() {}
}

/// The magnifying glass before the text.
final class SearchSign: UIView {
  override class var standardHitTestClass: UIView.Type { SearchSign.self }

  /// A program's picture in its place; nil: none.
  var image: UIImage? { didSet { if image !== oldValue { setNeedsDisplay() } } }

  override func draw(_ rect: Rect) {
    if let image {
      let place = image.place(around: bounds.center, longest: 24, grows: false)
      Drawing.current?.image(image, in: place, tint: ControlLooks.sign, automatic: .alwaysOriginal)
      return
    }
    Drawing.current?.sign("magnifyingglass", at: bounds.center, size: 16, ControlLooks.sign)
  }
}
