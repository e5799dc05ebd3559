import LinuxSystem

/// Why the last system call of the thread failed.
enum SystemReason {
  static var last: String { text(errno) }
  static var number: Int32 { errno }
  static var isInterruption: Bool { errno == EINTR }
  /// The call would have had to wait.
  static var isWait: Bool { errno == EAGAIN || errno == EWOULDBLOCK }

  static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
