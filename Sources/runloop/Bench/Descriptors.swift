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
  static func listen() throws(Failure) -> (socket: Socket, port: UInt16) {
    do throws(Errno) {
      let listener = try Socket.listening(.stream, at: .loopback(), backlog: 4096, isBlocking: true)
      guard let address = listener.address else { throw .last }
      return (listener, address.port)
    } catch {
      throw Failure("listening at 127.0.0.1", error)
    }
  }

  /// A blocking connection to a port of 127.0.0.1, whose small messages are sent at once.
  static func connect(to port: UInt16) throws(Failure) -> Socket {
    do throws(Errno) {
      let socket = try Socket.connected(.stream, to: .loopback(port: port), isBlocking: true)
      socket.set(.noDelay, to: 1)
      return socket
    } catch {
      throw Failure("connect to 127.0.0.1", error)
    }
  }

  /// The next connection of a listening socket, which does not block.
  static func accept(from listener: Socket) throws(Failure) -> Socket {
    do throws(Errno) {
      let socket = try listener.accept()
      socket.set(.noDelay, to: 1)
      return socket
    } catch {
      throw Failure("accept", error)
    }
  }
}
