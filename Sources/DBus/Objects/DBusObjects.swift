/// The interfaces that every object has.
private enum Standard {
  static let peer = "org.freedesktop.DBus.Peer"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let properties = "org.freedesktop.DBus.Properties"
  static let all = [peer, introspectable, properties]
}

/// Objects that other programs can call: finds the one of a path, and answers for it.
///
/// Every object has the interfaces `Peer`, `Introspectable` and `Properties`, too.
package struct DBusObjects<Object> {
  package typealias Interfaces = (object: Object, interfaces: [DBusInterface<Object>])

  /// The object of a path and its interfaces; nil without one.
  private let find: (String) -> Interfaces?
  /// The last words of the paths below a path.
  private let names: (String) -> [String]

  package init(names: @escaping (String) -> [String] = { _ in [] }, find: @escaping (String) -> Interfaces?) {
    self.find = find
    self.names = names
  }

  /// The answer to a call: its values, or an error.
  package func answer(_ call: DBusMessage) -> DBusMessage {
    do throws(DBusFailure) { return call.reply(try values(for: call)) } catch { return call.failure(error) }
  }

  private func values(for call: DBusMessage) throws(DBusFailure) -> [DBusValue] {
    let path = call.path ?? ""
    let member = call.member ?? ""
    // The program itself is asked, not one of its objects.
    if call.interface == Standard.peer {
      guard member == "Ping" else { throw .unknownMethod("Peer has no \(member)") }
      return []
    }
    let found = find(path)
    let below = names(path)
    guard found != nil || !below.isEmpty else { throw .unknownObject("there is no object \(path)") }
    if member == "Introspect", call.interface ?? Standard.introspectable == Standard.introspectable {
      return [.string(markup(found?.interfaces ?? [], below))]
    }
    guard let found else { throw .unknownInterface("\(path) only has objects below it") }
    if call.interface == Standard.properties { return try properties(call, of: found) }
    var candidates = found.interfaces
    if let interface = call.interface {
      candidates.removeAll { $0.name != interface }
      guard !candidates.isEmpty || interface == Standard.introspectable else {
        throw .unknownInterface("\(path) has no interface \(interface)")
      }
    }
    for interface in candidates {
      guard let method = interface.methods.first(where: { $0.name == member }) else { continue }
      let wanted = method.takes.map(\.type).joined()
      guard call.signature == wanted else {
        throw .invalidArguments("\(member) takes '\(wanted)', and not '\(call.signature)'")
      }
      return try method.call(found.object, call.body)
    }
    throw .unknownMethod("\(path) has no method \(member)")
  }

  // MARK: Properties

  private func properties(_ call: DBusMessage, of found: Interfaces) throws(DBusFailure) -> [DBusValue] {
    let name = call.body.first?.string ?? ""
    switch (call.member ?? "", call.signature) {
    case ("GetAll", "s"):
      let values = try interface(name, of: found).flatMap(\.properties).map { property in
        (property.name, property.get(found.object))
      }
      return [.properties(values)]
    case ("Get", "ss"):
      let property = try property(name, call.body[1].string ?? "", of: found)
      return [.variant(property.get(found.object))]
    case ("Set", "ssv"):
      let property = try property(name, call.body[1].string ?? "", of: found)
      guard let set = property.set else { throw .readOnly("\(property.name) can not be set") }
      let value = call.body[2].content
      guard value.type.text == property.type else {
        throw .invalidArguments("\(property.name) is of type '\(property.type)', not '\(value.type.text)'")
      }
      guard set(found.object, value) else { throw .failed("\(property.name) did not take the value") }
      return []
    case ("GetAll", _), ("Get", _), ("Set", _):
      throw .invalidArguments("Properties takes no '\(call.signature)'")
    default: throw .unknownMethod("Properties has no \(call.member ?? "")")
    }
  }

  /// One interface, or all for an empty name.
  private func interface(_ name: String, of found: Interfaces) throws(DBusFailure) -> [DBusInterface<Object>]
  {
    if name.isEmpty { return found.interfaces }
    let matching = found.interfaces.filter { $0.name == name }
    guard !matching.isEmpty || Standard.all.contains(name) else {
      throw .unknownInterface("there is no interface \(name)")
    }
    return matching
  }

  private func property(
    _ name: String, _ member: String, of found: Interfaces
  ) throws(DBusFailure) -> DBusInterface<Object>.Property {
    let all = try interface(name, of: found).flatMap(\.properties)
    guard let property = all.first(where: { $0.name == member }) else {
      throw .unknownProperty("there is no property \(member)")
    }
    return property
  }

  // MARK: Introspection

  private static var heading: String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    """
  }

  private static var standardInterfaces: [DBusInterface<Object>] {
    [
      DBusInterface(Standard.peer, methods: [.init("Ping") { _, _ in [] }]),
      DBusInterface(
        Standard.introspectable, methods: [.init("Introspect", answers: "xml_data:s") { _, _ in [] }]),
      DBusInterface(
        Standard.properties,
        methods: [
          .init("Get", takes: "interface:s name:s", answers: "value:v") { _, _ in [] },
          .init("GetAll", takes: "interface:s", answers: "values:a{sv}") { _, _ in [] },
          .init("Set", takes: "interface:s name:s value:v") { _, _ in [] },
        ]),
    ]
  }

  private func markup(_ interfaces: [DBusInterface<Object>], _ names: [String]) -> String {
    let parts =
      (Self.standardInterfaces + interfaces).map(\.markup) + names.map { "  <node name=\"\($0)\"/>" }
    return "\(Self.heading)\n<node>\n\(parts.joined(separator: "\n"))\n</node>\n"
  }
}
