import BenchmarkKit
import LinuxSystem

/// Pipes and loopback connections for workloads; a failed call is reported by name.
enum Descriptors {
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let error: Errno

    init(_ call: String, _ error: Errno = .last) {
      self.call = call
      self.error = error
    }

    var description: String { "\(call) failed: \(error)" }
  }

  /// Raises the process's limit of descriptors to the hard limit, and returns it.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Two ends of a pipe: to read from, and to write to; neither blocks.
  static func pipe() throws(Failure) -> (input: Int32, output: Int32) {
    var ends: [Int32] = [-1, -1]
    guard LinuxSystem.pipe(&ends) == 0 else { throw Failure("pipe") }
    for end in ends { dontBlock(end) }
    return (ends[0], ends[1])
  }

  static func dontBlock(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  // MARK: TCP

  /// A socket that listens at a free port of 127.0.0.1, and that port.
  static func listen() throws(Failure) -> (socket: Int32, port: in_port_t) {
    let listener = try streamSocket()
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw Failure("bind to 127.0.0.1") }
    guard LinuxSystem.listen(listener, 4096) == 0 else { throw Failure("listen") }
    return (listener, address.sin_port)
  }

  /// A connection to a port of 127.0.0.1, whose small messages are sent at once.
  static func connect(to port: in_port_t) throws(Failure) -> Int32 {
    let socket = try streamSocket()
    var address = loopback(port: port)
    let status = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        LinuxSystem.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure("connect to 127.0.0.1") }
    sendAtOnce(socket)
    return socket
  }

  /// The next connection of a listening socket.
  static func accept(from listener: Int32) throws(Failure) -> Int32 {
    let socket = LinuxSystem.accept(listener, nil, nil)
    guard socket >= 0 else { throw Failure("accept") }
    sendAtOnce(socket)
    return socket
  }

  private static func streamSocket() throws(Failure) -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure("socket") }
    return socket
  }

  private static func sendAtOnce(_ socket: Int32) {
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func loopback(port: in_port_t) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return address
  }
}
