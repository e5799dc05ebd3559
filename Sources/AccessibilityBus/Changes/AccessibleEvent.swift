import DBus

/// Something that happened to an object, for who listens.
struct AccessibleEvent: Hashable {
  /// `Object` or `Window`: the end of the interface's name.
  var kind: String
  var name: String
  var detail: String
  /// The number of the element; nil for the application.
  var source: Int?
  var first: Int32 = 0
  var second: Int32 = 0
  var value: DBusValue = .int32(0)

  init(
    _ kind: String, _ name: String, _ detail: String = "", of source: Int?, _ first: Int32 = 0,
    _ second: Int32 = 0, value: DBusValue = .int32(0)
  ) {
    (self.kind, self.name, self.detail, self.source) = (kind, name, detail, source)
    (self.first, self.second, self.value) = (first, second, value)
  }

  /// Programs keep copies of names, states and children, and do not ask again: they get changes without listening.
  var renewsCopies: Bool {
    kind == "Object" && ["PropertyChange", "StateChanged", "ChildrenChanged"].contains(name)
  }

  func message(from path: String) -> DBusMessage {
    .signal(
      path, "\(AccessibleInterfaces.prefix)Event.\(kind)", name,
      [.string(detail), .int32(first), .int32(second), .variant(value), .properties([])])
  }
}
