import LinuxSystem
import RunLoopCore

/// Connections of a Unix socket: the server's end on one loop, the clients' on another.
final class SoakTraffic: @unchecked Sendable {
  let connections = SoakAccount("connections opened", "closed by the client")
  let accepted = SoakAccount("connections accepted", "closed by the server")
  let bytes = SoakAccount("bytes sent", "echoed")
  private let path: String
  private let listener: Int32
  private let leaks: Bool
  private var acceptor: RunLoop.Acceptor?

  /// - Parameters:
  ///   - loop: of the server; the calling thread's one.
  ///   - leaks: keeps a descriptor for each connection.
  init(in folder: String, on loop: RunLoop, leaks: Bool) throws {
    path = folder + "/socket"
    self.leaks = leaks
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    listener = socket(AF_UNIX, kind, 0)
    guard listener >= 0, UnixAddress.with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 128) == 0
    else {
      throw Descriptors.Failure("listening at \(path)")
    }
    acceptor = try RunLoop.Acceptor(listener, on: loop, mode: .common, label: "soak server") { [weak self] in
      self?.serve($0, on: loop) ?? true
    }
  }

  /// On the server's loop's thread.
  func end() {
    acceptor?.invalidate()
    close(listener)
    unlink(path)
  }

  /// Echoes until the end of input.
  private func serve(_ connection: Int32, on loop: RunLoop) -> Bool {
    accepted.begin()
    if leaks { _ = dup(listener) }
    let closes = accepted
    return watch(connection, on: loop, "soak echo", ended: { closes.end() }) { bytes in
      _ = send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Sends `count` bytes on a new connection, which is closed when all have come back. Few enough to fit into the socket at once.
  func connect(sending count: Int, on loop: RunLoop) throws {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let client = socket(AF_UNIX, kind, 0)
    guard client >= 0 else { throw Descriptors.Failure("socket") }
    guard UnixAddress.with(path, { LinuxSystem.connect(client, $0, $1) }) == 0 else {
      let failure = Descriptors.Failure("connect")
      close(client)
      // The server's queue is full: another time.
      if failure.error.wouldBlock { return }
      throw failure
    }
    connections.begin()
    let message = [UInt8](repeating: 7, count: count)
    bytes.begin(max(send(client, message, count, Int32(MSG_NOSIGNAL)), 0))
    shutdown(client, Int32(SHUT_WR))
    let (echoed, closed) = (bytes, connections)
    guard watch(client, on: loop, "soak client", ended: { closed.end() }, got: { echoed.end($0.count) })
    else {
      throw Descriptors.Failure("watching a connection")
    }
  }

  /// Reads until the end of input, and closes the descriptor. False, and it is closed, when it cannot be watched.
  private func watch(
    _ descriptor: Int32, on loop: RunLoop, _ label: String, ended: @escaping @Sendable () -> Void,
    got: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    do throws(RunLoop.PortError) {
      let kept = Kept()
      let source = try RunLoop.DescriptorSource(descriptor, label: label) { _ in
        let isOver = withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
          let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
          if count > 0 { got(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
          return count == 0 || count < 0 && !Errno.last.wouldBlock && !Errno.last.isInterruption
        }
        guard isOver else { return .rearm }
        kept.source?.invalidate()
        kept.source = nil
        close(descriptor)
        ended()
        return .rearm
      }
      kept.source = source
      try loop.add(source, to: .common)
      return true
    } catch {
      close(descriptor)
      return false
    }
  }

  /// Lets a source's closure name the source.
  private final class Kept: @unchecked Sendable {
    var source: RunLoop.DescriptorSource?
  }
}
