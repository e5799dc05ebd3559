import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

/// A socket that accepts connections, on one loop's thread.
///
///     let listener = try Listener(at: .tcp("127.0.0.1", port: 8080)) { connection in
///       try? connection.start(.init(received: { connection, bytes in connection.write(bytes) }))
///     }
///
/// When the process has no descriptor left, the listener rests and tries again, after ten milliseconds at first, and
/// at most a second later; clients that connect meanwhile wait in the kernel's queue, and the loop does not spin. It rests also when a
/// connection that `accepted` started cannot be watched yet; that connection is kept, and tries again itself.
///
/// A listener whose socket was closed by others ends: it is no longer open, and does not touch another descriptor with the socket's number.
///
/// Use it on the loop's own thread only. It lives until it is closed, or the loop's thread ends.
public final class Listener: @unchecked Sendable {
  /// The address it listens at, with the port that the kernel chose for port 0.
  public let address: Address
  private let loop: RunLoop
  private let mode: RunLoop.Mode
  private let label: String
  /// -1 when it is closed.
  private var socket: Int32
  private let buffer = ReadBuffer()
  private let timeOuts: Connection.TimeOuts
  private var file: SocketFile?
  /// Kept by the loop, and keeps the listener.
  private weak var acceptor: RunLoop.Acceptor?
  private var accepted: ((Connection) -> Void)?
  private var failed: ((NetError) -> Void)?
  /// Why a connection that was accepted is not watched yet.
  private var shortage: NetError?

  /// Begins to listen at once.
  ///
  /// - Parameters:
  ///   - loop: the calling thread's own.
  ///   - accepted: gets each new connection, which it starts, or releases and so closes.
  ///   - timeOuts: the limits of each connection.
  ///   - failed: called when the listener has to rest, or has ended because others closed its socket, with the reason.
  public init(
    at address: Address, backlog: Int32 = 1024, on loop: RunLoop = .current, mode: RunLoop.Mode = .default,
    label: String = "listener", timeOuts: Connection.TimeOuts = .init(), failed: ((NetError) -> Void)? = nil,
    accepted: @escaping (Connection) -> Void
  ) throws(NetError) {
    precondition(loop.isOwnThread, "listener '\(label)' is made on another thread than its loop's")
    socket = try SocketCall.streamSocket(address)
    self.loop = loop
    self.mode = mode
    self.label = label
    self.timeOuts = timeOuts
    self.accepted = accepted
    self.failed = failed
    do throws(NetError) {
      try SocketCall.listen(socket, at: address, backlog: backlog)
      self.address = SocketCall.localAddress(socket) ?? address
      file = SocketFile(boundTo: self.address)
    } catch {
      SocketCall.close(socket)
      throw error
    }
    do {
      let acceptor = try RunLoop.Acceptor(
        socket, on: loop, mode: mode, label: label,
        rested: { [weak self] in self?.rests(after: $0) }, lost: { [weak self] in self?.ends(after: $0) },
        accepted: { [self] in accept($0) })
      self.acceptor = acceptor
    } catch {
      throw .port(error)
    }
  }

  deinit {
    // It could not begin, or its loop has ended.
    closeSocket()
  }

  /// Whether the listener is open.
  public var isOpen: Bool { acceptor != nil }

  /// Stops accepting; accepted connections continue. A socket in the file system is removed.
  public func close() {
    guard socket >= 0 else { return }
    // Without an acceptor its loop has ended.
    if let acceptor {
      precondition(loop.isOwnThread, "listener '\(label)' is closed on another thread than its loop's")
      self.acceptor = nil
      acceptor.invalidate()
    }
    closeSocket()
    accepted = nil
    failed = nil
  }

  private func closeSocket() {
    guard socket >= 0 else { return }
    SocketCall.close(socket)
    socket = -1
    file?.remove()
  }

  /// False when the listener should rest.
  private func accept(_ descriptor: Int32) -> Bool {
    let connection = Connection(descriptor, on: loop, mode: mode, buffer: buffer, timeOuts: timeOuts)
    if !address.isLocal { connection.sendAtOnce() }
    accepted?(connection)
    shortage = connection.shortage.map { .port($0) }
    return shortage == nil
  }

  private func ends(after error: RunLoop.PortError) {
    // The number may be another file's by now.
    socket = -1
    file?.remove()
    acceptor = nil
    let failed = failed
    accepted = nil
    self.failed = nil
    failed?(.port(error))
  }

  private func rests(after code: Int32) {
    let reason = shortage ?? SocketCall.error("accept4", code)
    shortage = nil
    failed?(reason)
  }
}
