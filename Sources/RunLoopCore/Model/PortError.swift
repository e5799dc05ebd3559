extension RunLoop {
  /// Why a descriptor, a signal, a process or a file can not be watched. `description` includes what to do about it.
  public enum PortError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The descriptor is not open.
    case closed(descriptor: Int32, label: String)
    /// The descriptor is of a kind that is always ready, such as a regular file or a directory.
    case notPollable(descriptor: Int32, label: String)
    /// The mode already watches the descriptor.
    case alreadyWatched(descriptor: Int32, label: String, mode: String)
    /// The process or the system has no descriptor left.
    case tooManyDescriptors
    /// The kernel's limit or its memory for watched descriptors is used up.
    case watchLimitReached
    /// The number is not that of a signal that can be waited for.
    case notASignal(Int32)
    /// There is no such process.
    case noSuchProcess(Int32)
    /// The program could not be started; the code is an error number.
    case notStarted(program: String, code: Int32)
    /// There is nothing at the path.
    case noSuchFile(path: String)
    /// The file or its directory may not be read.
    case accessDenied(path: String)
    /// An unexpected error: the call and its error number.
    case unexpected(call: String, code: Int32)

    public var description: String {
      switch self {
      case .closed(let descriptor, let label):
        "descriptor \(descriptor)\(Self.quoted(label)) is not open: create the port before closing the descriptor,"
          + " or give the port a duplicate of its own"
      case .notPollable(let descriptor, let label):
        "descriptor \(descriptor)\(Self.quoted(label)) is of a kind that is always ready, like a regular file or directory,"
          + " and can not be watched: read it directly, or on another thread that posts the result"
      case .alreadyWatched(let descriptor, let label, let mode):
        "descriptor \(descriptor)\(Self.quoted(label)) is already watched in mode '\(mode)': use one port source"
          + " per descriptor, or give the second one a duplicate made by dup(2)"
      case .tooManyDescriptors:
        "no descriptor is left: close some, or raise the limit (ulimit -n)"
      case .watchLimitReached:
        "the kernel's limit of watched descriptors is reached, or it has no memory left for them: watch fewer, or see"
          + " /proc/sys/fs/epoll/max_user_watches, for files /proc/sys/fs/inotify/max_user_watches"
      case .notASignal(let number):
        "\(number) is no signal that can be waited for: SIGKILL and SIGSTOP can not, others are 1 to 64"
      case .noSuchProcess(let process):
        "there is no process \(process): make the source before waiting for the process elsewhere"
      case .notStarted(let program, let code):
        "'\(program)' could not be started (error number \(code)): see that it exists and may be executed"
      case .noSuchFile(let path):
        "there is nothing at '\(path)': watch its directory to see it come"
      case .accessDenied(let path):
        "'\(path)' may not be read by this user, and only what may be read can be watched"
      case .unexpected(let call, let code):
        "\(call) failed with error number \(code)"
      }
    }

    private static func quoted(_ label: String) -> String {
      label.isEmpty ? "" : " ('\(label)')"
    }
  }
}
