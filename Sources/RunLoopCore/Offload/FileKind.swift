import LinuxSystem

extension Offload {
  /// The kind of a file or of a directory's entry.
  public enum FileKind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A directory.
    case directory
    /// A symbolic link.
    case symbolicLink
    /// A character device, such as a terminal.
    case characterDevice
    /// A block device, such as a disk.
    case blockDevice
    /// A named pipe.
    case fifo
    /// A socket with a path.
    case socket
    /// Another kind. For an entry: the file system does not report kinds; read the status.
    case unknown

    init(mode: UInt32) {
      self =
        switch mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        case S_IFLNK: .symbolicLink
        case S_IFCHR: .characterDevice
        case S_IFBLK: .blockDevice
        case S_IFIFO: .fifo
        case S_IFSOCK: .socket
        default: .unknown
        }
    }
  }
}
