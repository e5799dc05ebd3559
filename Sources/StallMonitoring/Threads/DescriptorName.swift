import LinuxSystem

/// What a descriptor of a process is.
enum DescriptorName {
  /// Its path, or the kernel's name of a socket or pipe; and what waiting for it means.
  static func describe(_ descriptor: UInt, of process: Int32? = nil) -> (name: String, kind: WaitKind) {
    guard let number = Int32(exactly: descriptor & 0xffff_ffff) else { return ("", .fileIO) }
    let path = "\(KernelFile.folder(of: process))/fd/\(number)"
    let name = KernelFile.link(path) ?? bare(descriptor)
    var status = stat()
    guard (process == nil ? fstat(number, &status) : stat(path, &status)) == 0 else { return (name, .fileIO) }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return (name, .pipe)
    case S_IFSOCK: return (name, .socket)
    case S_IFCHR: return (name, isTerminal(name) ? .poll : .fileIO)
    case S_IFREG, S_IFDIR, S_IFBLK: return (name, .fileIO)
    // Not a file: eventfd, timerfd, signalfd, inotify.
    default: return (name, name.hasPrefix("anon_inode:[timerfd]") ? .sleep : .wait)
    }
  }

  /// "descriptor 3": the number alone, without looking it up.
  static func bare(_ descriptor: UInt) -> String { "descriptor \(Int32(truncatingIfNeeded: descriptor))" }

  private static func isTerminal(_ name: String) -> Bool {
    name.hasPrefix("/dev/pts/") || name.hasPrefix("/dev/tty")
  }
}
