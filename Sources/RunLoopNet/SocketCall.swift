import LinuxSystem
import RunLoopCore

/// The system calls of sockets. Interrupted ones are repeated: those of sockets by `Socket`, the others here.
enum SocketCall {
  /// The result of a call on a non-blocking socket.
  enum Outcome {
    case done(Int)
    /// Not now.
    case wouldBlock
    case failed(NetError)
  }

  /// The outcome of a call that returned this.
  @inline(__always)
  static func outcome(_ name: StaticString, _ result: Int) -> Outcome {
    if result >= 0 { return .done(result) }
    return Errno.last.wouldBlock ? .wouldBlock : .failed(error(name, Errno.last.code))
  }

  static func checked(_ name: StaticString, _ body: () -> Int32) throws(NetError) -> Int32 {
    let result = uninterrupted(body)
    if result < 0 { throw error(name, Errno.last.code) }
    return result
  }

  /// Names the call that fails.
  @inline(__always)
  static func named<Value>(
    _ name: StaticString, _ body: () throws(Errno) -> Value
  ) throws(NetError) -> Value {
    do throws(Errno) { return try body() } catch { throw Self.error(name, error.code) }
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

  static func streamSocket(_ address: Address) throws(NetError) -> Int32 {
    try named("socket") { () throws(Errno) in try Socket(address.family, .stream).number }
  }

  static func listen(_ socket: Int32, at address: Address, backlog: Int32) throws(NetError) {
    let socket = Socket(socket)
    if address.family != AF_UNIX { socket.set(.reuseAddress, to: 1) }
    try named("bind") { () throws(Errno) in try socket.bind(to: address.socketAddress) }
    do throws(NetError) {
      try named("listen") { () throws(Errno) in try socket.listen(backlog: backlog) }
    } catch {
      // Else the next one finds its address in use.
      address.removeFile()
      throw error
    }
  }

  /// False when the answer comes later.
  static func connect(_ socket: Int32, to address: Address) throws(NetError) -> Bool {
    do throws(Errno) {
      try Socket(socket).connect(to: address.socketAddress)
      return true
    } catch {
      // An interrupted one continues by itself.
      if error == EINPROGRESS || error.isInterruption { return false }
      // A local socket whose queue is full says so at once.
      if error.wouldBlock { throw .refused }
      throw Self.error("connect", error.code)
    }
  }

  // MARK: Reading and writing

  @inline(__always)
  static func read(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    let count = Socket(socket).receive(into: buffer)
    return outcome("recv", count < 0 && Errno.last == ENOTSOCK ? readFile(socket, into: buffer) : count)
  }

  /// A peer that has stopped reading is an error, not a signal.
  @inline(__always)
  static func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Outcome {
    let count = Socket(socket).send(bytes)
    return outcome("send", count < 0 && Errno.last == ENOTSOCK ? writeFile(socket, bytes) : count)
  }

  static func finishWriting(_ socket: Int32) {
    Socket(socket).finishWriting()
  }

  static func close(_ socket: Int32) {
    Socket(socket).close()
  }

  /// Resets the connection; nothing lingers.
  static func abort(_ socket: Int32) {
    Socket(socket).resetOnClose()
    close(socket)
  }

  // MARK: Options

  /// The outcome of a pending connection.
  static func pendingError(_ socket: Int32) -> NetError? {
    guard let code = Socket(socket).value(of: .error) else {
      return Errno.last == ENOTSOCK ? nil : error("getsockopt", Errno.last.code)
    }
    return code == 0 ? nil : error("connect", code)
  }

  static func isTCP(_ socket: Int32) -> Bool { Socket(socket).isTCP }

  /// Where the socket is bound.
  static func localAddress(_ socket: Int32) -> Address? {
    Socket(socket).address.map(Address.init)
  }

  static func peerAddress(_ socket: Int32) -> Address? {
    Socket(socket).peerAddress.map(Address.init)
  }
}
