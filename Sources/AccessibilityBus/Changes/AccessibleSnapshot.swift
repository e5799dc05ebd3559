import DBus

/// What was shown at a moment, to be compared with another.
struct AccessibleSnapshot {
  struct Record: Equatable {
    var description: AccessibleDescription
    var children: [Int]
    var value: Double?
    var text: AccessibleText?
    /// The children that are selected; nil where none can be.
    var selected: Set<Int>?
  }

  private(set) var windows: [Int] = []
  private(set) var records: [Int: Record] = [:]
  private(set) var focus: Int?

  init() {}

  init(_ objects: AccessibleObjects) {
    let numbers = objects.numbers
    windows = (objects.application?.accessibleWindows ?? []).map { numbers.number(of: $0) }
    for (element, _) in objects.all() {
      let children = element.accessibleChildren
      let selected = element.selection.map { source in
        children.filter { source.isAccessibleSelected($0) == true }.map { numbers.number(of: $0) }
      }
      records[numbers.number(of: element)] = Record(
        description: element.accessibleDescription, children: children.map { numbers.number(of: $0) },
        value: element.range?.value, text: element.text, selected: selected.map { Set($0) })
    }
    focus = objects.application?.accessibleFocus.map { numbers.number(of: $0) }
  }

  // MARK: Differences

  /// The events that lead from an earlier one to this.
  func events(since old: AccessibleSnapshot, _ reference: (Int) -> DBusValue) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    for window in old.windows where !windows.contains(window) {
      events.append(.init("Window", "Destroy", of: window, value: .string(old.name(window))))
    }
    events += children(old.windows, windows, of: nil, reference)
    for window in windows where !old.windows.contains(window) {
      events.append(.init("Window", "Create", of: window, value: .string(name(window))))
    }
    // A window is active before something in it has the focus.
    events += activity(since: old)
    for (number, record) in records.sorted(by: { $0.key < $1.key }) {
      guard let before = old.records[number], before != record else { continue }
      events += children(before.children, record.children, of: number, reference)
      events += Self.changes(of: number, before, record)
    }
    if focus != old.focus {
      // A removed element needs no event about its focus.
      if let last = old.focus, records[last] != nil {
        events.append(.init("Object", "StateChanged", "focused", of: last, 0))
      }
      if let focus { events.append(.init("Object", "StateChanged", "focused", of: focus, 1)) }
    }
    return events
  }

  private func name(_ number: Int) -> String { records[number]?.description.name ?? "" }

  private func activity(since old: AccessibleSnapshot) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    func isActive(_ window: Int, _ snapshot: AccessibleSnapshot) -> Bool {
      snapshot.records[window]?.description.states.contains(.active) ?? false
    }
    for window in old.windows where isActive(window, old) && !isActive(window, self) {
      events.append(.init("Window", "Deactivate", of: window, value: .string(old.name(window))))
    }
    for window in windows where isActive(window, self) && !isActive(window, old) {
      events.append(.init("Window", "Activate", of: window, value: .string(name(window))))
    }
    return events
  }

  private func children(
    _ before: [Int], _ now: [Int], of parent: Int?, _ reference: (Int) -> DBusValue
  ) -> [AccessibleEvent] {
    guard before != now else { return [] }
    let (old, new) = (Set(before), Set(now))
    let removed = before.enumerated().filter { !new.contains($0.element) }.map { index, child in
      AccessibleEvent(
        "Object", "ChildrenChanged", "remove", of: parent, Int32(clamping: index), value: reference(child))
    }
    let added = now.enumerated().filter { !old.contains($0.element) }.map { index, child in
      AccessibleEvent(
        "Object", "ChildrenChanged", "add", of: parent, Int32(clamping: index), value: reference(child))
    }
    return removed + added
  }

  private static func changes(of number: Int, _ before: Record, _ now: Record) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    if before.description.name != now.description.name {
      let name = DBusValue.string(now.description.name)
      events.append(.init("Object", "PropertyChange", "accessible-name", of: number, value: name))
    }
    if before.description.text != now.description.text {
      let text = DBusValue.string(now.description.text)
      events.append(.init("Object", "PropertyChange", "accessible-description", of: number, value: text))
    }
    if let value = now.value, value != before.value {
      events.append(.init("Object", "PropertyChange", "accessible-value", of: number, value: .double(value)))
    }
    let changed = before.description.states.symmetricDifference(now.description.states)
    // The focus has its own place, behind all others.
    for (state, name) in AccessibleStates.told where changed.contains(state) && state != .focused {
      let isOn = now.description.states.contains(state)
      events.append(.init("Object", "StateChanged", name, of: number, isOn ? 1 : 0))
    }
    if let old = before.selected, let selected = now.selected, old != selected {
      events.append(.init("Object", "SelectionChanged", of: number))
    }
    if let old = before.text, let text = now.text { events += changes(of: number, old, text) }
    return events
  }

  /// One part of the text was replaced: what both texts begin and end with is left out.
  private static func changes(
    of number: Int, _ before: AccessibleText, _ now: AccessibleText
  ) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    let (old, new) = (ScalarText(before.text), ScalarText(now.text))
    if before.text != now.text {
      let start = zip(old.scalars, new.scalars).prefix { $0 == $1 }.count
      let most = min(old.count, new.count) - start
      let end = zip(old.scalars.reversed(), new.scalars.reversed()).prefix(most).prefix { $0 == $1 }.count
      for (text, detail) in [(old, "delete"), (new, "insert")] where text.count - end > start {
        let range = start..<text.count - end
        events.append(
          .init(
            "Object", "TextChanged", detail, of: number, Int32(clamping: start), Int32(clamping: range.count),
            value: .string(text.text(range))))
      }
    }
    let caret = new.offset(ofCharacter: now.selection.upperBound)
    if now.isEditable, caret != old.offset(ofCharacter: before.selection.upperBound) {
      events.append(.init("Object", "TextCaretMoved", of: number, Int32(clamping: caret)))
    }
    if now.selection != before.selection, !(now.selection.isEmpty && before.selection.isEmpty) {
      events.append(.init("Object", "TextSelectionChanged", of: number))
    }
    return events
  }
}
