import HIDEvents
import LinuxSystem
import RunLoopCore

/// The socket that a router listens at: in a private folder, one router for each path.
final class RouterSocket {
  private(set) var descriptor: Int32
  private let path: String
  private let lock: Int32
  /// The owning process: a forked child does not remove the path.
  private let owner = getpid()
  private var isClosed = false

  /// The kernel's queue of connections.
  static let backlog: Int32 = 64

  /// - Parameter isShared: whether other users may connect; the peer's credentials decide which.
  init(at address: RouterAddress, isShared: Bool) throws(RouterError) {
    path = address.path
    guard path.utf8.count <= SocketAddress.longestPath, path.contains("/") else {
      throw .pathTooLong(path: path)
    }
    try Self.prepareFolder(of: path, isShared: isShared)
    guard Self.mayBeRemoved(path) else {
      throw .notListening(path: path, reason: "there is a file of that name, with something in it")
    }
    // Held as long as the process lives: distinguishes a stale path from one in use.
    lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .notListening(path: path, reason: Errno.last.description) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error = Errno.last
      LinuxSystem.close(lock)
      // Without locks, as in a sandbox, nothing is known of other routers.
      guard error.wouldBlock else { throw .notListening(path: path, reason: "flock: \(error)") }
      throw .alreadyRunning(path: path)
    }
    unlink(path)
    do throws(Errno) {
      descriptor = try Socket.listening(
        .packets, at: .path(path), backlog: Self.backlog, permissions: isShared ? 0o666 : 0o600
      ).number
    } catch {
      descriptor = -1
      // From here on, `deinit` closes what is open.
      throw .notListening(path: path, reason: error.description)
    }
  }

  deinit { close() }

  /// Stops listening, and frees the path.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    if getpid() == owner {
      if Self.mayBeRemoved(path) { unlink(path) }
      // A forked child has the file open, too: closing it here would leave the lock held.
      flock(lock, LOCK_UN)
    }
    if descriptor >= 0 { LinuxSystem.close(descriptor) }
    LinuxSystem.close(lock)
  }

  /// Others have closed the descriptor, whose number may be another file's by now.
  func forgetDescriptor() {
    descriptor = -1
  }

  /// A file with something in it is kept. A socket, link or FIFO of that name gives way.
  private static func mayBeRemoved(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG || status.st_size == 0
  }

  private static func prepareFolder(of path: String, isShared: Bool) throws(RouterError) {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let folder = end == path.startIndex ? "/" : String(path[..<end])
    let mode: mode_t = isShared ? 0o711 : 0o700
    if mkdir(folder, mode) != 0, Errno.last != EEXIST {
      throw .noFolder(path: folder, reason: Errno.last.description)
    }
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw .noFolder(path: folder, reason: Errno.last.description) }
    let open: mode_t = isShared ? 0o066 : 0o077
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & open == 0 else {
      throw .notPrivate(path: folder)
    }
  }
}
