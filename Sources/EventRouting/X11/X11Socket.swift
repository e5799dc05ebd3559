import LinuxSystem
import RunLoopCore

/// The socket to the server and the descriptor that a loop watches for it.
public final class X11Socket {
  let descriptor: Int32
  /// An epoll descriptor with the socket in it: readable when the socket is, and while something waits to be sent, when
  /// it can be written. A port source sees readable descriptors only.
  let watched: Int32
  private var watchesWriting = false

  /// Takes over a connected socket. When it throws, the socket is closed.
  init(adopting descriptor: Int32) throws(X11Error) {
    self.descriptor = descriptor
    watched = epoll_create1(CInt(EPOLL_CLOEXEC))
    // From here on, `deinit` closes what is open.
    guard watched >= 0 else {
      throw .descriptor("no descriptor for the X connection: error number \(Errno.last.code)")
    }
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    guard epoll_ctl(watched, CInt(EPOLL_CTL_ADD), descriptor, &event) == 0 else {
      throw .descriptor("the X connection can not be watched: error number \(Errno.last.code)")
    }
  }

  /// Connects to a Unix socket: the one in the file system, or the abstract one of the same name.
  ///
  /// - Parameter deadline: the end of the wait for a server that takes no connections now.
  convenience init(path: String, until deadline: UInt64) throws(X11Error) {
    var code: Int32 = 0
    for isAbstract in [false, true] {
      let socket: Socket
      do throws(Errno) { socket = try Socket(AF_UNIX, .stream) } catch {
        throw .descriptor("no socket for the X connection: error number \(error.code)")
      }
      if let reason = Self.connect(socket, to: isAbstract ? .abstract(path) : .path(path), until: deadline) {
        socket.close()
        if reason.wouldBlock { throw .timedOut("its queue of connections is full") }
        if !isAbstract { code = reason.code }
      } else {
        try self.init(adopting: socket.number)
        return
      }
    }
    throw .cannotConnect(path: path, code: code)
  }

  /// The error when there is no connection.
  private static func connect(_ socket: Socket, to address: SocketAddress, until deadline: UInt64) -> Errno? {
    while true {
      do throws(Errno) {
        try socket.connect(to: address)
        return nil
      } catch {
        if error.isInterruption { continue }
        // The server's queue is full. A blocking call would wait for as long as the server hangs.
        guard error.wouldBlock, milliseconds < deadline else { return error }
        usleep(10_000)
      }
    }
  }

  deinit {
    if watched >= 0 { LinuxSystem.close(watched) }
    LinuxSystem.close(descriptor)
  }

  enum Outcome {
    case bytes(Int), notNow, over
  }

  /// Reads available bytes, up to the buffer's size.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    let count = Socket(descriptor).receive(into: buffer, .dontWait)
    if count > 0 { return .bytes(count) }
    return count < 0 && Errno.last.wouldBlock ? .notNow : .over
  }

  /// Writes without blocking, and without a signal when the peer has closed.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    let count = Socket(descriptor).send(bytes, .dontWait)
    if count >= 0 { return .bytes(count) }
    return Errno.last.wouldBlock ? .notNow : .over
  }

  /// Enables or disables reports of writability. False when the kernel refuses: queued requests would never be sent, or
  /// the loop would never sleep.
  func watchWriting(_ isOn: Bool) -> Bool {
    guard isOn != watchesWriting else { return true }
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (isOn ? EPOLLOUT.rawValue : 0)
    guard epoll_ctl(watched, CInt(EPOLL_CTL_MOD), descriptor, &event) == 0 else { return false }
    watchesWriting = isOn
    return true
  }

  /// Shuts the socket down; a loop that watches it finds it readable.
  func hangUp() { Socket(descriptor).hangUp() }

  /// Waits until the socket can be read, or written if requested; false when the time has passed.
  func wait(forWriting: Bool, milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0), revents: 0)
    return LinuxSystem.poll(&poll, 1, milliseconds) != 0
  }

  // MARK: Other system calls

  /// This machine's name, as authority files have it.
  public static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static var milliseconds: UInt64 { linux_time(CLOCK_MONOTONIC) / 1_000_000 }

  /// The beginning of a regular file. A FIFO in its place does not block.
  static func contents(of path: String, atMost most: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { LinuxSystem.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? ByteTransfer.readToEnd(file, limit: most)
  }
}
