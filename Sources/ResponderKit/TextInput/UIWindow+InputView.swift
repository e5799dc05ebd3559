/// What is at a window's lower edge while text is entered.
extension UIWindow {
  /// Shows the first responder's input view, or the keyboard, over the other views; or nothing.
  final func updateInputView() {
    let wanted = wantedInputView
    if shownInputView !== wanted {
      shownInputView?.removeFromSuperview()
      shownInputView = wanted
    }
    var frame = Rect.zero
    if let wanted {
      let fitting = wanted.sizeThatFits(bounds.size).height
      let height = min(fitting > 0 ? fitting : wanted.bounds.height, bounds.height)
      frame = Rect(bounds.minX, bounds.maxY - height, bounds.width, height)
      if wanted.frame != frame { wanted.frame = frame }
      if wanted.superview !== self || children.last !== wanted { addSubview(wanted) }
    }
    guard frame != inputViewFrame else { return }
    inputViewFrame = frame
    onInputViewChange?(frame)
    showFirstResponder(above: frame)
  }

  private var wantedInputView: UIView? {
    guard let first = firstResponder else { return nil }
    if let view = first.inputView { return view }
    guard application?.showsScreenKeyboard == true, first is any UIKeyInput else { return nil }
    let type = (first as? UITextField)?.keyboardType ?? .default
    if let keyboard = shownInputView as? UIScreenKeyboard, keyboard.isShared, keyboard.type == type {
      return keyboard
    }
    let keyboard = UIScreenKeyboard(type: type)
    keyboard.isShared = true
    return keyboard
  }

  /// Scrolls what is covered into sight, where a scroll view is around it.
  private func showFirstResponder(above frame: Rect) {
    guard frame.height > 0, let view = firstResponder as? UIView else { return }
    let covered = view.convert(view.bounds, to: nil).maxY + 8 - frame.minY
    guard covered > 0 else { return }
    var next = view.superview
    while let current = next {
      if let scroll = current as? UIScrollView, scroll.isScrollEnabled {
        let offset = scroll.contentOffset
        scroll.setContentOffset(Point(offset.x, offset.y + covered), animated: true)
        return
      }
      next = current.superview
    }
  }
}
