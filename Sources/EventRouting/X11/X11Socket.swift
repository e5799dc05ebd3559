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
      let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let descriptor = socket(AF_UNIX, kind, 0)
      guard descriptor >= 0 else {
        throw .descriptor("no socket for the X connection: error number \(Errno.last.code)")
      }
      if Self.connect(descriptor, to: path, isAbstract: isAbstract, until: deadline) {
        try self.init(adopting: descriptor)
        return
      }
      let reason = Errno.last.code
      LinuxSystem.close(descriptor)
      if reason == EAGAIN { throw .timedOut("its queue of connections is full") }
      if !isAbstract { code = reason }
    }
    throw .cannotConnect(path: path, code: code)
  }

  private static func connect(
    _ descriptor: Int32, to path: String, isAbstract: Bool, until deadline: UInt64
  ) -> Bool {
    UnixAddress.with(path, isAbstract: isAbstract) { address, length in
      while LinuxSystem.connect(descriptor, address, length) != 0 {
        if Errno.last.isInterruption { continue }
        // The server's queue is full. A blocking call would wait for as long as the server hangs.
        guard Errno.last.wouldBlock, milliseconds < deadline else { return false }
        usleep(10_000)
      }
      return true
    } ?? false
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
    let count = uninterrupted { recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)) }
    if count > 0 { return .bytes(count) }
    return count < 0 && Errno.last.wouldBlock ? .notNow : .over
  }

  /// Writes without blocking, and without a signal when the peer has closed.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    let count = uninterrupted {
      send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
    }
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
  func hangUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

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
