import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

extension Connection {
  /// The peer's address; nil when it has none, or the connection is closed.
  public var peer: Address? { SocketCall.peerAddress(socket) }
  /// The socket's descriptor; -1 when the connection is closed.
  public var descriptor: Int32 { socket }

  /// Sends small writes at once instead of coalescing them. On for connections of a TCP listener, and to a TCP address.
  public func sendAtOnce() {
    Socket(socket).set(.noDelay, to: 1)
  }

  /// Has the loop watch the socket, now or as soon as the kernel has room for that.
  ///
  /// - Parameter delay: until the next attempt, if this one fails for lack of something.
  func watch(
    _ source: RunLoop.DescriptorSource, label: String, delay: Duration = .milliseconds(10),
    attempts: WatchAttempts? = nil
  ) throws(RunLoop.PortError) {
    do throws(RunLoop.PortError) {
      try loop.add(source, to: mode)
      attempts?.source = nil
      (shortage, retry) = (nil, nil)
    } catch {
      guard error == .tooManyDescriptors || error == .watchLimitReached else { throw error }
      shortage = error
      let attempts = attempts ?? WatchAttempts(source)
      let retry = RunLoop.Timer(after: delay, label: "\(label): not watched yet") { [self] _ in
        do throws(RunLoop.PortError) {
          try watch(source, label: label, delay: min(delay * 2, .seconds(1)), attempts: attempts)
        } catch {
          finish(.port(error))
        }
      }
      self.retry = retry
      loop.add(retry, to: mode)
    }
  }
}

/// The attempts to watch a socket, held by the timer of the next one. When the loop ends, and releases the timer, the source is
/// invalidated as one that is watched would be: it and its connection hold each other.
///
/// The loop's thread only.
final class WatchAttempts: @unchecked Sendable {
  /// Nil when the source is watched.
  var source: RunLoop.DescriptorSource?

  init(_ source: RunLoop.DescriptorSource) {
    self.source = source
  }

  deinit { source?.invalidate() }
}
