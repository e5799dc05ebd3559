import LinuxSystem

/// Connects a TCP socket to a port of this machine; false when that fails.
package func connectToLoopback(_ socket: Int32, _ port: UInt16) -> Bool {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
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
