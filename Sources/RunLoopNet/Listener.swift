import CLinux
import Glibc
import RunLoopCore

import class RunLoopCore.RunLoop

/// A socket that takes connections, on one loop's thread.
///
///     let listener = try Listener(at: .tcp("127.0.0.1", port: 8080)) { connection in
///       connection.start(.init(received: { connection, bytes in connection.write(bytes) }))
///     }
///
/// When the process has no descriptor left, the listener rests and tries again, after a hundredth of a second first and
/// a second at last; who connects meanwhile waits in the kernel's queue, and the loop does not spin.
///
/// To be used on the loop's own thread only. It lives until it is closed.
public final class Listener: @unchecked Sendable {
  /// Where it listens: with the port that it got, if it was given 0.
  public let address: Address
  private let loop: RunLoop
  private let mode: RunLoop.Mode
  private let label: String
  private let socket: Int32
  private let buffer = ReadBuffer()
  private var source: RunLoop.DescriptorSource?
  private var pause: RunLoop.Timer?
  private var accepted: ((Connection) -> Void)?
  private var failed: ((NetError) -> Void)?
  /// How often in a row it had to rest.
  private var rests = 0

  /// So many connections are taken in one turn at most, so that others have theirs.
  private static let mostPerTurn = 64

  /// Listens at once.
  ///
  /// - Parameters:
  ///   - loop: the calling thread's own.
  ///   - accepted: gets each new connection, which it starts, or lets go of and so closes.
  ///   - failed: is told when the listener has to rest, and why.
  public init(
    at address: Address, backlog: Int32 = 1024, on loop: RunLoop = .current, mode: RunLoop.Mode = .default,
    label: String = "listener", failed: ((NetError) -> Void)? = nil, accepted: @escaping (Connection) -> Void
  ) throws(NetError) {
    precondition(loop.isOwnThread, "listener '\(label)' is made on another thread than its loop's")
    socket = try SocketCall.streamSocket(address)
    self.loop = loop
    self.mode = mode
    self.label = label
    self.accepted = accepted
    self.failed = failed
    do throws(NetError) {
      try SocketCall.listen(socket, at: address, backlog: backlog)
      self.address = SocketCall.localAddress(socket) ?? address
    } catch {
      SocketCall.close(socket)
      throw error
    }
    do {
      let source = try RunLoop.DescriptorSource(socket, label: label) { [self] _ in
        acceptAll()
        return .rearm
      }
      try loop.add(source, to: mode)
      self.source = source
    } catch {
      SocketCall.close(socket)
      throw .port(error)
    }
  }

  public var isOpen: Bool { source != nil }

  /// Takes no more connections; those that it took go on. A socket in the file system is removed.
  public func close() {
    guard let source else { return }
    precondition(loop.isOwnThread, "listener '\(label)' is closed on another thread than its loop's")
    self.source = nil
    source.invalidate()
    pause?.invalidate()
    pause = nil
    SocketCall.close(socket)
    if let path = address.path { unlink(path) }
    accepted = nil
    failed = nil
  }

  private func acceptAll() {
    for _ in 0..<Self.mostPerTurn {
      guard let accepted else { return }
      switch SocketCall.accept(socket) {
      case .done(let descriptor):
        rests = 0
        let connection = Connection(Int32(descriptor), on: loop, mode: mode, buffer: buffer)
        if address.path == nil { connection.sendAtOnce() }
        accepted(connection)
      case .wouldBlock: return
      case .failed(.reset): continue
      case .failed(let error): return rest(after: error)
      }
    }
  }

  /// Off for a while: a connection that can not be taken is ready again and again.
  private func rest(after error: NetError) {
    let delay = min(Duration.milliseconds(10) * (1 << min(rests, 10)), .seconds(1))
    rests += 1
    source?.disarm()
    let pause = RunLoop.Timer(after: delay, label: "\(label): no descriptor") { [weak self] _ in
      self?.source?.arm()
    }
    self.pause = pause
    loop.add(pause, to: mode)
    failed?(error)
  }
}
