/// The handles of a selection that was made by touch, and the edit menu.
extension TextEditor {
  /// The farthest distance of a finger from the end of a selection that it drags, in points.
  private static var reach: Double { 22 }

  // MARK: Handles

  /// Shows the handles at both ends of the selection, or hides them.
  func placeHandles() {
    let range = model.selection
    guard showsHandles, isRunning, !range.isEmpty, let parent = caret.superview else {
      for handle in handles { handle.isHidden = true }
      return
    }
    if handles.isEmpty {
      handles = [true, false].map(SelectionHandle.init(isStart:))
      for handle in handles { parent.addSubview(handle) }
    }
    for (handle, position) in zip(handles, [range.lowerBound, range.upperBound]) {
      handle.isHidden = false
      handle.tintColor = host.tintColor
      handle.place(at: host.convert(host.caretRect(for: position), to: parent))
    }
  }

  /// The drag that a finger at a point begins: the position of the other end of the selection, and the distance from the finger
  /// to the text at its own end. Nil away from the handles.
  func handleDrag(at point: Point) -> TextTouches.HandleDrag? {
    let range = model.selection
    guard showsHandles, !range.isEmpty else { return nil }
    let (start, end) = (host.caretRect(for: range.lowerBound), host.caretRect(for: range.upperBound))
    func distance(_ x: Double, _ y: Double) -> Double { max(abs(point.x - x), abs(point.y - y)) }
    let (toStart, toEnd) = (distance(start.midX, start.minY), distance(end.midX, end.maxY))
    guard min(toStart, toEnd) <= Self.reach else { return nil }
    let (caret, fixed) = toStart < toEnd ? (start, range.upperBound) : (end, range.lowerBound)
    return .init(fixed: fixed, offset: Point(caret.midX - point.x, caret.midY - point.y))
  }

  // MARK: The edit menu

  func hideMenu() {
    menu?.removeFromSuperview()
    menu = nil
  }

  /// Shows the edit menu above the selection or the caret, or below it where there is no room.
  func showMenu() {
    hideMenu()
    guard isRunning, let window = host.window else { return }
    let items = menuItems
    guard !items.isEmpty else { return }
    let menu = EditMenu(items)
    let range = model.selection
    let text = host.caretRect(for: range.lowerBound).union(host.caretRect(for: range.upperBound))
    let shown = text.intersection(host.bounds)
    let place = host.convert(shown.isNull ? text : shown, to: window)
    let (size, room) = (menu.sizeThatFits(.zero), window.bounds.inset(by: window.safeAreaInsets))
    let distance = 8 + SelectionHandle.diameter
    let above = place.minY - distance - size.height
    let x = min(
      max(place.midX - size.width / 2, room.minX + 8), max(room.maxX - 8 - size.width, room.minX + 8))
    menu.frame = Rect(
      origin: Point(x, above >= room.minY ? above : place.maxY + distance), size: size)
    window.addSubview(menu)
    self.menu = menu
  }

  private var menuItems: [EditMenu.Entry] {
    let hasSelection = !model.selection.isEmpty && !host.isSecure
    let messages: [(String, Selector, Bool)] = [
      ("Cut", UIResponder.cut, hasSelection && host.isEditable), ("Copy", UIResponder.copy, hasSelection),
      ("Paste", UIResponder.paste, host.isEditable),
      ("Select All", UIResponder.selectAll, model.count > 0 && model.selection != 0..<model.count),
    ]
    return messages.compactMap { title, message, applies in
      guard applies, host.canPerformAction(message, withSender: nil) else { return nil }
      return .init(title: title) { [weak self] in self?.choose(message) }
    }
  }

  private func choose(_ message: Selector) {
    hideMenu()
    guard host.isFirstResponder else { return }
    (host.home?.application ?? UIApplication.current)?.sendAction(message, to: host, from: nil, for: nil)
    if message == UIResponder.selectAll {
      showsHandles = true
      placeHandles()
      showMenu()
    }
  }
}
