import LinuxSystem

/// The address of a Unix socket, in the form for system calls.
package enum UnixAddress {
  /// Bytes of the longest path or name.
  package static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Calls a function with an address.
  ///
  /// - Parameter isAbstract: the path is a name outside the file system.
  /// - Returns: nil when the path is too long.
  package static func with<Value>(
    _ path: String, isAbstract: Bool = false, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
    guard bytes.count <= longest else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // A zero at the end would be a part of an abstract name.
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count + (isAbstract ? 0 : 1)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// The process and user at the other end of a connection; nil when the kernel does not know them.
  package static func peer(of connection: Int32) -> linux_peer? {
    var peer = linux_peer()
    return linux_peer_of(connection, &peer) == 0 ? peer : nil
  }
}
