/// Something that an application shows: a window, or an element in one.
package protocol AccessibleElement: AnyObject {
  /// The enclosing element; nil for a window, and for an element that is not shown.
  var accessibleParent: (any AccessibleElement)? { get }
  var accessibleChildren: [any AccessibleElement] { get }
  var accessibleDescription: AccessibleDescription { get }
  var accessibleBox: AccessibleBox { get }
  /// The names of what can be done with it now.
  var accessibleActions: [String] { get }
  func performAccessible(_ action: String) -> Bool
  func takeAccessibleFocus() -> Bool
}

extension AccessibleElement {
  var range: AccessibleRange? { (self as? any AccessibleRangeSource)?.accessibleRange }

  /// Its text, if it has one to read letter by letter: a label's is its name.
  var text: AccessibleText? {
    if let source = self as? any AccessibleTextSource { return source.accessibleText }
    let description = accessibleDescription
    guard description.role == .label || description.role == .heading else { return nil }
    return AccessibleText(description.name)
  }
}

/// The application whose elements are shown.
package protocol AccessibleApplication: AnyObject {
  var accessibleName: String { get }
  /// From front to back.
  var accessibleWindows: [any AccessibleElement] { get }
  /// The element that gets keys.
  var accessibleFocus: (any AccessibleElement)? { get }
}
