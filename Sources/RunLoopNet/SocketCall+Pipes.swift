import LinuxSystem

/// Reading and writing pipes and terminals.
extension SocketCall {
  /// Opens the file of a descriptor again, for the same access and without blocking.
  static func reopen(_ descriptor: Int32) throws(NetError) -> Int32 {
    let flags = try checked("fcntl") { fcntl(descriptor, F_GETFL, 0) }
    let again = uninterrupted { linux_reopen(descriptor, flags & O_ACCMODE | O_NONBLOCK) }
    if again >= 0 { return again }
    return try checked("dup") { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
  }

  /// What read(2) returns, except that a hung-up terminal has ended, and that a writing end with something to read is broken.
  static func readFile(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = uninterrupted { LinuxSystem.read(descriptor, buffer.baseAddress, buffer.count) }
    if count >= 0 { return count }
    switch Errno.last.code {
    case EIO where isatty(descriptor) == 1: return 0
    case EBADF where fcntl(descriptor, F_GETFL, 0) & O_ACCMODE == O_WRONLY: Errno.last = Errno(EPIPE)
    default: break
    }
    return -1
  }

  /// What write(2) returns. A peer that has stopped reading is an error, not a signal.
  static func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    uninterrupted { linux_write_pipe(descriptor, bytes.baseAddress, bytes.count) }
  }
}
