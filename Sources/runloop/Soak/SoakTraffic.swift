import LinuxSystem
import RunLoopCore

/// Connections of a Unix socket: the server's end on one loop, the clients' on another.
final class SoakTraffic: @unchecked Sendable {
  let connections = SoakAccount("connections opened", "closed by the client")
  let accepted = SoakAccount("connections accepted", "closed by the server")
  let bytes = SoakAccount("bytes sent", "echoed")
  private let path: String
  private let listener: Socket
  private let leaks: Bool
  private var acceptor: RunLoop.Acceptor?

  /// - Parameters:
  ///   - loop: of the server; the calling thread's one.
  ///   - leaks: keeps a descriptor for each connection.
  init(in folder: String, on loop: RunLoop, leaks: Bool) throws {
    path = folder + "/socket"
    self.leaks = leaks
    do throws(Errno) { listener = try Socket.listening(.stream, at: .path(path), backlog: 128) } catch {
      throw Descriptors.Failure("listening at \(path)", error)
    }
    acceptor = try RunLoop.Acceptor(listener.number, on: loop, mode: .common, label: "soak server") {
      [weak self] in
      self?.serve($0, on: loop) ?? true
    }
  }

  /// On the server's loop's thread.
  func end() {
    acceptor?.invalidate()
    listener.close()
    unlink(path)
  }

  /// Echoes until the end of input.
  private func serve(_ connection: Int32, on loop: RunLoop) -> Bool {
    accepted.begin()
    if leaks { _ = dup(listener.number) }
    let closes = accepted
    return watch(connection, on: loop, "soak echo", ended: { closes.end() }) { bytes in
      _ = Socket(connection).send(bytes)
    }
  }

  /// Sends `count` bytes on a new connection, which is closed when all have come back. Few enough to fit into the socket at once.
  func connect(sending count: Int, on loop: RunLoop) throws {
    let client: Socket
    do throws(Errno) { client = try Socket.connected(.stream, to: .path(path)) } catch {
      // The server's queue is full: another time.
      if error.wouldBlock { return }
      throw Descriptors.Failure("connect", error)
    }
    connections.begin()
    bytes.begin(max(client.send([UInt8](repeating: 7, count: count)), 0))
    client.finishWriting()
    let (echoed, closed) = (bytes, connections)
    guard
      watch(client.number, on: loop, "soak client", ended: { closed.end() }, got: { echoed.end($0.count) })
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
          let count = Socket(descriptor).receive(into: buffer)
          if count > 0 { got(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
          return count == 0 || count < 0 && !Errno.last.wouldBlock
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
