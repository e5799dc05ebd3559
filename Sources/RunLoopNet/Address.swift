import LinuxSystem

/// A socket's address: an IPv4 or IPv6 address with a port, or a path.
///
/// Only numeric addresses and `localhost`, which is 127.0.0.1, are accepted: looking up names blocks, and is the task of
/// `Resolver`.
public struct Address: Hashable, Sendable, CustomStringConvertible {
  private enum Kind: Hashable {
    case four(UInt32, port: UInt16)
    case six([UInt8], scope: UInt32, port: UInt16)
    /// The bytes of a path, at most 108 and of any encoding; of an abstract name, which begins with a zero; or none, of a peer
    /// without a name.
    case path([UInt8])
  }

  private let kind: Kind

  private init(_ kind: Kind) {
    self.kind = kind
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
    guard !path.isEmpty, path.utf8.count <= 107, !path.utf8.contains(0) else {
      throw .badAddress("unix:\(path)")
    }
    return Address(.path(Array(path.utf8)))
  }

  /// 0 for a path.
  public var port: UInt16 {
    switch kind {
    case .four(_, let port), .six(_, _, let port): port
    case .path: 0
    }
  }

  func withPort(_ port: UInt16) -> Address {
    switch kind {
    case .four(let host, _): Address(.four(host, port: port))
    case .six(let host, let scope, _): Address(.six(host, scope: scope, port: port))
    case .path: self
    }
  }

  /// Removes the socket from the file system, if it is there.
  func removeFile() {
    guard case .path(let path) = kind, path.first != 0 else { return }
    (path + [0]).withUnsafeBytes { _ = unlink($0.bindMemory(to: CChar.self).baseAddress!) }
  }

  var isLocal: Bool { family == AF_UNIX }

  var family: Int32 {
    switch kind {
    case .four: AF_INET
    case .six: AF_INET6
    case .path: AF_UNIX
    }
  }

  public var description: String {
    switch kind {
    case .four(let host, let port):
      withUnsafeBytes(of: host) { $0.map(String.init).joined(separator: ".") } + ":\(port)"
    case .six(let host, _, let port):
      "[\(Self.text(host))]:\(port)"
    case .path(let path):
      "unix:" + (path.first == 0 ? "@" : "") + String(decoding: path.drop { $0 == 0 }, as: UTF8.self)
    }
  }

  /// Bytes of the field for a path, which the kernel fills completely for another program's socket.
  private static var longestPath: Int { 108 }

  private static func text(_ bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  // MARK: As the kernel wants it

  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    let length = withUnsafeMutableBytes(of: &storage) { bytes -> Int in
      switch kind {
      case .four(let host, let port):
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host
        bytes.storeBytes(of: address, as: sockaddr_in.self)
        return MemoryLayout<sockaddr_in>.size
      case .six(let host, let scope, let port):
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: host) }
        bytes.storeBytes(of: address, as: sockaddr_in6.self)
        return MemoryLayout<sockaddr_in6>.size
      case .path(let path):
        bytes.storeBytes(of: sa_family_t(AF_UNIX), as: sa_family_t.self)
        bytes[2...].copyBytes(from: path)
        // A zero follows, which ends a path that is shorter than the field. It would be a part of an abstract name.
        let hasEnd = path.first != 0 && !path.isEmpty && path.count < Self.longestPath
        return 2 + path.count + (hasEnd ? 1 : 0)
      }
    }
    return withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// The address that a call returns; nil when it failed, or the address is of another family.
  static func reading(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32)
    -> Address?
  {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    guard result == 0 else { return nil }
    let family = Int32(storage.ss_family)
    return withUnsafeBytes(of: &storage) { bytes in
      switch family {
      case AF_INET:
        let address = bytes.load(as: sockaddr_in.self)
        return Address(.four(address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port)))
      case AF_INET6:
        var address = bytes.load(as: sockaddr_in6.self)
        return Address(
          .six(
            withUnsafeBytes(of: &address.sin6_addr) { Array($0) }, scope: address.sin6_scope_id,
            port: UInt16(bigEndian: address.sin6_port)))
      case AF_UNIX:
        let name = bytes[2..<min(max(2, Int(length)), 2 + longestPath)]
        return Address(.path(name.first == 0 ? Array(name) : Array(name.prefix { $0 != 0 })))
      default: return nil
      }
    }
  }
}
