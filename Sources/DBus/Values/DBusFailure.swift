/// An error that a method answers with: its name, and a sentence for people.
package struct DBusFailure: Error, Hashable, Sendable {
  package var name: String
  package var text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  private static let prefix = "org.freedesktop.DBus.Error."

  package static func failed(_ text: String) -> DBusFailure { .init(prefix + "Failed", text) }
  package static func invalidArguments(_ text: String) -> DBusFailure { .init(prefix + "InvalidArgs", text) }
  package static func unknownObject(_ text: String) -> DBusFailure { .init(prefix + "UnknownObject", text) }
  package static func unknownInterface(_ text: String) -> DBusFailure {
    .init(prefix + "UnknownInterface", text)
  }
  package static func unknownMethod(_ text: String) -> DBusFailure { .init(prefix + "UnknownMethod", text) }
  package static func unknownProperty(_ text: String) -> DBusFailure {
    .init(prefix + "UnknownProperty", text)
  }
  package static func readOnly(_ text: String) -> DBusFailure { .init(prefix + "PropertyReadOnly", text) }
}
