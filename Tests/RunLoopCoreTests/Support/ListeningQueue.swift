import LinuxSystem

/// A listening socket without a name in the file system, and its clients.
final class ListeningQueue {
  let socket: Int32
  private let address = SocketAddress.abstract("mainspring-queue-\(UInt64.random(in: 0...UInt64.max))")
  private var clients: [Socket] = []

  init() throws {
    socket = try Socket.listening(.stream, at: address, backlog: 64).number
  }

  deinit {
    for client in clients { client.close() }
    close(socket)
  }

  func connect(_ count: Int) throws {
    for _ in 0..<count { clients.append(try Socket.connected(.stream, to: address)) }
  }
}
