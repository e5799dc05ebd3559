import DBus

/// The objects of an application by their paths, and how others name them.
final class AccessibleObjects {
  static let rootPath = "/org/a11y/atspi/accessible/root"
  static let cachePath = "/org/a11y/atspi/cache"
  private static let folder = "/org/a11y/atspi/accessible/"
  /// More are left out, as of the tree that tools are shown.
  static let mostElements = 2000

  private(set) weak var application: (any AccessibleApplication)?
  let numbers = ElementNumbers()
  /// This side's name on the bus.
  var busName = ""
  /// The registry's object, which has all applications.
  var desktop = AccessibleObjects.nothing
  /// The number that the registry has given the application.
  var identifier: Int32 = 0

  init(_ application: any AccessibleApplication) { self.application = application }

  // MARK: References

  static let nothing = DBusValue.structure([.string(""), .path("/org/a11y/atspi/null")])
  static let reference = DBusType.structure([.string, .path])

  var root: DBusValue { .structure([.string(busName), .path(Self.rootPath)]) }

  func path(_ element: any AccessibleElement) -> String { "\(Self.folder)\(numbers.number(of: element))" }

  func reference(_ element: any AccessibleElement) -> DBusValue {
    .structure([.string(busName), .path(path(element))])
  }

  func references(_ elements: [any AccessibleElement]) -> DBusValue {
    .array(Self.reference, elements.map { reference($0) })
  }

  /// Of the number in an element's path; the application without one.
  func path(number: Int?) -> String { number.map { "\(Self.folder)\($0)" } ?? Self.rootPath }

  func reference(number: Int) -> DBusValue { .structure([.string(busName), .path(path(number: number))]) }

  /// The registry's name on the bus; nil before it knows the application.
  var registryName: String? {
    let name = desktop.elements?.first?.string
    return name == "" ? nil : name
  }

  // MARK: Calls

  private func find(_ path: String) -> AccessibleObject? {
    if path == Self.rootPath { return AccessibleObject(objects: self, node: .root) }
    if path == Self.cachePath { return AccessibleObject(objects: self, node: .cache) }
    return element(path).map { AccessibleObject(objects: self, node: .element($0)) }
  }

  func element(_ path: String) -> (any AccessibleElement)? {
    guard path.hasPrefix(Self.folder), let number = Int(path.dropFirst(Self.folder.count)) else { return nil }
    return numbers.element(number)
  }

  /// The element with those beside it: a window is beside windows.
  func siblings(of element: any AccessibleElement) -> [any AccessibleElement] {
    element.accessibleParent?.accessibleChildren ?? application?.accessibleWindows ?? []
  }

  /// The answer to another program's call.
  func answer(_ call: DBusMessage) -> DBusMessage {
    DBusObjects<AccessibleObject> { [self] path in find(path).map { ($0, $0.interfaces) } }.answer(call)
  }

  /// All elements, parents before their children, with their places among their siblings.
  func all() -> [(element: any AccessibleElement, index: Int)] {
    all(in: application?.accessibleWindows ?? [])
  }

  /// These elements and those in them, in the same order.
  func all(in elements: [any AccessibleElement]) -> [(element: any AccessibleElement, index: Int)] {
    func numbered(_ elements: [any AccessibleElement]) -> [(element: any AccessibleElement, index: Int)] {
      elements.enumerated().reversed().map { ($0.element, $0.offset) }
    }
    var found: [(element: any AccessibleElement, index: Int)] = []
    var stack = numbered(elements)
    while let next = stack.popLast(), found.count < Self.mostElements {
      found.append(next)
      stack += numbered(next.element.accessibleChildren)
    }
    return found
  }
}
