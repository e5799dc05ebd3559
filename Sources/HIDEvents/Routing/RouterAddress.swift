/// The address of a router: the path of its Unix socket.
public struct RouterAddress: Hashable, Sendable, CustomStringConvertible {
  /// At most 107 bytes, as for any socket, and with a `/` in it: otherwise the router does not start.
  public var path: String

  /// Takes the path as it is: it is checked when a router listens or an application connects.
  public init(path: String) {
    self.path = path
  }

  /// The usual address: in the user's folder for the session, or otherwise in a folder of the user's in `/tmp`.
  ///
  /// - Parameters:
  ///   - user: the user's number.
  ///   - runtimeFolder: what `XDG_RUNTIME_DIR` is.
  public static func standard(user: UInt32, runtimeFolder: String?) -> RouterAddress {
    if let runtimeFolder, runtimeFolder.hasPrefix("/") {
      return RouterAddress(path: runtimeFolder + "/mainspring/router")
    }
    return RouterAddress(path: "/tmp/mainspring-\(user)/router")
  }

  public var description: String { path }
}
