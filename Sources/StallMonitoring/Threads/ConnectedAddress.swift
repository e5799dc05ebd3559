import LinuxSystem

/// The address that a thread connects to.
enum ConnectedAddress {
  /// " to 192.0.2.1:443", " to [2001:db8::1]:443", " to /run/app.sock" or " to @name"; empty for another call, and where the address is not
  /// known.
  ///
  /// - Parameter memory: that of the thread's process.
  static func text(of call: ThreadReading.SystemCall, memory: ProcessMemory) -> String {
    guard SystemCallTable.name(call.number) == "connect", call.arguments.count > 2 else { return "" }
    // The kernel takes the lower half of the length.
    let count = min(Int(call.arguments[2] & 0xffff_ffff), MemoryLayout<sockaddr_storage>.size)
    guard let bytes = memory.bytes(call.arguments[1], count: count),
      let address = bytes.withUnsafeBytes({ SocketAddress($0) })
    else { return "" }
    let text = text(address)
    return text.isEmpty ? "" : " to \(text)"
  }

  private static func text(_ address: SocketAddress) -> String {
    switch address {
    case .four(let host, let port):
      withUnsafeBytes(of: host) { $0.map(String.init).joined(separator: ".") } + ":\(port)"
    case .six(let host, _, let port): "[\(text(ofSix: host))]:\(port)"
    case .local(let name):
      (name.first == 0 ? "@" : "") + String(decoding: name.drop { $0 == 0 }.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func text(ofSix host: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, host, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
