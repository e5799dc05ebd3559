/// The reason why a connection to a Wayland compositor failed or has ended.
public enum WaylandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The environment names no place for compositors' sockets.
  case noDisplay
  /// No compositor accepts connections at the path; with the error number.
  case cannotConnect(path: String, code: Int32)
  /// The compositor did not answer in time.
  case timedOut(String)
  /// The compositor has ended or closed the connection.
  case lost
  /// The compositor broke the Wayland protocol.
  case malformed(String)
  /// The compositor rejected a request, and ends the connection: the interface, its number of the error, and its reason.
  case rejected(interface: String, code: UInt32, reason: String)
  /// The compositor lacks something that is needed.
  case unsupported(String)
  /// A request is longer than compositors take.
  case requestTooLong(Int)
  /// Too much is pending: the compositor seems to have stopped reading.
  case notRead
  /// The connection was closed by this side.
  case closed
  /// A descriptor could not be made or watched.
  case descriptor(String)

  public var description: String {
    switch self {
    case .noDisplay:
      "no Wayland display: set WAYLAND_DISPLAY and XDG_RUNTIME_DIR, or give the path of a compositor's socket"
    case .cannotConnect(let path, let code):
      "no Wayland compositor answers at \(path) (error number \(code)): is one running, and are WAYLAND_DISPLAY and "
        + "XDG_RUNTIME_DIR right?"
    case .timedOut(let what): "the Wayland compositor did not answer in time: \(what)"
    case .lost: "the Wayland compositor has closed the connection"
    case .malformed(let what): "the Wayland compositor sent what is not the protocol: \(what)"
    case .rejected(let interface, let code, let reason):
      "the Wayland compositor rejected a request to \(interface) (error \(code)): \(reason)"
    case .unsupported(let what): "the Wayland compositor has no \(what)"
    case .requestTooLong(let count): "a Wayland request of \(count) bytes is longer than compositors take"
    case .notRead: "the Wayland compositor does not read its requests"
    case .closed: "the connection to the Wayland compositor was closed"
    case .descriptor(let what): what
    }
  }
}
