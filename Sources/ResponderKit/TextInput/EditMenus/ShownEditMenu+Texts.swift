/// The edit menu of a text.
extension TextEditor {
  func hideMenu() { menu?.close() }

  /// Shows the edit menu above the selection or the caret, or below it where there is no room.
  func showMenu() {
    hideMenu()
    guard isRunning, host.window != nil else { return }
    let suggested = UIMenu.suggestions(for: host)
    let wanted = host.editMenu(for: model.codeUnits(model.selection), suggested)
    let chosen = wanted ?? UIMenu(children: suggested)
    let commands = chosen.findTakers(from: host)
    // The delegate may have ended everything.
    guard isRunning, !chosen.lines.isEmpty else { return }
    MenuAtOnce.run {
      host.editMenuWillShow($0)
    } then: {
      if isRunning { show(chosen, commands) }
    }
  }

  private func show(_ chosen: UIMenu, _ commands: [UICommand]) {
    hideMenu()
    let shown = ShownEditMenu(
      chosen, for: host, gap: 8 + SelectionHandle.diameter, known: commands,
      rect: { [weak self] in self?.menuPlace ?? .null },
      route: CommandRoute(sends: { [weak self] in self?.choose($0) }))
    // A callee may have ended everything.
    guard isRunning, let shown else {
      shown?.close()
      return MenuAtOnce.run { host.editMenuWillEnd($0) }
    }
    shown.onClose = { [weak self, weak host] in
      self?.menu = nil
      MenuAtOnce.run { host?.editMenuWillEnd($0) }
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

  /// The entries that apply. As in UIKit, texts have no "Delete" unless their class overrides that.
  var standardCommands: [UICommand] {
    let hasSelection = !model.selection.isEmpty && !host.isSecure
    let messages: [(String, Selector, Bool)] = [
      ("Cut", UIResponder.cut, hasSelection && host.isEditable), ("Copy", UIResponder.copy, hasSelection),
      ("Paste", UIResponder.paste, host.isEditable),
      ("Delete", UIResponder.delete, hasSelection && host.overridesDelete),
      ("Select", UIResponder.select, model.count > 0 && model.selection.isEmpty),
      ("Select All", UIResponder.selectAll, model.count > 0 && model.selection != 0..<model.count),
    ]
    return messages.compactMap { title, message, applies in
      applies ? UICommand(title: title, action: message) : nil
    }
  }

  /// Selects the word at the caret; all of a text whose words are secret.
  func selectWord() { select(host.isSecure ? 0..<model.count : model.word(at: model.head)) }

  func deleteSelection() {
    if !model.selection.isEmpty { delete(.backward) }
  }

  private func choose(_ command: UICommand) {
    guard host.isFirstResponder else { return }
    command.send()
    if [UIResponder.select, UIResponder.selectAll].contains(command.action), isRunning {
      showsHandles = true
      placeHandles()
      showMenu()
    }
  }
}
