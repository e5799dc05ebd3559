import LinuxSystem

/// Reads and writes whole files, with the system's errors.
package enum FileBytes {
  /// The file's bytes, at most `limit` of them. For files of the kernel and of this process; others are `ForeignFile`s.
  package static func read(_ path: String, limit: Int) throws(StallMonitorError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: Errno.last.description) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: Errno.last.description)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is no file")
    }
    do throws(Errno) {
      // Generated files of the kernel have no size.
      let size = max(min(Int(status.st_size), limit) + 1, 4096)
      return try ByteTransfer.readToEnd(descriptor, limit: limit, expecting: size)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }

  /// Replaces the file atomically: a reader sees the old or the new contents. A device, pipe or socket of that name is an error:
  /// the user root would lose `/dev/null`.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(StallMonitorError) {
    // The path would be cut off at the NUL, and name another file.
    if path.utf8.contains(0) { throw .unwritable(path: path, reason: Errno(ENOENT).description) }
    var status = stat()
    if lstat(path, &status) == 0, [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) {
      throw .unwritable(path: path, reason: "it is no file")
    }
    let (temporary, descriptor) = try newFile(for: path)
    var filled = 0
    let refusal = withoutSizeSignal {
      while filled < bytes.count {
        let count = bytes.withUnsafeBytes {
          LinuxSystem.write(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled)
        }
        guard count > 0 else { return count < 0 ? Errno.last.code : ENOSPC }
        filled += count
      }
      return 0
    }
    close(descriptor)
    guard refusal == 0 else {
      unlink(temporary)
      throw .unwritable(path: path, reason: Errno(refusal).description)
    }
    guard rename(temporary, path) == 0 else {
      let reason = Errno.last.description
      unlink(temporary)
      throw .unwritable(path: path, reason: reason)
    }
  }

  /// Overwrites a place of a file; false when not all of it could be written.
  static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    withoutSizeSignal {
      let count = pwrite(descriptor, bytes, bytes.count, off_t(offset))
      return count == bytes.count ? 0 : count < 0 ? Errno.last.code : ENOSPC
    } == 0
  }

  /// A new file beside the path, under a random name.
  private static func newFile(
    for path: String
  ) throws(StallMonitorError) -> (name: String, descriptor: Int32) {
    for _ in 0..<16 {
      let name = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if descriptor >= 0 { return (name, descriptor) }
      if Errno.last != EEXIST { break }
    }
    throw .unwritable(path: path, reason: Errno.last.description)
  }

  /// Makes the folder and its parents, readable by their owner only.
  static func makeFolder(_ path: String) throws(StallMonitorError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      if mkdir(made, 0o700) != 0, Errno.last != EEXIST, Errno.last != EROFS, Errno.last != EACCES {
        throw .unusableFolder(path: path, reason: Errno.last.description)
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unusableFolder(path: path, reason: Errno.last.description) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .unusableFolder(path: path, reason: "it is no folder")
    }
  }

  /// The names in a folder: all, or an error.
  static func names(in folder: String) throws(StallMonitorError) -> [String] {
    do throws(Errno) {
      return try Folder.names(in: folder).sorted()
    } catch {
      throw .unusableFolder(path: folder, reason: error.description)
    }
  }

  /// Calls `body` with SIGXFSZ suppressed: a limit on the size of files would otherwise end the process. Interrupted calls
  /// are retried.
  static func withoutSizeSignal(_ body: () -> Int32) -> Int32 {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    sigaddset(&held, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var result = body()
    while result == EINTR { result = body() }
    var none = timespec()
    if result == EFBIG, sigismember(&before, SIGXFSZ) == 0 { _ = sigtimedwait(&held, nil, &none) }
    return result
  }
}
