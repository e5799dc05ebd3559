import DBus

/// Children that are selected.
extension AccessibleInterfaces {
  /// An element's children by whether they are selected.
  struct SelectableChildren {
    let source: (any AccessibleSelectionSource)?
    let children: [any AccessibleElement]

    init(_ object: AccessibleObject) {
      source = object.element?.selection
      children = object.children
    }

    var selected: [any AccessibleElement] {
      children.filter { source?.isAccessibleSelected($0) == true }
    }

    func child(_ index: DBusValue) -> (any AccessibleElement)? { Self.member(index, of: children) }

    static func member(_ index: DBusValue, of elements: [any AccessibleElement]) -> (any AccessibleElement)? {
      let index = Int(index.int32 ?? -1)
      return elements.indices.contains(index) ? elements[index] : nil
    }

    /// Whether the child is then as it is wanted.
    func set(_ child: (any AccessibleElement)?, _ isOn: Bool) -> Bool {
      guard let source, let child, let isSelected = source.isAccessibleSelected(child) else { return false }
      return isSelected == isOn || source.selectAccessible(child, isOn)
    }

    /// Selects or deselects several children; false if one of them does not take it.
    func setAll(_ elements: [any AccessibleElement], _ isOn: Bool) -> Bool {
      // Each is tried.
      elements.map { set($0, isOn) }.allSatisfy { $0 }
    }

    func selectAll() -> Bool {
      guard let source, source.accessibleSelectionKind == .several else { return false }
      return setAll(children.filter { source.isAccessibleSelected($0) != nil }, true)
    }
  }

  static let selection = DBusInterface<AccessibleObject>(
    prefix + "Selection",
    methods: [
      .init("GetSelectedChild", takes: "selectedChildIndex:i", answers: "(so)") { object, values in
        let child = SelectableChildren.member(values[0], of: SelectableChildren(object).selected)
        return [child.map { object.objects.reference($0) } ?? AccessibleObjects.nothing]
      },
      .init("SelectChild", takes: "childIndex:i", answers: "b") { object, values in
        let all = SelectableChildren(object)
        return [.boolean(all.set(all.child(values[0]), true))]
      },
      .init("DeselectSelectedChild", takes: "selectedChildIndex:i", answers: "b") { object, values in
        let all = SelectableChildren(object)
        return [.boolean(all.set(SelectableChildren.member(values[0], of: all.selected), false))]
      },
      .init("DeselectChild", takes: "childIndex:i", answers: "b") { object, values in
        let all = SelectableChildren(object)
        return [.boolean(all.set(all.child(values[0]), false))]
      },
      .init("IsChildSelected", takes: "childIndex:i", answers: "b") { object, values in
        let all = SelectableChildren(object)
        return [.boolean(all.child(values[0]).flatMap { all.source?.isAccessibleSelected($0) } ?? false)]
      },
      .init("SelectAll", answers: "b") { object, _ in [.boolean(SelectableChildren(object).selectAll())] },
      .init("ClearSelection", answers: "b") { object, _ in
        let all = SelectableChildren(object)
        return [.boolean(all.setAll(all.selected, false))]
      },
    ],
    properties: [
      .init("NSelectedChildren", "i") { .int32(Int32(clamping: SelectableChildren($0).selected.count)) }
    ])
}
