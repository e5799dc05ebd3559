import LinuxSystem

/// The address that a thread connects to.
enum ConnectedAddress {
  /// "192.0.2.1:443", "[fe80::1%2]:443", "/run/app.sock" or "@name"; empty for another call, and where the address is not known.
  ///
  /// - Parameter memory: that of the thread's process.
  static func text(of call: ThreadReading.SystemCall, memory: ProcessMemory) -> String {
    guard SystemCallTable.isConnect(call.number), call.arguments.count > 2 else { return "" }
    // The kernel takes the lower half of the length.
    let count = min(Int(call.arguments[2] & 0xffff_ffff), MemoryLayout<sockaddr_storage>.size)
    guard let bytes = memory.bytes(call.arguments[1], count: count) else { return "" }
    return bytes.withUnsafeBytes { SocketAddress($0) }?.text ?? ""
  }
}
