import LinuxSystem
import Synchronization

/// What a command prints must arrive: a full disk behind `>`, or a reader that has ended, is reported on the standard error stream, and the
/// process ends with status 1 instead of a success that can not be read.
enum StandardOutput {
  private static let hasFailed = Atomic(false)

  /// Occupies the numbers of standard streams that were closed: a file or socket of this process would get them, and then the
  /// output. The descriptors refuse to be read and written, as closed ones do.
  static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Looks at the end of the process at what is still in the buffer of `print`, too.
  static func checkAtTheEnd() {
    atexit {
      // The reason is in errno until something else fails, and a later write may not fail.
      if fflush(nil) != 0 { StandardOutput.fail() }
      if StandardOutput.hasFailed.load(ordering: .relaxed) { _exit(1) }
    }
  }

  /// Whether all has been written until now. For what must not be done when the output could not be read.
  static var isWhole: Bool { !hasFailed.load(ordering: .relaxed) }

  /// Reports the first failure; errno(3) has the reason.
  static func fail() {
    let reason = Errno.last
    guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
    Tool.write("runloop: standard output can not be written: \(reason)\n", to: 2)
  }
}
