/// Edits that can be undone. Characters that are typed or deleted one after the other are one step, until the caret is
/// moved.
struct EditHistory {
  enum EditKind {
    case typing, deleting, marking, other
  }

  /// A character with its attributes, if the text has any.
  struct EditLetter {
    var character: Character
    var style: TextAttributes?
  }

  static func letters(_ text: ArraySlice<Character>, _ styles: ArraySlice<TextAttributes>?) -> [EditLetter] {
    guard let styles else { return text.map { EditLetter(character: $0) } }
    return zip(text, styles).map { EditLetter(character: $0, style: $1) }
  }

  /// Replaces `old` at `start` by `new`.
  struct Edit {
    var start: Int
    var old: [EditLetter]
    var new: [EditLetter]

    var reversed: Edit { Edit(start: start, old: new, new: old) }

    /// Leaves out what is the same at both ends.
    mutating func trim() {
      var same = 0
      while same < min(old.count, new.count), old[same].isSame(new[same]) { same += 1 }
      start += same
      old.removeFirst(same)
      new.removeFirst(same)
      while let first = old.last, let second = new.last, first.isSame(second) {
        old.removeLast()
        new.removeLast()
      }
    }
  }

  struct EditStep {
    var edit: Edit
    var kind: EditKind
    /// Anchor and head before it.
    var before: (Int, Int)
  }

  static let mostSteps = 200

  private var done: [EditStep] = []
  private var undone: [EditStep] = []
  private var isOpen = false
  /// How many steps were made and not undone, dropped ones included.
  private(set) var depth = 0

  /// Whether the last step was typed, composed or deleted.
  var isTyping: Bool { done.last.map { $0.kind != .other } ?? false }
  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Lets the next edit be a step of its own.
  mutating func close() { isOpen = false }

  mutating func add(_ edit: Edit, kind: EditKind, selection: (Int, Int)) {
    guard !edit.old.isEmpty || !edit.new.isEmpty else { return }
    undone = []
    if isOpen, let last = done.last, let merged = Self.merge(last, edit, kind) {
      done[done.count - 1] = merged
      // A composition that was given up is no step.
      if merged.edit.old.isEmpty, merged.edit.new.isEmpty {
        done.removeLast()
        depth -= 1
        return close()
      }
    } else {
      done.append(EditStep(edit: edit, kind: kind, before: selection))
      depth += 1
      if done.count > Self.mostSteps { done.removeFirst() }
    }
    isOpen = kind != .other
  }

  /// Both as one step, if they belong together.
  private static func merge(_ last: EditStep, _ edit: Edit, _ kind: EditKind) -> EditStep? {
    var step = last
    switch (last.kind, kind) {
    case (.marking, .marking), (.marking, .typing):
      let place = edit.start - last.edit.start
      guard place >= 0, place + edit.old.count <= last.edit.new.count else { return nil }
      step.edit.new.replaceSubrange(place..<(place + edit.old.count), with: edit.new)
      step.kind = kind
      return step
    case (.typing, .typing):
      // What it replaces is the end of what the last one made.
      guard edit.start + edit.old.count == last.edit.start + last.edit.new.count,
        edit.old.count <= last.edit.new.count
      else { return nil }
      step.edit.new.removeLast(edit.old.count)
      step.edit.new += edit.new
      return step
    case (.deleting, .deleting):
      guard edit.new.isEmpty, last.edit.new.isEmpty else { return nil }
      if edit.start + edit.old.count == last.edit.start {
        step.edit.start = edit.start
        step.edit.old = edit.old + last.edit.old
      } else if edit.start == last.edit.start {
        step.edit.old += edit.old
      } else {
        return nil
      }
      return step
    default: return nil
    }
  }

  mutating func takeUndo() -> EditStep? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    depth -= 1
    return step
  }

  mutating func takeRedo() -> EditStep? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    depth += 1
    return step
  }
}

extension EditHistory.EditLetter {
  /// The same code points, where `==` takes other spellings of a character for the same.
  fileprivate func isSame(_ other: Self) -> Bool {
    style === other.style && character.unicodeScalars.elementsEqual(other.character.unicodeScalars)
  }
}
