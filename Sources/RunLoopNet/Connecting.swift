import Glibc
import RunLoopCore

import class RunLoopCore.RunLoop

extension Connection {
  /// Connects to an address, without blocking.
  ///
  /// - Parameters:
  ///   - timeout: how long the answer may take.
  ///   - loop: the calling thread's own.
  ///   - completion: gets the connection, which it starts, or the reason why there is none. Called once, on the loop's
  ///     thread, and not before this has returned.
  public static func connect(
    to address: Address, timeout: Duration = .seconds(10), on loop: RunLoop = .current,
    mode: RunLoop.Mode = .default, buffer: ReadBuffer = ReadBuffer(), highWaterMark: Int = 65_536,
    _ completion: @escaping (Result<Connection, NetError>) -> Void
  ) {
    precondition(loop.isOwnThread, "a connection is made on another thread than its loop's")
    let attempt = Attempt(loop, mode, completion)
    do throws(NetError) {
      let connection = Connection(
        try SocketCall.streamSocket(address), on: loop, mode: mode, buffer: buffer,
        highWaterMark: highWaterMark)
      if address.path == nil { connection.sendAtOnce() }
      if try SocketCall.connect(connection.socket, to: address) {
        attempt.endLater(.success(connection))
      } else {
        try attempt.wait(for: connection, timeout)
      }
    } catch {
      attempt.endLater(.failure(error))
    }
  }

  /// A connection that is under way. The loop's thread only.
  private final class Attempt: @unchecked Sendable {
    private let loop: RunLoop
    private let mode: RunLoop.Mode
    private var completion: ((Result<Connection, NetError>) -> Void)?
    private var source: RunLoop.DescriptorSource?
    private var timer: RunLoop.Timer?

    init(
      _ loop: RunLoop, _ mode: RunLoop.Mode, _ completion: @escaping (Result<Connection, NetError>) -> Void
    ) {
      self.loop = loop
      self.mode = mode
      self.completion = completion
    }

    /// The answer makes the socket writable.
    func wait(for connection: Connection, _ timeout: Duration) throws(NetError) {
      do {
        let source = try RunLoop.DescriptorSource(connection.socket, events: .writable, label: "connect") {
          [self] _ in
          let error = SocketCall.pendingError(connection.socket)
          end(error.map { .failure($0) } ?? .success(connection))
          return .rearm
        }
        try loop.add(source, to: mode)
        self.source = source
      } catch {
        throw .port(error)
      }
      let timer = RunLoop.Timer(after: timeout, label: "connect") { [self] _ in end(.failure(.timedOut)) }
      self.timer = timer
      loop.add(timer, to: mode)
    }

    func endLater(_ result: Result<Connection, NetError>) {
      loop.post(inModes: [mode]) { [self] in end(result) }
    }

    private func end(_ result: Result<Connection, NetError>) {
      guard let completion else { return }
      self.completion = nil
      source?.invalidate()
      source = nil
      timer?.invalidate()
      timer = nil
      completion(result)
    }
  }
}
