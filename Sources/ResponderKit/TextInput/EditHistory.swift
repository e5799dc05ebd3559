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

  /// A program, or another view, has replaced a part of the text. What is in a step's characters becomes a part of the step; steps at other
  /// characters are moved. A step of which nothing is left is dropped; one of which the ends were replaced, with those before it.
  mutating func exchange(_ part: Range<Int>, with new: [EditLetter]) {
    isOpen = false
    let dropped = Self.exchange(&done, part, new, \.old, \.new)
    depth = done.isEmpty ? 0 : depth - dropped
    _ = Self.exchange(&undone, part, new, \.new, \.old)
  }

  /// Changes the steps of a list, of which the last one is the next to be taken; how many were dropped.
  ///
  /// - Parameters:
  ///   - taken: what is in the text once a step is taken.
  ///   - present: what is in the text now.
  private static func exchange(
    _ steps: inout [EditStep], _ part: Range<Int>, _ new: [EditLetter],
    _ taken: KeyPath<Edit, [EditLetter]>, _ present: WritableKeyPath<Edit, [EditLetter]>
  ) -> Int {
    let distance = new.count - part.count
    var place = part
    for index in steps.indices.reversed() {
      let (edit, before) = (steps[index].edit, steps[index].before)
      let end = edit.start + edit[keyPath: present].count
      if place.upperBound <= edit.start {
        steps[index].edit.start += distance
      } else if place.lowerBound >= end {
        let change = edit[keyPath: taken].count - edit[keyPath: present].count
        place = place.lowerBound + change..<place.upperBound + change
      } else if place.lowerBound >= edit.start, place.upperBound <= end {
        let own = place.lowerBound - edit.start..<place.upperBound - edit.start
        steps[index].edit[keyPath: present].replaceSubrange(own, with: new)
        // Before the step there was nothing of it.
        guard steps[index].edit.old.isEmpty, steps[index].edit.new.isEmpty else { return 0 }
        steps.remove(at: index)
        return 1
      } else {
        steps.removeFirst(index + 1)
        return index + 1
      }
      steps[index].before = (
        before.0 >= place.upperBound ? before.0 + distance : before.0,
        before.1 >= place.upperBound ? before.1 + distance : before.1
      )
    }
    return 0
  }
}

extension EditHistory.EditLetter {
  /// The same code points with the same attributes.
  fileprivate func isSame(_ other: Self) -> Bool {
    style === other.style && character.isSpelled(as: other.character)
  }
}
