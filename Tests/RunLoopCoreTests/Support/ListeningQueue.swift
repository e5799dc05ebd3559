import LinuxSystem
import Testing

/// A listening socket without a name in the file system, and its clients.
final class ListeningQueue {
  let socket = ListeningQueue.make()
  private var clients: [Int32] = []
  private var address = sockaddr_un()
  private var length = socklen_t(MemoryLayout<sockaddr_un>.size)

  init() throws {
    address.sun_family = sa_family_t(AF_UNIX)
    // The kernel chooses an abstract name.
    try #require(with { bind(socket, $0, socklen_t(MemoryLayout<sa_family_t>.size)) } == 0)
    var length = self.length
    try #require(with { getsockname(socket, UnsafeMutablePointer(mutating: $0), &length) } == 0)
    self.length = length
    try #require(listen(socket, 64) == 0)
  }

  deinit {
    for client in clients { close(client) }
    close(socket)
  }

  private static func make() -> Int32 {
    LinuxSystem.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private func with(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }

  func connect(_ count: Int) throws {
    for _ in 0..<count {
      let client = Self.make()
      try #require(with { LinuxSystem.connect(client, $0, length) } == 0)
      clients.append(client)
    }
  }
}
