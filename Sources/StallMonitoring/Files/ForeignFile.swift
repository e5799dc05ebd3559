import LinuxSystem

/// A file that another program or user may have put in its place: opened for reading, and known to be a plain file.
///
/// Opening neither blocks nor has a side effect: a FIFO, a device or a socket is recognized before it is opened. Kind, owner
/// and size are read from the opened file itself, so that it can not be replaced in between. The contents remain untrusted.
struct ForeignFile: ~Copyable {
  /// The owners whose files are accepted.
  enum Owner: Equatable {
    case anyone
    case user(uid_t)

    /// The user with whose rights the process makes files.
    static var caller: Owner { .user(geteuid()) }
  }

  enum Access {
    case reading
    case writing
  }

  /// Whether the path may be a symbolic link. Links in the folders before its last part are always followed.
  enum Links {
    case refused
    case followed
  }

  let path: String
  let descriptor: Int32
  let size: Int
  /// When its contents were last changed, seconds of the wall clock.
  let changed: Int64

  /// - Parameter largest: a larger file is refused; nil for any size.
  init(
    _ path: String, owner: Owner = .anyone, links: Links = .refused, for access: Access = .reading,
    largest: Int? = nil
  ) throws(StallMonitorError) {
    func refused(_ reason: String) -> StallMonitorError { .unreadable(path: path, reason: reason) }
    let place = open(path, Self.pathOnly | O_CLOEXEC | (links == .refused ? O_NOFOLLOW : 0))
    guard place >= 0 else { throw refused(Errno.last.description) }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { throw refused(Errno.last.description) }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw refused("it is a symbolic link, which is not followed here")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refused("it is no file") }
    if case .user(let user) = owner, status.st_uid != user {
      throw refused("it belongs to user \(status.st_uid), not to user \(user)")
    }
    if let largest, status.st_size > largest {
      throw refused("it has \(status.st_size) bytes, and \(largest) are allowed")
    }
    // Opens the same file again, with a descriptor that can read.
    let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (access == .writing ? O_RDWR : O_RDONLY)
    let descriptor = open("/proc/self/fd/\(place)", flags)
    guard descriptor >= 0 else { throw refused(Errno.last.description) }
    self.path = path
    self.descriptor = descriptor
    size = Int(clamping: max(status.st_size, 0))
    changed = Int64(status.st_mtim.tv_sec)
  }

  deinit { close(descriptor) }

  /// `O_PATH`, which Swift's Glibc module leaves out.
  private static let pathOnly: Int32 = 0o10_000_000

  /// `count` bytes at an offset; nil when the file no longer has all of them.
  func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
    let size = UInt64(size)
    guard offset <= size, count <= size - offset, let count = Int(exactly: count) else { return nil }
    let bytes = read(at: Int(offset), count: count)
    return bytes.count == count ? bytes : nil
  }

  /// The whole file: as long as when it was opened, or shorter if it was truncated since.
  var contents: [UInt8] { read(at: 0, count: size) }

  private func read(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      filled = ByteTransfer.readPart(descriptor, at: offset, into: .init(rebasing: bytes[..<count]))
    }
  }
}
