/// Why a router does not start.
public enum RouterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of its socket can not be made or looked at.
  case noFolder(path: String, reason: String)
  /// The folder belongs to another user, or other users may read or write it.
  case notPrivate(path: String)
  /// The path is longer than a socket's address, or has no folder.
  case pathTooLong(path: String)
  /// Another router has the path.
  case alreadyRunning(path: String)
  /// The system refused the socket.
  case notListening(path: String, reason: String)

  public var description: String {
    switch self {
    case .noFolder(let path, let reason): "the folder \(path) can not be used: \(reason)"
    case .notPrivate(let path):
      "\(path) is no private folder: it must be this user's, with the mode 0700 (0711 when other users are allowed)"
    case .pathTooLong(let path): "'\(path)' is longer than a socket's path may be (107 bytes)"
    case .alreadyRunning(let path): "a router listens at \(path) already"
    case .notListening(let path, let reason): "\(path) can not be listened at: \(reason)"
    }
  }
}
