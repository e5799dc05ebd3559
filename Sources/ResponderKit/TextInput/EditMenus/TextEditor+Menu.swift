/// The edit menu of a text.
extension TextEditor {
  func hideMenu() {
    menu?.close()
    menu = nil
  }

  /// Shows the edit menu above the selection or the caret, or below it where there is no room.
  func showMenu() {
    hideMenu()
    guard isRunning, host.window != nil else { return }
    let suggested = UIMenu.suggestions(for: host, standardCommands)
    let wanted = host.editMenu(for: model.codeUnits(model.selection), suggested)
    let chosen = wanted ?? UIMenu(children: suggested)
    chosen.findTakers(from: host)
    // The delegate may have ended everything.
    guard isRunning, !chosen.lines.isEmpty else { return }
    hideMenu()
    let animator = MenuAtOnce()
    host.editMenuWillShow(animator)
    if isRunning { show(chosen) }
    animator.finish()
  }

  private func show(_ chosen: UIMenu) {
    hideMenu()
    let shown = ShownEditMenu(
      chosen, for: host, gap: 8 + SelectionHandle.diameter,
      rect: { [weak self] in self?.menuPlace ?? .null }, send: { [weak self] in self?.choose($0) })
    shown?.onClose = { [weak host] in
      let animator = MenuAtOnce()
      host?.editMenuWillEnd(animator)
      animator.finish()
    }
    menu = shown
  }

  /// The selection or the caret, as far as it is seen.
  private var menuPlace: Rect {
    let range = model.selection
    let text = host.caretRect(for: range.lowerBound).union(host.caretRect(for: range.upperBound))
    let shown = text.intersection(host.bounds)
    return shown.isNull ? text : shown
  }

  /// Those that apply.
  private var standardCommands: [UICommand] {
    let hasSelection = !model.selection.isEmpty && !host.isSecure
    let messages: [(String, Selector, Bool)] = [
      ("Cut", UIResponder.cut, hasSelection && host.isEditable), ("Copy", UIResponder.copy, hasSelection),
      ("Paste", UIResponder.paste, host.isEditable), ("Delete", UIResponder.delete, hasSelection),
      ("Select", UIResponder.select, model.count > 0 && model.selection.isEmpty),
      ("Select All", UIResponder.selectAll, model.count > 0 && model.selection != 0..<model.count),
    ]
    return messages.compactMap { title, message, applies in
      applies ? UICommand(title: title, action: message) : nil
    }
  }

  private func choose(_ command: UICommand) {
    guard host.isFirstResponder else { return }
    command.send()
    if command.action == UIResponder.selectAll, isRunning {
      showsHandles = true
      placeHandles()
      showMenu()
    }
  }
}

extension UITextField {
  final func editMenu(for range: NSRange, _ suggested: [UIMenuElement]) -> UIMenu? {
    delegate?.textField(self, editMenuForCharactersIn: range, suggestedActions: suggested)
  }
  final func editMenuWillShow(_ animator: any UIEditMenuInteractionAnimating) {
    delegate?.textField(self, willPresentEditMenuWith: animator)
  }
  final func editMenuWillEnd(_ animator: any UIEditMenuInteractionAnimating) {
    delegate?.textField(self, willDismissEditMenuWith: animator)
  }
}

extension UITextView {
  final func editMenu(for range: NSRange, _ suggested: [UIMenuElement]) -> UIMenu? {
    textDelegate?.textView(self, editMenuForTextIn: range, suggestedActions: suggested)
  }
  final func editMenuWillShow(_ animator: any UIEditMenuInteractionAnimating) {
    textDelegate?.textView(self, willPresentEditMenuWith: animator)
  }
  final func editMenuWillEnd(_ animator: any UIEditMenuInteractionAnimating) {
    textDelegate?.textView(self, willDismissEditMenuWith: animator)
  }
}

extension UITextFieldDelegate {
  /// The suggested menu.
  public func textField(
    _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
  ) -> UIMenu? { nil }
  /// Does nothing.
  public func textField(
    _ textField: UITextField, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
  ) {}
  /// Does nothing.
  public func textField(
    _ textField: UITextField, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
  ) {}
}

extension UITextViewDelegate {
  /// The suggested menu.
  public func textView(
    _ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]
  ) -> UIMenu? { nil }
  /// Does nothing.
  public func textView(
    _ textView: UITextView, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
  ) {}
  /// Does nothing.
  public func textView(
    _ textView: UITextView, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
  ) {}
}
