extension Socket {
  /// An option whose value is an integer.
  @frozen
  package struct Option: Sendable {
    @usableFromInline let level: Int32
    @usableFromInline let name: Int32

    @inlinable
    init(_ level: Int32, _ name: Int32) {
      self.level = level
      self.name = name
    }

    /// 1: an address may be bound again while its last connections are in TIME_WAIT.
    @inlinable
    package static var reuseAddress: Option { Option(SOL_SOCKET, SO_REUSEADDR) }
    /// 1: small messages of TCP are sent at once.
    @inlinable
    package static var noDelay: Option { Option(Int32(IPPROTO_TCP), TCP_NODELAY) }
    /// Bytes that the kernel keeps for sending.
    @inlinable
    package static var sendBuffer: Option { Option(SOL_SOCKET, SO_SNDBUF) }
    @inlinable
    package static var kind: Option { Option(SOL_SOCKET, SO_TYPE) }
    @inlinable
    package static var protocolNumber: Option { Option(SOL_SOCKET, SO_PROTOCOL) }
    /// The error of a pending connection; reading it clears it.
    @inlinable
    package static var error: Option { Option(SOL_SOCKET, SO_ERROR) }
  }

  /// Sets an option; false when the kernel refuses.
  @discardableResult
  package func set(_ option: Option, to value: Int32) -> Bool {
    var value = value
    return setsockopt(number, option.level, option.name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// The value of an option; nil, with `Errno.last`, when there is none.
  package func value(of option: Option) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, option.level, option.name, &value, &length) == 0 ? value : nil
  }

  package var isStream: Bool { value(of: .kind) == Int32(SOCK_STREAM.rawValue) }
  package var isTCP: Bool { value(of: .protocolNumber) == Int32(IPPROTO_TCP) }

  /// Resets the connection when the socket is closed: unsent bytes are dropped.
  package func resetOnClose() {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }
}
