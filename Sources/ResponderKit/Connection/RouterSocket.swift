import LinuxSystem
import RunLoopCore

/// Why a router that listens is not believed: another user may pretend to be it. Nothing was sent to it.
public enum RouterMistrust: Error, Hashable, Sendable, CustomStringConvertible {
  /// The socket's folder is a symbolic link or no folder.
  case notAFolder(path: String)
  /// The socket's folder belongs to a user that is not trusted.
  case folderOwner(path: String, user: UInt32)
  /// Other users may replace the socket.
  case folderMode(path: String, mode: UInt32)
  /// The process that listens belongs to a user that is not trusted.
  case listener(path: String, user: UInt32, process: Int32)

  public var description: String {
    switch self {
    case .notAFolder(let path):
      "\(path) is a symbolic link or no folder, so the router in it is not trusted: remove it"
    case .folderOwner(let path, let user):
      "the folder \(path) belongs to user \(user), so the router in it is not trusted: remove the folder, or trust that user"
    case .folderMode(let path, let mode):
      "other users may write to the folder \(path) (mode 0\(String(mode, radix: 8))), so the router in it is not trusted: "
        + "give it the mode 0700, or 0711 for a router with other users"
    case .listener(let path, let user, let process):
      "process \(process) of user \(user) listens at \(path), so it is not trusted: end it, or trust that user"
    }
  }
}

/// A socket of the kind that routers listen at.
package enum RouterSocket {
  /// Connects to a router of a trusted user: this one, root, or one of `trusted`.
  ///
  /// The kernel says which user listens; a folder that only a trusted user may write to keeps other users from putting
  /// their own sockets, or links to other sockets, at the path.
  ///
  /// - Returns: nil when no process listens at the path, or too many wait there.
  package static func connect(to path: String, trusting trusted: Set<UInt32> = []) throws(RouterMistrust)
    -> Int32?
  {
    let users = trusted.union([0, geteuid()])
    guard try hasFolder(path, of: users),
      let descriptor = try? Socket.connected(.packets, to: .path(path)).number
    else { return nil }
    // An invalid user when the kernel does not report it.
    let peer = Socket(descriptor).peer
    let user = peer?.user ?? .max
    guard users.contains(user) else {
      LinuxSystem.close(descriptor)
      throw .listener(path: path, user: user, process: peer?.process ?? 0)
    }
    return descriptor
  }

  /// Whether the path's folder is there; throws when others than these users could put something into it.
  static func hasFolder(_ path: String, of users: Set<UInt32>) throws(RouterMistrust) -> Bool {
    let end = path.lastIndex(of: "/")
    let folder = end == nil ? "." : end == path.startIndex ? "/" : String(path[..<end!])
    var status = stat()
    guard lstat(folder, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: folder) }
    guard users.contains(status.st_uid) else { throw .folderOwner(path: folder, user: status.st_uid) }
    guard status.st_mode & 0o022 == 0 else {
      throw .folderMode(path: folder, mode: UInt32(status.st_mode & 0o7777))
    }
    return true
  }

}
