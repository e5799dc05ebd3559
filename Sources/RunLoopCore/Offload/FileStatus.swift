import Glibc

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

  /// The status of a file. Corresponds to `struct stat`.
  public struct FileStatus: Hashable, Sendable {
    /// Its kind.
    public let kind: FileKind
    /// Its length in bytes.
    public let size: Int
    /// The lower twelve bits of the mode.
    public let permissions: UInt32
    /// The number of its user.
    public let owner: UInt32
    /// The number of its group.
    public let group: UInt32
    /// The number of its names.
    public let links: Int
    /// The number of its file system.
    public let device: UInt64
    /// Its number in the file system.
    public let inode: UInt64
    /// The time of the last change of its contents, since 1970.
    public let modified: Duration

    init(_ status: stat) {
      kind = FileKind(mode: status.st_mode)
      size = Int(status.st_size)
      permissions = status.st_mode & 0o7777
      owner = status.st_uid
      group = status.st_gid
      links = Int(status.st_nlink)
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      modified = .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
    }
  }

  /// A name in a directory.
  public struct DirectoryEntry: Hashable, Sendable {
    /// The name's bytes, which need not be UTF-8.
    public let nameBytes: [UInt8]
    /// The kind, where the file system reports it.
    public let kind: FileKind

    /// The name, repaired if it is not UTF-8.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }
  }
}
