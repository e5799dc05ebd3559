import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

extension Connection {
  /// Connects to an address, without blocking.
  ///
  /// - Parameters:
  ///   - timeout: how long the answer may take.
  ///   - loop: the calling thread's own.
  ///   - timeOuts: the connection's, from its start on.
  ///   - completion: gets the connection, which it starts, or the reason why there is none. Called once, on the loop's
  ///     thread, never before this method has returned; released without a call when that thread ends.
  /// - Returns: the attempt, which can be cancelled.
  @discardableResult
  public static func connect(
    to address: Address, timeout: Duration = .seconds(10), on loop: RunLoop = .current,
    mode: RunLoop.Mode = .default, buffer: ReadBuffer = ReadBuffer(), highWaterMark: Int = 65_536,
    timeOuts: TimeOuts = TimeOuts(), _ completion: @escaping (Result<Connection, NetError>) -> Void
  ) -> Connecting {
    precondition(loop.isOwnThread, "a connection is made on another thread than its loop's")
    let attempt = Connecting(loop, mode, completion)
    do throws(NetError) {
      let connection = Connection(
        try SocketCall.streamSocket(address), on: loop, mode: mode, buffer: buffer,
        highWaterMark: highWaterMark, timeOuts: timeOuts)
      if !address.isLocal { connection.sendAtOnce() }
      if try SocketCall.connect(connection.socket, to: address) {
        attempt.endLater(.success(connection))
      } else {
        try attempt.wait(for: connection, timeout)
      }
    } catch {
      attempt.endLater(.failure(error))
    }
    return attempt
  }

  /// Looks up a name and connects to one of its addresses, without blocking.
  ///
  /// The addresses are tried as in RFC 8305: in the resolver's order, but alternating between IPv6 and IPv4; each 250 ms after the previous
  /// one, or as soon as that has failed. The first that answers wins, and the other attempts end.
  ///
  /// - Parameters:
  ///   - host: a name or a numeric address.
  ///   - timeout: how long looking up and connecting may take together.
  ///   - loop: the calling thread's own.
  ///   - completion: as that of `connect(to:)`. When every address has failed, it gets the error of the first address.
  /// - Returns: the attempt, which can be cancelled.
  @discardableResult
  public static func connect(
    toHost host: String, port: UInt16, resolver: Resolver = .system, timeout: Duration = .seconds(10),
    on loop: RunLoop = .current, mode: RunLoop.Mode = .default, buffer: ReadBuffer = ReadBuffer(),
    highWaterMark: Int = 65_536, timeOuts: TimeOuts = TimeOuts(),
    _ completion: @escaping (Result<Connection, NetError>) -> Void
  ) -> Connecting {
    let attempt = Connecting(loop, mode, completion)
    AddressRace(attempt) { address, ended in
      // The race has a limit for all of it.
      connect(
        to: address, timeout: timeout, on: loop, mode: mode, buffer: buffer, highWaterMark: highWaterMark,
        timeOuts: timeOuts, ended)
    }.begin(host, port, resolver, timeout)
    return attempt
  }
}

/// A pending attempt to connect. The loop's thread only.
public final class Connecting: @unchecked Sendable {
  let loop: RunLoop
  let mode: RunLoop.Mode
  private var completion: ((Result<Connection, NetError>) -> Void)?
  private var source: RunLoop.DescriptorSource?
  /// Kept by the loop, and keeps the attempt.
  private weak var timer: RunLoop.Timer?
  private var isCancelled = false
  /// Ends the attempts that this one consists of.
  var cleanUp: (() -> Void)?

  init(_ loop: RunLoop, _ mode: RunLoop.Mode, _ completion: @escaping (Result<Connection, NetError>) -> Void)
  {
    self.loop = loop
    self.mode = mode
    self.completion = completion
  }

  /// Cancels the attempt: its completion gets `cancelled`, after this method has returned, unless it was called already.
  public func cancel() {
    isCancelled = true
    endLater(.failure(.cancelled))
    release()
  }

  /// Ends the attempt without a call of its completion.
  func abandon() {
    completion = nil
    release()
  }

  /// The answer makes the socket writable.
  func wait(for connection: Connection, _ timeout: Duration) throws(NetError) {
    do {
      let source = try RunLoop.DescriptorSource(connection.socket, events: .writable, label: "connect") {
        [self] events in
        if events.contains(.invalid) {
          let error = self.source?.failure ?? .closed(descriptor: connection.socket, label: "connect")
          connection.finish(.port(error), isGone: true)
          end(.failure(.port(error)))
        } else {
          let error = SocketCall.pendingError(connection.socket)
          end(error.map { .failure($0) } ?? .success(connection))
        }
        return .rearm
      }
      source.endsWithLoop = true
      try loop.add(source, to: mode)
      self.source = source
    } catch {
      throw .port(error)
    }
    limit(to: timeout)
  }

  /// Ends it after a time.
  func limit(to timeout: Duration) {
    let timer = RunLoop.Timer(after: timeout, label: "connect") { [self] _ in end(.failure(.timedOut)) }
    self.timer = timer
    loop.add(timer, to: mode)
  }

  func endLater(_ result: Result<Connection, NetError>) {
    loop.post(inModes: [mode]) { [self] in end(result) }
  }

  func end(_ result: Result<Connection, NetError>) {
    guard let completion else { return }
    self.completion = nil
    release()
    // A result may have been posted before it was cancelled.
    completion(isCancelled ? .failure(.cancelled) : result)
  }

  private func release() {
    source?.invalidate()
    source = nil
    timer?.invalidate()
    timer = nil
    cleanUp.take()?()
  }
}
