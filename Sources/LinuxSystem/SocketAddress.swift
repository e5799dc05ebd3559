/// The address of a socket, and its form for system calls.
@frozen
package enum SocketAddress: Hashable, Sendable {
  /// An IPv4 address, in the network's byte order.
  case four(UInt32, port: UInt16)
  /// The 16 bytes of an IPv6 address.
  case six([UInt8], scope: UInt32, port: UInt16)
  /// The bytes of a path, of any encoding; of an abstract name, which begins with a zero; or none, for a peer without a name.
  case local([UInt8])

  /// A port of 127.0.0.1; 0 for any free one.
  package static func loopback(port: UInt16 = 0) -> SocketAddress {
    .four(in_addr_t(INADDR_LOOPBACK).bigEndian, port: port)
  }

  /// A place in the file system.
  package static func path(_ path: String) -> SocketAddress { .local(Array(path.utf8)) }

  /// A name outside the file system.
  package static func abstract(_ name: String) -> SocketAddress { .local([0] + Array(name.utf8)) }

  /// Bytes of the field for a path, which the kernel fills completely for another program's socket.
  private static let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
  /// Bytes of the longest path that ends with a zero.
  package static let longestPath = room - 1

  /// Whether the address can hold the path or name. The kernel refuses one that does not fit.
  package var fits: Bool {
    if case .local(let name) = self { name.count <= Self.room } else { true }
  }

  package var family: Int32 {
    switch self {
    case .four: AF_INET
    case .six: AF_INET6
    case .local: AF_UNIX
    }
  }

  /// 0 for a local socket.
  package var port: UInt16 {
    switch self {
    case .four(_, let port), .six(_, _, let port): port
    case .local: 0
    }
  }

  /// "192.0.2.1:443", "[fe80::1%2]:443" with the number of a scope other than 0, a path, or "@" and an abstract name, in which zeros are "\0".
  /// Empty for a peer without a name.
  package var text: String {
    switch self {
    case .four(let host, let port):
      return withUnsafeBytes(of: host) { $0.map(String.init).joined(separator: ".") } + ":\(port)"
    case .six(let host, let scope, let port):
      return "[\(Self.text(ofSix: host))\(scope == 0 ? "" : "%\(scope)")]:\(port)"
    case .local(let name):
      guard name.first == 0 else { return String(decoding: name, as: UTF8.self) }
      let parts = name.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
      return "@" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\0")
    }
  }

  private static func text(ofSix host: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard host.count == 16, inet_ntop(AF_INET6, host, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Calls a function with the path of a socket in the file system; nil for other addresses.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    guard case .local(let path) = self, let first = path.first, first != 0 else { return nil }
    return (path + [0]).withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.map(body)
    }
  }

  // MARK: In the kernel's form

  /// Calls a function with the address in the form for system calls.
  @inlinable
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    let length = withUnsafeMutableBytes(of: &storage) { write(into: $0) }
    return withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// Writes the address to zeroed memory of a `sockaddr_storage`, and returns its length.
  @usableFromInline
  func write(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    switch self {
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
    case .local(let name):
      bytes.storeBytes(of: sa_family_t(AF_UNIX), as: sa_family_t.self)
      let field = UnsafeMutableRawBufferPointer(rebasing: bytes[Self.nameOffset...])
      // What does not fit is left out; the kernel refuses the length.
      field.copyBytes(from: name.prefix(field.count))
      // A zero follows, which ends a path that is shorter than the field. It would be a part of an abstract name.
      let hasEnd = name.first != 0 && !name.isEmpty && name.count < Self.room
      return min(Self.nameOffset + name.count + (hasEnd ? 1 : 0), bytes.count)
    }
  }

  private static let nameOffset = MemoryLayout<sa_family_t>.size

  /// Reads an address that the kernel has written. Nil for other families, and for a part of an address.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.nameOffset else { return nil }
    switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in.self)
      self = .four(address.sin_addr.s_addr, port: UInt16(bigEndian: address.sin_port))
    case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in6.self)
      self = .six(
        withUnsafeBytes(of: address.sin6_addr) { Array($0) }, scope: address.sin6_scope_id,
        port: UInt16(bigEndian: address.sin6_port))
    case AF_UNIX:
      let name = bytes[Self.nameOffset..<min(bytes.count, Self.nameOffset + Self.room)]
      self = .local(name.first == 0 ? Array(name) : Array(name.prefix { $0 != 0 }))
    default: return nil
    }
  }

  /// Reads an address that a call writes. Nil when the call fails, too.
  init?(writtenBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
    var storage = sockaddr_storage()
    let size = MemoryLayout<sockaddr_storage>.size
    var length = socklen_t(size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
    guard result == 0 else { return nil }
    let address = withUnsafeBytes(of: &storage) {
      SocketAddress(UnsafeRawBufferPointer(rebasing: $0[..<min(Int(length), size)]))
    }
    guard let address else { return nil }
    self = address
  }
}
