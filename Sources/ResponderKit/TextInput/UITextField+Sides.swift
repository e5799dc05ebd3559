/// What is beside a field's text, and what it would say to a keyboard.
struct TextFieldSides {
  var left: UIView?
  var right: UIView?
  var leftMode = UITextField.ViewMode.never
  var rightMode = UITextField.ViewMode.never
  var returnKey = UIReturnKeyType.default
  var correction = UITextAutocorrectionType.default
  var capitalization = UITextAutocapitalizationType.sentences
}

/// What the return key of a keyboard on the screen would say. Without effect here.
public enum UIReturnKeyType: Hashable, Sendable {
  /// The word on the key.
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// Whether words would be corrected. Without effect here: they are not.
public enum UITextAutocorrectionType: Hashable, Sendable {
  /// By the system's choice, never, always.
  case `default`, no, yes
}

/// What a keyboard would begin with a capital letter. Without effect here.
public enum UITextAutocapitalizationType: Hashable, Sendable {
  /// Nothing, each word, each sentence, each letter.
  case none, words, sentences, allCharacters
}

extension UITextField {
  /// A view at the left of the text, in its own size, as `leftViewMode` says.
  public final var leftView: UIView? {
    get { sides.left }
    set { sides.left = newValue }
  }
  /// When `leftView` is shown; never by default.
  public final var leftViewMode: ViewMode {
    get { sides.leftMode }
    set { sides.leftMode = newValue }
  }
  /// A view at the right of the text, in its own size, as `rightViewMode` says. A clear button has its place.
  public final var rightView: UIView? {
    get { sides.right }
    set { sides.right = newValue }
  }
  /// When `rightView` is shown; never by default.
  public final var rightViewMode: ViewMode {
    get { sides.rightMode }
    set { sides.rightMode = newValue }
  }
  /// Without effect.
  public final var returnKeyType: UIReturnKeyType {
    get { sides.returnKey }
    set { sides.returnKey = newValue }
  }
  /// Without effect.
  public final var autocorrectionType: UITextAutocorrectionType {
    get { sides.correction }
    set { sides.correction = newValue }
  }
  /// Without effect.
  public final var autocapitalizationType: UITextAutocapitalizationType {
    get { sides.capitalization }
    set { sides.capitalization = newValue }
  }

  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .always: true
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    }
  }

  /// The room that the views beside the text take.
  final var sideInsets: EdgeInsets {
    EdgeInsets(
      left: isShown(sides.leftMode) ? sides.left?.bounds.width ?? 0 : 0,
      right: isShown(sides.rightMode) ? sides.right?.bounds.width ?? 0 : 0)
  }

  final func sidesChanged(_ old: TextFieldSides) {
    for view in [old.left, old.right] where view !== sides.left && view !== sides.right {
      view?.removeFromSuperview()
    }
    for view in [sides.left, sides.right] {
      if let view, view.superview !== self { addSubview(view) }
    }
    setNeedsLayout()
  }

  final func placeSides() {
    let inset = borderStyle == .none ? 0.0 : 2
    if let left = sides.left {
      let size = left.bounds.size
      left.isHidden = !isShown(sides.leftMode)
      left.frame = Rect(bounds.minX + inset, bounds.midY - size.height / 2, size.width, size.height)
    }
    if let right = sides.right {
      let size = right.bounds.size
      right.isHidden = !isShown(sides.rightMode)
      right.frame = Rect(
        bounds.maxX - inset - size.width, bounds.midY - size.height / 2, size.width, size.height)
    }
  }
}
