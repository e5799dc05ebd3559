/// Why a system call failed. The only file that names `errno`.
@frozen
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number that errno(3) lists.
  package let code: Int32

  @inlinable
  package init(_ code: Int32) { self.code = code }

  /// Of the calling thread's last system call that failed. Other calls may change it: read it first.
  @inlinable
  package static var last: Errno {
    get { Errno(errno) }
    set { errno = newValue.code }
  }

  /// Whether a signal interrupted the call, which may be repeated.
  @inlinable
  package var isInterruption: Bool { code == EINTR }

  /// Whether the call would have had to wait.
  @inlinable
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

  @inlinable
  package static func == (error: Errno, code: Int32) -> Bool { error.code == code }

  @inlinable
  package static func != (error: Errno, code: Int32) -> Bool { error.code != code }

  /// The C library's sentence, such as "No such file or directory".
  package var description: String { String(cString: strerror(code)) }
}

/// Repeats a system call while signals interrupt it. Its result is negative when it failed, with `Errno.last`.
@inlinable
@inline(__always)
package func uninterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
