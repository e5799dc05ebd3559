import LinuxSystem

extension Offload {
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
}
