/// What is at a window's lower edge while text is entered.
extension UIApplication {
  /// Shows the first responder's input view, or the keyboard, over the window's other views; or nothing.
  final func updateInputView(of window: UIWindow) {
    let wanted = wantedInputView(of: window)
    if window.shownInputView !== wanted {
      window.shownInputView?.removeFromSuperview()
      window.shownInputView = wanted
    }
    let bounds = window.bounds
    let old = window.inputViewFrame
    var frame = Rect.zero
    if let wanted {
      let fitting = wanted.sizeThatFits(bounds.size).height
      let height = min(fitting > 0 ? fitting : wanted.bounds.height, bounds.height)
      frame = Rect(bounds.minX, bounds.maxY - height, bounds.width, height)
      if wanted.frame != frame { wanted.frame = frame }
      if wanted.superview !== window || window.children.last !== wanted { window.addSubview(wanted) }
    }
    let isNew = window.sightedResponder !== window.firstResponder
    window.sightedResponder = window.firstResponder
    guard frame != old else {
      if isNew { showFirstResponder(of: window, above: frame) }
      return
    }
    window.inputViewFrame = frame
    window.postInputView(from: old, to: frame, isThere: false)
    window.onInputViewChange?(frame)
    showFirstResponder(of: window, above: frame)
    window.postInputView(from: old, to: frame, isThere: true)
  }

  private func wantedInputView(of window: UIWindow) -> UIView? {
    guard let first = window.firstResponder else { return nil }
    if let view = first.inputView { return view }
    guard showsScreenKeyboard, first is any UIKeyInput else { return nil }
    let type = (first as? UITextField)?.keyboardType ?? .default
    if let keyboard = window.shownInputView as? UIScreenKeyboard, keyboard.isShared, keyboard.type == type {
      return keyboard
    }
    let keyboard = UIScreenKeyboard(type: type)
    keyboard.isShared = true
    return keyboard
  }

  /// Scrolls what is covered into sight, where a scroll view is around it.
  private func showFirstResponder(of window: UIWindow, above frame: Rect) {
    guard frame.height > 0, let view = window.firstResponder as? UIView else { return }
    let covered = view.convert(view.bounds, to: nil).maxY + 8 - frame.minY
    guard covered > 0 else { return }
    var next = view.superview
    while let current = next, !current.scrollUp(by: covered) { next = current.superview }
  }
}
