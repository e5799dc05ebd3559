import LinuxSystem

extension Socket {
  /// A blocking client of a TCP server of this machine.
  package static func client(ofPort port: UInt16) throws(Errno) -> Socket {
    try connected(.stream, to: .loopback(port: port), isBlocking: true)
  }

  /// Limits how long a blocking call waits: its error is EAGAIN then.
  package func limitWaits(seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }
}

/// Waits, in real time, until the peer's kernel has all that was sent: simulated time must not overtake it. False after half a minute.
package func waitUntilDelivered(_ socket: Int32) -> Bool {
  for _ in 0..<30_000 {
    var waiting: Int32 = 0
    // TIOCOUTQ
    guard ioctl(socket, 0x5411, &waiting) == 0 else { return false }
    if waiting == 0 { return true }
    usleep(1_000)
  }
  return false
}
