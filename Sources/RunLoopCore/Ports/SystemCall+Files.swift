import LinuxSystem

/// The system calls of regular files: they block, and are for threads that may block.
extension SystemCall {
  static func openFile(_ path: String, _ flags: Int32, permissions: UInt32 = 0) throws(SystemError) -> Int32 {
    // The path would be cut off at the NUL, and name another file.
    if path.utf8.contains(0) { throw SystemError(call: "open", code: ENOENT) }
    return try checked("open") { open(path, flags | O_CLOEXEC, mode_t(permissions)) }
  }

  /// Reads at the place in the file or, when it is nil, at the descriptor's position.
  static func readFile(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at place: Int? = nil
  ) throws(SystemError) -> Int {
    if let place {
      return try checked("pread") { pread(descriptor, buffer.baseAddress, buffer.count, place) }
    }
    return try checked("read") { read(descriptor, buffer.baseAddress, buffer.count) }
  }

  static func writeFile(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at place: Int? = nil
  ) throws(SystemError) -> Int {
    if let place {
      return try checked("pwrite") { pwrite(descriptor, bytes.baseAddress, bytes.count, place) }
    }
    return try checked("write") { write(descriptor, bytes.baseAddress, bytes.count) }
  }

  static func synchronizeFile(_ descriptor: Int32) throws(SystemError) {
    _ = try checked("fsync") { fsync(descriptor) }
  }

  static func fileStatus(_ descriptor: Int32) throws(SystemError) -> stat {
    var status = stat()
    _ = try checked("fstat") { fstat(descriptor, &status) }
    return status
  }

  static func fileStatus(of path: String, followsLinks: Bool) throws(SystemError) -> stat {
    if path.utf8.contains(0) { throw SystemError(call: "stat", code: ENOENT) }
    var status = stat()
    _ = try checked("stat") { followsLinks ? stat(path, &status) : lstat(path, &status) }
    return status
  }

  /// The names in a directory, as bytes, and the kinds that the file system reports; without `.` and `..`.
  static func directoryEntries(
    of path: String, _ body: (_ name: [UInt8], _ kind: UInt8) -> Bool
  ) throws(SystemError) {
    let folder: Folder
    do { folder = try Folder(path) } catch { throw SystemError(call: "opendir", code: error.code) }
    do throws(Errno) {
      while let entry = try folder.next(), body(Array(entry.bytes), entry.kind) {}
    } catch {
      throw SystemError(call: "readdir", code: error.code)
    }
  }
}
