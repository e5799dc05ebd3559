/// Why bytes, a message or a connection could not be used.
package enum DBusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The other side broke the protocol.
  case malformed(String)
  /// A value does not fit the type or name that it is sent as.
  case mismatched(String)
  /// A message or a part of it is longer than the protocol allows.
  case tooLong(Int)
  /// No usable address.
  case noAddress(String)
  /// No bus accepts connections at the address; with the error number.
  case cannotConnect(String, code: Int32)
  /// The bus does not let this user in.
  case refused(String)
  /// The bus has ended or closed the connection.
  case lost
  /// Too much is pending: the bus seems to have stopped reading.
  case notRead
  /// This side has closed the connection.
  case closed
  /// No answer came in time.
  case timedOut
  /// The called object answered with an error.
  case failed(DBusFailure)

  package var description: String {
    switch self {
    case .malformed(let what): "the bus sent what is not the protocol: \(what)"
    case .mismatched(let what): "a value can not be sent: \(what)"
    case .tooLong(let count): "a message or array of \(count) bytes is longer than D-Bus allows"
    case .noAddress(let text): "no usable address of a bus: '\(text.prefix(200))'"
    case .cannotConnect(let place, let code): "no bus answers at \(place) (error number \(code))"
    case .refused(let reason): "the bus refuses the connection: \(reason.prefix(200))"
    case .lost: "the bus has closed the connection"
    case .notRead: "the bus does not read its messages"
    case .closed: "the connection to the bus was closed"
    case .timedOut: "no answer came in time"
    case .failed(let failure): "\(failure.name): \(failure.text)"
    }
  }
}
