import LinuxSystem

/// A loop's own descriptors that other code has closed, as code does that closes all descriptors of the process.
///
/// The loop would spin, or never wake again, and would write to whatever file gets the number. The process ends with a message instead.
extension SystemCall {
  /// Checks a set of ports in which a wait has failed.
  static func requirePortSet(_ set: Int32) {
    if !isOpen(set) { endProcess("its set of ports (epoll)", set, "was closed") }
    // Without /proc, the file is not known.
    if let name = fileName(of: set), name != "anon_inode:[eventpoll]" {
      endProcess("its set of ports (epoll)", set, "was closed, and is \(name) now,")
    }
  }

  /// Checks the descriptor by which a loop is woken, after a ring has failed.
  @inline(never)
  static func requireDoorbell(_ descriptor: Int32) {
    if !isOpen(descriptor) { endProcess("what other threads wake it by (eventfd)", descriptor, "was closed") }
  }

  private static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD, 0) >= 0 || Errno.last != EBADF
  }

  private static func endProcess(_ what: String, _ descriptor: Int32, _ event: String) -> Never {
    fatalError(
      "a run loop can not continue: \(what), descriptor \(descriptor), \(event) by other code."
        + " Close only descriptors that the code itself has opened, or close others before the first loop is made"
    )
  }
}
