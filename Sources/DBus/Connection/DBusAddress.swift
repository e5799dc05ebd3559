import LinuxSystem

/// Where a bus is: a Unix socket.
package struct DBusAddress: Hashable, Sendable {
  /// A path in the file system, or a name outside of it.
  package let place: SocketAddress
  /// The address as text, for people.
  package let text: String

  /// The Unix sockets of a list of addresses, in order; other ways to a bus are left out.
  package static func parse(_ list: String) -> [DBusAddress] {
    list.split(separator: ";").compactMap { Self($0) }
  }

  /// `unix:path=/run/bus,guid=…`, `unix:abstract=/tmp/x` or `unix:runtime=yes`.
  private init?(_ text: Substring) {
    guard let colon = text.firstIndex(of: ":"), text[..<colon] == "unix" else { return nil }
    var values: [String: [UInt8]] = [:]
    for pair in text[text.index(after: colon)...].split(separator: ",") {
      guard let equals = pair.firstIndex(of: "="), let value = Self.plain(pair[pair.index(after: equals)...])
      else { return nil }
      values[String(pair[..<equals])] = value
    }
    let name: [UInt8]
    if let path = values["path"] {
      name = path
    } else if let abstract = values["abstract"] {
      name = [0] + abstract
    } else if values["runtime"] == Array("yes".utf8), let folder = Environment.value("XDG_RUNTIME_DIR") {
      name = Array("\(folder)/bus".utf8)
    } else {
      return nil
    }
    guard !name.isEmpty, name != [0], !name.dropFirst().contains(0), SocketAddress.local(name).fits else {
      return nil
    }
    place = .local(name)
    self.text = String(text.prefix(200))
  }

  /// The bytes of a value, whose `%41` stand for others; nil when they do not.
  private static func plain(_ value: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // A number may have a sign, which is no digit.
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16) else {
        return nil
      }
      rest.removeFirst(2)
      bytes.append(code)
    }
    return bytes
  }

  // MARK: The environment

  /// The user's session bus: what the environment says, or else its usual place in the runtime folder, if something is there.
  package static var session: String? {
    if let list = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return list }
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
      access("\(folder)/bus", F_OK) == 0
    else { return nil }
    return "unix:runtime=yes"
  }
}
