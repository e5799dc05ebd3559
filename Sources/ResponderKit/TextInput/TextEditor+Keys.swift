/// What keys do in a text view.
extension TextEditor {
  /// False for a key that means nothing here.
  func take(_ key: UIKey) -> Bool {
    let flags = key.modifierFlags
    let isShifted = flags.contains(.shift)
    let isCommand = !flags.isDisjoint(with: [.control, .command]) && !key.isThirdLevel
    // With Num Lock the keypad has digits.
    let code = key.characters.isEmpty ? Self.keypad[key.usage] ?? key.usage : key.usage
    if takeMove(code, isShifted, isCommand) { return true }
    switch code {
    case 0x49 where isCommand && !isShifted: copy()
    case 0x2B: return takeTab(isShifted, isCommand)
    // A text that can only be read leaves other keys to the chain.
    case _ where !host.isEditable: return isCommand && takeCommand(key, isShifted)
    case 0x2A: delete(isCommand ? .wordBackward : .backward)
    case 0x4C where isShifted && !isCommand: cut()
    case 0x4C: delete(isCommand ? .wordForward : .forward)
    case 0x49 where isShifted: paste()
    case 0x28, 0x58: insert("\n")
    default: return isCommand ? takeCommand(key, isShifted) : host.insertKey(key)
    }
    return true
  }

  /// Keys of the keypad as what they are without Num Lock.
  private static let keypad: [UInt16: UInt16] = [
    0x5C: 0x50, 0x5E: 0x4F, 0x60: 0x52, 0x5A: 0x51, 0x5F: 0x4A, 0x59: 0x4D, 0x61: 0x4B, 0x5B: 0x4E,
    0x62: 0x49, 0x63: 0x4C,
  ]

  /// To the left (-1) or to the right (1), as the text is seen; out of a selection to its end at that side.
  private func moveSideways(_ step: Int, _ leaves: Bool, byWord: Bool, extending: Bool) {
    let (head, range) = (model.head, model.selection)
    let isForward = (step > 0) != host.isRightToLeft(at: head)
    if byWord {
      let (start, end) = (
        host.isSecure ? 0 : model.wordStart(before: head),
        host.isSecure ? model.count : model.wordEnd(after: head)
      )
      return move(to: isForward ? end : start, extending: extending)
    }
    guard leaves else { return move(to: host.neighbour(of: head, step: step), extending: extending) }
    let (start, end) = (host.caretRect(for: range.lowerBound), host.caretRect(for: range.upperBound))
    let isInOneLine = start.minY == end.minY && start.minX != end.minX
    let takesEnd = isInOneLine ? (end.minX > start.minX) == (step > 0) : isForward
    move(to: takesEnd ? range.upperBound : range.lowerBound, extending: extending)
  }

  private func takeMove(_ code: UInt16, _ extends: Bool, _ isCommand: Bool) -> Bool {
    let (head, range) = (model.head, model.selection)
    let leaves = !extends && !range.isEmpty && !isCommand
    switch code {
    case 0x50: moveSideways(-1, leaves, byWord: isCommand, extending: extends)
    case 0x4F: moveSideways(1, leaves, byWord: isCommand, extending: extends)
    case 0x52: moveVertically(-1, extending: extends)
    case 0x51: moveVertically(1, extending: extends)
    case 0x4B where host.isMultiline: moveVertically(-host.linesPerPage, extending: extends)
    case 0x4E where host.isMultiline: moveVertically(host.linesPerPage, extending: extends)
    case 0x4A: move(to: isCommand ? 0 : host.edge(ofLine: head, isEnd: false), extending: extends)
    case 0x4D: move(to: isCommand ? model.count : host.edge(ofLine: head, isEnd: true), extending: extends)
    default: return false
    }
    publishSelection()
    return true
  }

  /// By the letter on the key, or by where it is on a keyboard whose letters are not Latin.
  private func takeCommand(_ key: UIKey, _ isShifted: Bool) -> Bool {
    var letter = key.charactersIgnoringModifiers.lowercased()
    if letter.utf8.count != 1, let number = UInt8(exactly: Int(key.usage) - 4 + 0x61), number < 0x7B {
      letter = String(Character(Unicode.Scalar(number)))
    }
    switch letter {
    case "a": selectAll()
    case "c": copy()
    case _ where !host.isEditable: return false
    case "x": cut()
    case "v": paste()
    case "z": undo(isShifted)
    case "y": undo(true)
    default: return false
    }
    return true
  }

  private func takeTab(_ isShifted: Bool, _ isCommand: Bool) -> Bool {
    if host.isMultiline, host.isEditable, !isShifted, !isCommand {
      insert("\t")
      return true
    }
    return host.moveFocus(isShifted ? -1 : 1)
  }
}

extension UIView {
  /// Makes the next text input of the window first responder, or the one before, in the order of the tree; whether there is
  /// another one.
  @discardableResult
  final func moveFocus(_ step: Int) -> Bool {
    guard let window = home else { return false }
    var fields: [UIView] = []
    var stack: [UIView] = [window]
    while let view = stack.popLast() {
      guard !view.isHidden, view.isUserInteractionEnabled else { continue }
      if view is any UIKeyInput, view.canBecomeFirstResponder { fields.append(view) }
      stack += view.children.reversed()
    }
    guard fields.count > 1, let own = fields.firstIndex(where: { $0 === self }) else { return false }
    for distance in 1..<fields.count {
      let index = (own + step * distance + fields.count * fields.count) % fields.count
      guard fields[index].becomeFirstResponder() else { continue }
      (fields[index] as? any TextEditorHost)?.focusedByKey()
      return true
    }
    return false
  }
}

extension TextEditorHost {
  /// A field that was reached by a key has all its text selected.
  func focusedByKey() {
    if !isMultiline { editor.selectAll() }
  }
}
