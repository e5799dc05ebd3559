extension RunLoop {
  /// Why a descriptor can not be watched. `description` says what to do about it.
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
    /// What nobody expects: the call and its error number.
    case unexpected(call: String, code: Int32)

    public var description: String {
      switch self {
      case .closed(let descriptor, let label):
        "descriptor \(descriptor)\(Self.quoted(label)) is not open: create the port before closing the descriptor,"
          + " or give the port a duplicate of its own"
      case .notPollable(let descriptor, let label):
        "descriptor \(descriptor)\(Self.quoted(label)) is a regular file or directory, which is always ready and"
          + " can not be watched: read it directly, or on another thread that posts the result"
      case .alreadyWatched(let descriptor, let label, let mode):
        "descriptor \(descriptor)\(Self.quoted(label)) is already watched in mode '\(mode)': use one port source"
          + " per descriptor, or give the second one a duplicate made by dup(2)"
      case .tooManyDescriptors:
        "no descriptor is left: close some, or raise the limit (ulimit -n)"
      case .watchLimitReached:
        "the kernel can watch no more descriptors: see /proc/sys/fs/epoll/max_user_watches"
      case .unexpected(let call, let code):
        "\(call) failed with error number \(code)"
      }
    }

    private static func quoted(_ label: String) -> String {
      label.isEmpty ? "" : " ('\(label)')"
    }
  }
}
