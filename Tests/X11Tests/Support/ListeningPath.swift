import LinuxSystem
import Testing

/// A Unix socket that listens at a path of its own, and accepts nothing until it is asked to.
final class ListeningPath: @unchecked Sendable {
  let path: String
  private let folder: String
  private let socket: Int32

  init(backlog: Int32) throws {
    var template = Array("/tmp/x11-test-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    path = folder + "/X9"
    socket = LinuxSystem.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(socket, backlog) == 0)
  }

  /// Accepts what waits, and closes it.
  func drop() {
    while case let connection = accept(socket, nil, nil), connection >= 0 { close(connection) }
  }

  deinit {
    close(socket)
    unlink(path)
    rmdir(folder)
  }
}
