/// An interface of objects: what its methods take and do. The same for all objects that have it.
package struct DBusInterface<Object>: Sendable {
  package struct Method: Sendable {
    let name: String
    /// The types of what it takes, and of what it answers.
    let takes: [DBusArgument]
    let answers: [DBusArgument]
    let call: @Sendable (Object, [DBusValue]) throws(DBusFailure) -> [DBusValue]

    /// - Parameters:
    ///   - takes: names and types of what it takes: `index:i`.
    ///   - answers: types of what it answers.
    package init(
      _ name: String, takes: String = "", answers: String = "",
      _ call: @escaping @Sendable (Object, [DBusValue]) throws(DBusFailure) -> [DBusValue]
    ) {
      self.name = name
      self.takes = DBusArgument.list(takes)
      self.answers = DBusArgument.list(answers)
      self.call = call
    }
  }

  package struct Property: Sendable {
    let name: String
    let type: String
    let get: @Sendable (Object) -> DBusValue
    /// False when the object does not take the value.
    let set: (@Sendable (Object, DBusValue) -> Bool)?

    package init(
      _ name: String, _ type: String, set: (@Sendable (Object, DBusValue) -> Bool)? = nil,
      _ get: @escaping @Sendable (Object) -> DBusValue
    ) {
      self.name = name
      self.type = type
      self.get = get
      self.set = set
    }
  }

  package let name: String
  package let methods: [Method]
  package let properties: [Property]

  package init(_ name: String, methods: [Method] = [], properties: [Property] = []) {
    self.name = name
    self.methods = methods
    self.properties = properties
  }

  /// For `Introspect`.
  var markup: String {
    var lines = ["  <interface name=\"\(name)\">"]
    for method in methods {
      lines.append("    <method name=\"\(method.name)\">")
      for (argument, direction) in method.takes.map({ ($0, "in") }) + method.answers.map({ ($0, "out") }) {
        let name = argument.name.isEmpty ? "" : " name=\"\(argument.name)\""
        lines.append("      <arg\(name) type=\"\(argument.type)\" direction=\"\(direction)\"/>")
      }
      lines.append("    </method>")
    }
    for property in properties {
      let access = property.set == nil ? "read" : "readwrite"
      lines.append("    <property name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(access)\"/>")
    }
    return (lines + ["  </interface>"]).joined(separator: "\n")
  }
}
