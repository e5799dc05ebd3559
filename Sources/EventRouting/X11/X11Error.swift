/// Why a connection to an X server could not be made, has ended, or can not be used.
public enum X11Error: Error, Hashable, Sendable, CustomStringConvertible {
  /// No name was given, and the environment has none.
  case noDisplay
  /// The text is not the name of a display.
  case badDisplayName(String)
  /// The display is on another machine.
  case remoteDisplay(String)
  /// No server accepts connections at the path; with the error number.
  case cannotConnect(path: String, code: Int32)
  /// The server refused this client, for the reason that it gives.
  case refused(String)
  /// The server did not answer in time.
  case timedOut(String)
  /// The server has ended or closed the connection.
  case lost
  /// The server broke the X protocol.
  case malformed(String)
  /// The server lacks something that is needed.
  case unsupported(String)
  /// The connection was closed by this side.
  case closed
  /// A descriptor could not be made or watched.
  case descriptor(String)

  public var description: String {
    switch self {
    case .noDisplay: "no X display: set DISPLAY, or give a name such as ':0'"
    case .badDisplayName(let name): "'\(name)' is no X display's name: give one such as ':0' or ':0.1'"
    case .remoteDisplay(let name):
      "the display '\(name)' is on another machine: only this machine's are supported, such as ':0' (ssh -X and -Y give "
        + "names of this kind: forward the server's Unix socket instead)"
    case .cannotConnect(let path, let code):
      "no X server answers at \(path) (error number \(code)): is one running, and is DISPLAY right?"
    case .refused(let reason):
      "the X server refused the connection: \(reason); is XAUTHORITY set to the file with its cookie?"
    case .timedOut(let what): "the X server did not answer in time: \(what)"
    case .lost: "the X server has closed the connection"
    case .malformed(let what): "the X server sent what is not the X protocol: \(what)"
    case .unsupported(let what): "the X server has no \(what)"
    case .closed: "the connection to the X server was closed"
    case .descriptor(let what): what
    }
  }
}

/// An error that the server reports for a request: the connection continues.
public struct X11Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// X's number of the error: 3 is Window.
  public let code: UInt8
  /// What this library was doing.
  public let label: String
  /// X's number of the request.
  public let majorOpcode: UInt8
  /// An extension's number of the request.
  public let minorOpcode: UInt16
  /// The identifier or value that was wrong.
  public let value: UInt32

  public var description: String {
    "the X server reports \(name) for '\(label)' (request \(majorOpcode).\(minorOpcode), value \(value))"
  }

  private var name: String {
    let names = [
      "an error 0", "a bad request", "a bad value", "a bad window", "a bad pixmap", "a bad atom",
      "a bad cursor",
      "a bad font", "a bad match", "a bad drawable", "no access", "no memory", "a bad colormap",
      "a bad context",
      "a bad identifier", "a bad name", "a bad length", "no implementation",
    ]
    return Int(code) < names.count ? names[Int(code)] : "error \(code)"
  }
}
