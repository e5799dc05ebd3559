/// A message between programs of a bus.
package struct DBusMessage: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case call = 1
    case reply, error, signal
  }

  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The caller does not want an answer.
    package static let noReply = Flags(rawValue: 1)
    /// The bus does not start a program for it.
    package static let noStart = Flags(rawValue: 2)
  }

  package var kind: Kind
  package var flags: Flags = []
  /// The sender's number of the message; the connection sets it.
  package var serial: UInt32 = 0
  package var path: String?
  package var interface: String?
  package var member: String?
  package var errorName: String?
  /// The serial of the call that this one answers.
  package var replySerial: UInt32?
  package var destination: String?
  /// The sender, which the bus sets.
  package var sender: String?
  package var body: [DBusValue] = []

  package init(_ kind: Kind) { self.kind = kind }

  package static func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: [DBusValue] = [],
    flags: Flags = []
  ) -> DBusMessage {
    var message = DBusMessage(.call)
    (message.destination, message.path, message.interface) = (destination, path, interface)
    (message.member, message.body, message.flags) = (member, body, flags)
    return message
  }

  package static func signal(
    _ path: String, _ interface: String, _ member: String, _ body: [DBusValue] = []
  ) -> DBusMessage {
    var message = DBusMessage(.signal)
    (message.path, message.interface, message.member) = (path, interface, member)
    message.body = body
    return message
  }

  /// The answer to this call.
  package func reply(_ body: [DBusValue] = []) -> DBusMessage {
    var message = DBusMessage(.reply)
    (message.destination, message.replySerial, message.body) = (sender, serial, body)
    return message
  }

  package func failure(_ failure: DBusFailure) -> DBusMessage {
    var message = DBusMessage(.error)
    (message.destination, message.replySerial) = (sender, serial)
    (message.errorName, message.body) = (failure.name, [.string(failure.text)])
    return message
  }

  /// The body's types: `su`.
  package var signature: String { body.map(\.type.text).joined() }

  /// An error message as an error.
  package var asFailure: DBusFailure { DBusFailure(errorName ?? "", body.first?.string ?? "") }

  /// What is wrong with its fields, if anything.
  var fault: String? {
    let hasFields =
      switch kind {
      case .call: path != nil && member != nil
      case .signal: path != nil && interface != nil && member != nil
      case .reply: replySerial != nil
      case .error: replySerial != nil && errorName != nil
      }
    guard hasFields else { return "a message without its fields" }
    for (text, isRight, what) in [
      (path, DBusNames.isPath, "path"), (interface, DBusNames.isInterface, "interface"),
      (member, DBusNames.isMember, "member"), (errorName, DBusNames.isInterface, "error"),
      (destination, DBusNames.isBus, "destination"), (sender, DBusNames.isBus, "sender"),
    ] as [(String?, (String) -> Bool, String)] {
      if let text, !isRight(text) { return "the \(what) '\(text.prefix(100))'" }
    }
    return nil
  }
}
