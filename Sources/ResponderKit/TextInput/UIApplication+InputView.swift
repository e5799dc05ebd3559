/// What is at a window's lower edge while text is entered.
extension UIApplication {
  /// Shows the first responder's input view, or the keyboard, over the window's other views; or nothing.
  final func updateInputView(of window: UIWindow) {
    let wanted = wantedInputView(of: window)
    let accessory = wantedAccessoryView(of: window, above: wanted)
    Self.replace(&window.shownInputView, with: wanted)
    Self.replace(&window.shownAccessoryView, with: accessory)
    let bounds = window.bounds
    let old = window.inputViewFrame
    var (frame, edge) = (Rect.zero, bounds.maxY)
    if let wanted {
      if let keyboard = wanted as? UIScreenKeyboard, keyboard.isShared,
        let view = window.firstResponder as? UIView
      {
        keyboard.takeStyle(of: view, in: window)
      }
      let fitting = wanted.sizeThatFits(bounds.size).height
      edge -= min(fitting > 0 ? fitting : wanted.bounds.height, bounds.height)
      wanted.place(Rect(minX: bounds.minX, minY: edge, maxX: bounds.maxX, maxY: bounds.maxY))
    }
    if let accessory {
      let lower = edge
      edge -= min(accessory.accessoryHeight(in: bounds.size), edge - bounds.minY)
      accessory.place(Rect(minX: bounds.minX, minY: edge, maxX: bounds.maxX, maxY: lower))
    }
    if wanted != nil || accessory != nil {
      frame = Rect(minX: bounds.minX, minY: edge, maxX: bounds.maxX, maxY: bounds.maxY)
      window.bringToFront([accessory, wanted].compactMap { $0 })
    }
    let isNew = window.sightedResponder !== window.firstResponder
    window.sightedResponder = window.firstResponder
    guard frame != old else {
      if isNew { showFirstResponder(of: window, above: frame) }
      return
    }
    window.inputViewFrame = frame
    window.keyboardMoved()
    window.postInputView(from: old, to: frame, isThere: false)
    window.onInputViewChange?(frame)
    showFirstResponder(of: window, above: frame)
    window.postInputView(from: old, to: frame, isThere: true)
  }

  private func wantedInputView(of window: UIWindow) -> UIView? {
    guard let first = window.firstResponder else { return nil }
    if let view = first.inputView { return view }
    guard showsScreenKeyboard, first is any UIKeyInput,
      (first as? any TextEditorHost)?.isEditable ?? true
    else { return nil }
    let type = (first as? any UITextInputTraits)?.keyboardType ?? .default
    if let keyboard = window.shownInputView as? UIScreenKeyboard, keyboard.isShared, keyboard.type == type {
      return keyboard
    }
    let keyboard = UIScreenKeyboard(type: type)
    keyboard.isShared = true
    return keyboard
  }

  /// The first one of the chain. A first responder in such a view keeps it.
  private func wantedAccessoryView(of window: UIWindow, above inputView: UIView?) -> UIView? {
    guard let first = window.firstResponder else { return nil }
    if let shown = window.shownAccessoryView, (first as? UIView)?.isDescendant(of: shown) == true {
      return shown
    }
    guard let view = first.chain.lazy.compactMap(\.inputAccessoryView).first else { return nil }
    // What can not be there would leave the window again and again.
    return view === inputView || window.isDescendant(of: view) ? nil : view
  }

  private static func replace(_ shown: inout UIView?, with view: UIView?) {
    guard shown !== view else { return }
    shown?.removeFromSuperview()
    shown = view
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

extension UIView {
  /// Its own height as an accessory view; where that is flexible, or constraints make it, the one that the view wants, so that it grows with its
  /// content.
  fileprivate func accessoryHeight(in room: Size) -> Double {
    let wanted = intrinsicContentSize.height
    if autoresizingMask.contains(.flexibleHeight), wanted > 0 { return wanted }
    if autoresizingMask.contains(.flexibleHeight) || !translatesAutoresizingMaskIntoConstraints,
      let height = constrainedHeight(inWidth: room.width)
    {
      return height
    }
    return bounds.height > 0 ? bounds.height : max(sizeThatFits(room).height, 0)
  }

  fileprivate func place(_ frame: Rect) { if self.frame != frame { self.frame = frame } }
}

extension UIWindow {
  /// Puts views over all others, in this order.
  fileprivate func bringToFront(_ views: [UIView]) {
    guard !children.suffix(views.count).elementsEqual(views, by: ===) else { return }
    for view in views { addSubview(view) }
  }
}
