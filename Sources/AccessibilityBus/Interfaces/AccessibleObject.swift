import DBus

/// An object that others call: the application, or one of its elements.
struct AccessibleObject {
  enum Node {
    case root, cache
    case element(any AccessibleElement)
  }

  let objects: AccessibleObjects
  let node: Node

  var element: (any AccessibleElement)? { if case .element(let element) = node { element } else { nil } }

  var children: [any AccessibleElement] {
    switch node {
    case .root: objects.application?.accessibleWindows ?? []
    case .cache: []
    case .element(let element): element.accessibleChildren
    }
  }

  var description: AccessibleDescription {
    element?.accessibleDescription
      ?? AccessibleDescription(
        .application, [.enabled, .sensitive, .visible, .showing],
        name: objects.application?.accessibleName ?? "")
  }

  var parent: DBusValue {
    guard let element else { return objects.desktop }
    return element.accessibleParent.map { objects.reference($0) } ?? objects.root
  }

  /// -1 if it is not shown.
  var index: Int32 {
    guard let element else { return -1 }
    return objects.siblings(of: element).firstIndex { $0 === element }.map { Int32($0) } ?? -1
  }

  var interfaces: [DBusInterface<AccessibleObject>] {
    switch node {
    case .root:
      return [
        AccessibleInterfaces.accessible, AccessibleInterfaces.application, AccessibleInterfaces.collection,
      ]
    case .cache: return [AccessibleInterfaces.cache]
    case .element(let element):
      var list = [
        AccessibleInterfaces.accessible, AccessibleInterfaces.component, AccessibleInterfaces.collection,
      ]
      if !element.accessibleActions.isEmpty { list.append(AccessibleInterfaces.action) }
      if element.range != nil { list.append(AccessibleInterfaces.value) }
      if element.selection != nil { list.append(AccessibleInterfaces.selection) }
      if element is any AccessibleTableSource { list.append(AccessibleInterfaces.table) }
      if element.rowInTable != nil { list.append(AccessibleInterfaces.tableCell) }
      if let text = element.text {
        list.append(AccessibleInterfaces.text)
        if text.isEditable { list.append(AccessibleInterfaces.editableText) }
      }
      return list
    }
  }
}
