import LinuxSystem
import RunLoopCore

/// The system calls of sockets. Interrupted ones are repeated.
enum SocketCall {
  /// The result of a call on a non-blocking socket.
  enum Outcome {
    case done(Int)
    /// Not now.
    case wouldBlock
    case failed(NetError)
  }

  @inline(__always)
  static func outcome(_ name: StaticString, _ body: () -> Int) -> Outcome {
    let result = uninterrupted(body)
    if result >= 0 { return .done(result) }
    return Errno.last.wouldBlock ? .wouldBlock : .failed(error(name, Errno.last.code))
  }

  static func checked(_ name: StaticString, _ body: () -> Int32) throws(NetError) -> Int32 {
    let result = uninterrupted(body)
    if result < 0 { throw error(name, Errno.last.code) }
    return result
  }

  static func error(_ call: StaticString, _ code: Int32) -> NetError {
    switch code {
    case ECONNREFUSED: .refused
    case ECONNRESET, ECONNABORTED, EPROTO: .reset
    case EPIPE: .brokenPipe
    case ETIMEDOUT: .timedOut
    case EADDRINUSE: .addressInUse
    case EADDRNOTAVAIL, ENETUNREACH, EHOSTUNREACH, ENETDOWN: .unreachable
    case ENOENT, ENOTDIR: .noSuchPath
    case EACCES, EPERM: .accessDenied
    case EMFILE, ENFILE: .tooManyDescriptors
    case EMSGSIZE: .tooLong
    default: .unexpected(call: "\(call)", code: code)
    }
  }

  // MARK: Making sockets

  private static let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

  static func streamSocket(_ address: Address) throws(NetError) -> Int32 {
    try checked("socket") { socket(address.family, flags, 0) }
  }

  static func listen(_ socket: Int32, at address: Address, backlog: Int32) throws(NetError) {
    if address.family != AF_UNIX { set(socket, SOL_SOCKET, SO_REUSEADDR, 1) }
    _ = try checked("bind") { address.withSocketAddress { bind(socket, $0, $1) } }
    do throws(NetError) {
      _ = try checked("listen") { LinuxSystem.listen(socket, backlog) }
    } catch {
      // Else the next one finds its address in use.
      address.removeFile()
      throw error
    }
  }

  /// False when the answer comes later.
  static func connect(_ socket: Int32, to address: Address) throws(NetError) -> Bool {
    if address.withSocketAddress({ LinuxSystem.connect(socket, $0, $1) }) == 0 { return true }
    // An interrupted one continues by itself.
    if Errno.last == EINPROGRESS || Errno.last.isInterruption { return false }
    // A local socket whose queue is full says so at once.
    if Errno.last.wouldBlock { throw .refused }
    throw error("connect", Errno.last.code)
  }

  // MARK: Reading and writing

  @inline(__always)
  static func read(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome("recv") {
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      return count < 0 && Errno.last == ENOTSOCK ? readFile(socket, into: buffer) : count
    }
  }

  /// A peer that has stopped reading is an error, not a signal.
  @inline(__always)
  static func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Outcome {
    outcome("send") {
      let count = send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      return count < 0 && Errno.last == ENOTSOCK ? writeFile(socket, bytes) : count
    }
  }

  static func finishWriting(_ socket: Int32) {
    _ = shutdown(socket, Int32(SHUT_WR))
  }

  static func close(_ socket: Int32) {
    // Not retried when interrupted: the descriptor is closed then.
    _ = LinuxSystem.close(socket)
  }

  /// Resets the connection; nothing lingers.
  static func abort(_ socket: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    close(socket)
  }

  // MARK: Options

  static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The outcome of a pending connection.
  static func pendingError(_ socket: Int32) -> NetError? {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
      return Errno.last == ENOTSOCK ? nil : error("getsockopt", Errno.last.code)
    }
    return code == 0 ? nil : error("connect", code)
  }

  static func isTCP(_ socket: Int32) -> Bool {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_PROTOCOL, &code, &length) == 0 && code == Int32(IPPROTO_TCP)
  }

  /// Where the socket is bound.
  static func localAddress(_ socket: Int32) -> Address? {
    Address.reading { getsockname(socket, $0, $1) }
  }

  static func peerAddress(_ socket: Int32) -> Address? {
    Address.reading { getpeername(socket, $0, $1) }
  }
}
