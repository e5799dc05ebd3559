/// What is beside a field's text.
struct TextFieldSides {
  struct Side {
    var view: UIView?
    var mode = UITextField.ViewMode.never
  }

  var left = Side()
  var right = Side()
  var placeholder: NSAttributedString?
  var allowsEditingTextAttributes = false
  /// Attributes of all of the text, beside font and color.
  var defaults: TextAttributes?
  var background: UIImage?
  var disabledBackground: UIImage?
  /// In place of the cross that removes the text.
  var clearImages = ByState<UIImage>()
  /// In front of the text of a search field.
  var tokens: TokenRow?
}

/// What the return key of a keyboard on the screen would say. Without effect here.
public enum UIReturnKeyType: Hashable, Sendable {
  /// The word on the key.
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// Whether an input method of the desktop is asked to correct words.
public enum UITextAutocorrectionType: Hashable, Sendable {
  /// `yes` asks; the others leave it to the input method.
  case `default`, no, yes
}

/// What an input method of the desktop begins with a capital letter. The keyboard on the screen begins nothing with one.
public enum UITextAutocapitalizationType: Hashable, Sendable {
  /// Nothing, each word, each sentence, each letter.
  case none, words, sentences, allCharacters
}

extension UITextField {
  /// A view at the left of the text, or at the right where content begins there, in its own size, as `leftViewMode` says.
  public final var leftView: UIView? {
    get { sides.left.view }
    set { sides.left.view = newValue }
  }
  /// When `leftView` is shown; never by default.
  public final var leftViewMode: ViewMode {
    get { sides.left.mode }
    set { sides.left.mode = newValue }
  }
  /// A view at the other side, in its own size, as `rightViewMode` says. A clear button has its place.
  public final var rightView: UIView? {
    get { sides.right.view }
    set { sides.right.view = newValue }
  }
  /// When `rightView` is shown; never by default.
  public final var rightViewMode: ViewMode {
    get { sides.right.mode }
    set { sides.right.mode = newValue }
  }
  /// What is shown while there is no text, with attributes. Parts without a font or a color have those of `placeholder`.
  public final var attributedPlaceholder: NSAttributedString? {
    get { sides.placeholder ?? placeholder.map { NSAttributedString(string: $0) } }
    set {
      placeholder = newValue?.string
      sides.placeholder = newValue.map(NSAttributedString.init(attributedString:))
    }
  }

  final var styledPlaceholder: StyledText? {
    sides.placeholder.map {
      let follows = adjustsFontForContentSizeCategory && UIContentSizeCategory.isUsed
      return StyledText(
        follows ? $0.withFonts(adjustedTo: traitCollection) : $0, font: usedFont,
        color: ControlLooks.placeholder)
    }
  }

  final func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .always: true
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    }
  }

  /// The room that the views beside the text take.
  final var sideInsets: EdgeInsets {
    EdgeInsets(left: width(of: sides.left) + tokenInset, right: width(of: sides.right))
  }

  final func width(of side: TextFieldSides.Side) -> Double {
    isShown(side.mode) ? side.view?.bounds.width ?? 0 : 0
  }

  final func sidesChanged(_ old: TextFieldSides) {
    let (left, right) = (sides.left.view, sides.right.view)
    for view in [old.left.view, old.right.view] where view !== left && view !== right {
      view?.removeFromSuperview()
    }
    for view in [left, right] {
      if let view, view.superview !== self { addSubview(view) }
    }
    if sides.background !== old.background || sides.disabledBackground !== old.disabledBackground {
      setNeedsDisplay()
    }
    setNeedsLayout()
  }

  /// A picture behind the text, stretched to the field, where the border is not round. Nil by default.
  public final var background: UIImage? {
    get { sides.background }
    set { sides.background = newValue }
  }
  /// The picture while the field is not enabled; nil, the default: the same one. Shown only where there is a `background`.
  public final var disabledBackground: UIImage? {
    get { sides.disabledBackground }
    set { sides.disabledBackground = newValue }
  }

  /// Draws the picture behind the text.
  final func drawBackground() {
    guard borderStyle != .roundedRect, let background = sides.background else { return }
    let image = isEnabled ? background : sides.disabledBackground ?? background
    guard image.size.width > 0, image.size.height > 0 else { return }
    Drawing.current?.image(image, in: bounds)
  }

  final func placeSides() {
    placeTokens()
    if let left = sides.left.view {
      left.isHidden = !isShown(sides.left.mode)
      left.frame = leftViewRect(forBounds: bounds)
    }
    if let right = sides.right.view {
      right.isHidden = !isShown(sides.right.mode)
      right.frame = rightViewRect(forBounds: bounds)
    }
  }

  final func place(of side: TextFieldSides.Side, atEnd: Bool, in bounds: Rect) -> Rect {
    let size = side.view?.bounds.size ?? .zero
    let inset = borderStyle == .none ? 0.0 : 2
    let x = atEnd ? bounds.maxX - inset - size.width : bounds.minX + inset
    return mirrored(Rect(x, bounds.midY - size.height / 2, size.width, size.height))
  }
}
