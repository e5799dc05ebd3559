import CLinux
import Glibc

/// The socket to the server and the descriptor that a loop watches for it. `errno` is read here only.
public final class X11Socket {
  let descriptor: Int32
  /// An epoll descriptor with the socket in it: readable when the socket is, and while something waits to be sent, when
  /// it can be written. A port source sees readable descriptors only.
  let watched: Int32
  private var watchesWriting = false

  /// Takes over a connected socket.
  init(adopting descriptor: Int32) throws(X11Error) {
    self.descriptor = descriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    watched = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard watched >= 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw .descriptor("no descriptor for the X connection: error number \(code)")
    }
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    guard epoll_ctl(watched, CInt(EPOLL_CTL_ADD), descriptor, &event) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      Glibc.close(watched)
      throw .descriptor("the X connection can not be watched: error number \(code)")
    }
  }

  /// Connects to a Unix socket: the one in the file system, or the abstract one of the same name.
  convenience init(path: String) throws(X11Error) {
    var code: Int32 = 0
    for isAbstract in [false, true] {
      let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else {
        throw .descriptor("no socket for the X connection: error number \(errno)")
      }
      if Self.connect(descriptor, to: path, isAbstract: isAbstract) {
        try self.init(adopting: descriptor)
        return
      }
      if !isAbstract { code = errno }
      Glibc.close(descriptor)
    }
    throw .cannotConnect(path: path, code: code)
  }

  private static func connect(_ descriptor: Int32, to path: String, isAbstract: Bool) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        var result: Int32 = 0
        repeat {
          result = Glibc.connect(descriptor, pointer, socklen_t(length))
        } while result != 0 && errno == EINTR
        return result == 0
      }
    }
  }

  deinit {
    Glibc.close(watched)
    Glibc.close(descriptor)
  }

  enum Outcome {
    case bytes(Int), notNow, over
  }

  /// Reads what is there, up to the buffer's size.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .over }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .notNow : .over
    }
  }

  /// Writes without waiting and without a signal when nobody reads any more.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    while true {
      let count = send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .notNow : .over
    }
  }

  /// Whether the loop is told that the socket can be written.
  func watchWriting(_ isOn: Bool) {
    guard isOn != watchesWriting else { return }
    watchesWriting = isOn
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (isOn ? EPOLLOUT.rawValue : 0)
    _ = epoll_ctl(watched, CInt(EPOLL_CTL_MOD), descriptor, &event)
  }

  /// Waits until something can be read, or written if that is wanted; false when the time is over.
  func wait(forWriting: Bool, milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) != 0
  }

  // MARK: What else the connection asks the system

  /// This machine's name, as authority files have it.
  public static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static var milliseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// The beginning of a regular file. A FIFO in its place does not block.
  static func contents(of path: String, atMost most: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < most {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
