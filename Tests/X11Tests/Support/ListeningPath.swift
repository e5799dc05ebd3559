import LinuxSystem
import Testing

/// A Unix socket that listens at a path of its own, and accepts nothing until it is asked to.
final class ListeningPath: @unchecked Sendable {
  let path: String
  private let folder: String
  private let socket: Socket

  init(backlog: Int32) throws {
    var template = Array("/tmp/x11-test-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    path = folder + "/X9"
    socket = try Socket.listening(.stream, at: .path(path), backlog: backlog)
  }

  /// Accepts what waits, and closes it.
  func drop() {
    while let connection = try? socket.accept() { connection.close() }
  }

  deinit {
    socket.close()
    unlink(path)
    rmdir(folder)
  }
}
