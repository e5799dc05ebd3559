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
  /// - Parameter delay: until the next attempt, if this one fails for want of something.
  func watch(
    _ source: RunLoop.DescriptorSource, label: String, delay: Duration = .milliseconds(10)
  ) throws(RunLoop.PortError) {
    do throws(RunLoop.PortError) {
      try loop.add(source, to: mode)
      (shortage, retry) = (nil, nil)
    } catch {
      guard error == .tooManyDescriptors || error == .watchLimitReached else { throw error }
      shortage = error
      let retry = RunLoop.Timer(after: delay, label: "\(label): not watched yet") { [self] _ in
        do throws(RunLoop.PortError) {
          try watch(source, label: label, delay: min(delay * 2, .seconds(1)))
        } catch {
          finish(.port(error))
        }
      }
      self.retry = retry
      loop.add(retry, to: mode)
    }
  }
}
