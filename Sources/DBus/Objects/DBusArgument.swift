/// One of the values that a method takes or answers.
struct DBusArgument: Hashable, Sendable {
  /// May be empty.
  let name: String
  let type: String

  /// `index:i name:s`, or types without names.
  static func list(_ text: String) -> [DBusArgument] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      return DBusArgument(name: parts.count > 1 ? String(parts[0]) : "", type: String(parts.last ?? ""))
    }
  }
}
