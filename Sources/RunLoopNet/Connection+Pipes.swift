import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

extension Connection {
  /// A connection over a pipe or a terminal that other programs use too, such as the standard input of this one.
  ///
  /// Non-blocking mode belongs to the open file, which such programs share: a shell would find its terminal changed. So this opens the file
  /// again; the given descriptor stays the caller's, unchanged. A file that cannot be opened again, such as a socket, becomes
  /// non-blocking for all of them.
  ///
  /// - Parameter descriptor: a pipe's end or a terminal. A regular file is refused by `start`: `Offload` reads it.
  public convenience init(
    sharing descriptor: Int32, on loop: RunLoop = .current, mode: RunLoop.Mode = .default,
    buffer: ReadBuffer = ReadBuffer(), highWaterMark: Int = 65_536, timeOuts: TimeOuts = TimeOuts()
  ) throws(NetError) {
    self.init(
      try SocketCall.reopen(descriptor), on: loop, mode: mode, buffer: buffer, highWaterMark: highWaterMark,
      timeOuts: timeOuts)
  }
}
