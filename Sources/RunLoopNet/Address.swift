import LinuxSystem

/// A socket's address: an IPv4 or IPv6 address with a port, or a path.
///
/// Only numeric addresses and `localhost`, which is 127.0.0.1, are accepted: looking up names blocks, and is the task of
/// `Resolver`.
public struct Address: Hashable, Sendable, CustomStringConvertible {
  /// The same address, as system calls take it.
  let socketAddress: SocketAddress

  init(_ address: SocketAddress) {
    socketAddress = address
  }

  /// Reads an address that the kernel has written; nil for other families.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let address = SocketAddress(bytes) else { return nil }
    self.init(address)
  }

  /// `127.0.0.1:80`, `[::1]:80`, `localhost:80`, or `unix:` and a path.
  public init(_ text: String) throws(NetError) {
    if text.hasPrefix("unix:") {
      self = try .unix(String(text.dropFirst(5)))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      text.utf8[text.utf8.index(after: colon)...].allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .badAddress(text) }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self = try .tcp(String(host), port: port)
  }

  /// A numeric IPv4 or IPv6 address, or `localhost`. For a listener port 0 is any free port.
  public static func tcp(_ host: String, port: UInt16) throws(NetError) -> Address {
    guard let address = Address(numeric: host == "localhost" ? "127.0.0.1" : host, port: port) else {
      throw .badAddress("\(host):\(port)")
    }
    return address
  }

  /// Nil when the host is not a numeric address.
  init?(numeric host: String, port: UInt16) {
    var four = in_addr()
    var six = in6_addr()
    // The host would be cut off at the NUL, and name another one.
    if host.utf8.contains(0) { return nil }
    if inet_pton(AF_INET, host, &four) == 1 {
      self.init(.four(four.s_addr, port: port))
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      self.init(.six(withUnsafeBytes(of: &six) { Array($0) }, scope: 0, port: port))
    } else {
      return nil
    }
  }

  /// A socket in the file system, which the listener removes when it is closed.
  public static func unix(_ path: String) throws(NetError) -> Address {
    guard !path.isEmpty, path.utf8.count <= SocketAddress.longestPath, !path.utf8.contains(0) else {
      throw .badAddress("unix:\(path)")
    }
    return Address(.path(path))
  }

  /// 0 for a path.
  public var port: UInt16 { socketAddress.port }

  func withPort(_ port: UInt16) -> Address {
    switch socketAddress {
    case .four(let host, _): Address(.four(host, port: port))
    case .six(let host, let scope, _): Address(.six(host, scope: scope, port: port))
    case .local: self
    }
  }

  /// Removes the socket from the file system, if it is there.
  func removeFile() { _ = socketAddress.withPath { unlink($0) } }

  var isLocal: Bool { family == AF_UNIX }
  var family: Int32 { socketAddress.family }

  public var description: String { (isLocal ? "unix:" : "") + socketAddress.text }
}
