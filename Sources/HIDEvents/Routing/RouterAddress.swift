/// Where a router listens: the path of its Unix socket.
public struct RouterAddress: Hashable, Sendable, CustomStringConvertible {
  public var path: String

  public init(path: String) {
    self.path = path
  }

  /// The usual place: in the user's folder for what lives as long as the session, or else in a folder of the user's in `/tmp`.
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
