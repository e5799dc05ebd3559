import LinuxSystem

/// Reading regular files. Each operation checks between two system calls whether it was cancelled.
extension Offload.Work where Value == [UInt8] {
  /// Reads the contents of a file.
  ///
  /// - Parameter limit: a longer file is an error, `tooLong`.
  public static func read(_ path: String, limit: Int = .max) -> Self {
    Self { job throws(OffloadError) in
      try Offload.withFile(path, O_RDONLY) { file throws(SystemError) in
        // Files of /proc have a size of 0; that of a sparse file may be the largest number.
        let size = min(Int(try SystemCall.fileStatus(file).st_size), .max - 1)
        var bytes: [UInt8] = []
        while bytes.count <= limit, !job.isCancelled {
          // The rest of the file, or as much again if it is longer than its size; one more byte detects the end.
          let room = max(size - bytes.count + 1, size == 0 ? bytes.count : 0, 4096)
          if try bytes.appendFrom(file, min(room, 1 << 20)) == 0 { break }
        }
        return bytes
      }.within(limit, path)
    }
  }

  /// Reads at most `count` bytes of an open file, from an offset on; fewer at its end. The caller keeps the descriptor open until
  /// the work has ended.
  public static func read(_ descriptor: Int32, at place: Int, count: Int) -> Self {
    Self { job throws(OffloadError) in
      do throws(SystemError) {
        var bytes: [UInt8] = []
        while bytes.count < count, !job.isCancelled {
          if try bytes.appendFrom(descriptor, min(count - bytes.count, 1 << 20), at: place + bytes.count) == 0
          {
            break
          }
        }
        return bytes
      } catch {
        throw OffloadError(error, "descriptor \(descriptor)")
      }
    }
  }
}

extension Offload.Work where Value == Void {
  /// Replaces a file's contents by the bytes, or appends them. Creates the file if there is none.
  ///
  /// When it is cancelled or fails halfway, the file contains a part of them.
  ///
  /// - Parameter synchronizes: whether it ends only when the bytes are on the disk, by fsync(2).
  public static func write(
    _ bytes: [UInt8], to path: String, appends: Bool = false, permissions: UInt32 = 0o644,
    synchronizes: Bool = false
  ) -> Self {
    Self { job throws(OffloadError) in
      try Offload.withFile(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC), permissions) {
        file throws(SystemError) in
        try Offload.writeAll(bytes, to: file, at: nil, job)
        if synchronizes, !job.isCancelled { try SystemCall.synchronizeFile(file) }
      }
    }
  }

  /// Writes the bytes into an open file from an offset on.
  public static func write(_ bytes: [UInt8], to descriptor: Int32, at place: Int) -> Self {
    Self { job throws(OffloadError) in
      do throws(SystemError) { try Offload.writeAll(bytes, to: descriptor, at: place, job) } catch {
        throw OffloadError(error, "descriptor \(descriptor)")
      }
    }
  }

  /// Waits until everything that was written to an open file is on the disk. Corresponds to `fsync`.
  public static func synchronize(_ descriptor: Int32) -> Self {
    Self { _ throws(OffloadError) in
      do throws(SystemError) { try SystemCall.synchronizeFile(descriptor) } catch {
        throw OffloadError(error, "descriptor \(descriptor)")
      }
    }
  }
}

extension Offload.Work where Value == Offload.FileStatus {
  /// Reads the status of a file. Corresponds to `stat` and `lstat`.
  ///
  /// - Parameter followsLinks: whether a symbolic link stands for the file that it names.
  public static func status(of path: String, followsLinks: Bool = true) -> Self {
    Self { _ throws(OffloadError) in
      do throws(SystemError) {
        return Offload.FileStatus(try SystemCall.fileStatus(of: path, followsLinks: followsLinks))
      } catch {
        throw OffloadError(error, path)
      }
    }
  }
}

extension Offload.Work where Value == [Offload.DirectoryEntry] {
  /// Reads the entries of a directory: unordered, without `.` and `..`.
  public static func entries(of path: String) -> Self {
    Self { job throws(OffloadError) in
      var entries: [Offload.DirectoryEntry] = []
      do throws(SystemError) {
        try SystemCall.directoryEntries(of: path) { name, kind in
          // The kinds of entries are those of modes, shifted.
          entries.append(.init(nameBytes: name, kind: Offload.FileKind(mode: UInt32(kind) << 12)))
          return !job.isCancelled
        }
      } catch {
        throw OffloadError(error, path)
      }
      return entries
    }
  }
}

extension Offload {
  /// Opens a file, and closes it when the body has ended.
  fileprivate static func withFile<Value>(
    _ path: String, _ flags: Int32, _ permissions: UInt32 = 0, _ body: (Int32) throws(SystemError) -> Value
  ) throws(OffloadError) -> Value {
    do throws(SystemError) {
      let file = try SystemCall.openFile(path, flags, permissions: permissions)
      defer { close(file) }
      return try body(file)
    } catch {
      throw OffloadError(error, path)
    }
  }

  fileprivate static func writeAll(
    _ bytes: [UInt8], to file: Int32, at place: Int?, _ job: Job
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count, !job.isCancelled {
      let end = min(written + 1 << 20, bytes.count)
      let count = try bytes.writing(written..<end, to: file, at: place.map { $0 + written })
      written += count
    }
  }
}

extension [UInt8] {
  /// Reads at most `room` bytes, and returns their number.
  fileprivate mutating func appendFrom(_ file: Int32, _ room: Int, at place: Int? = nil) throws(SystemError)
    -> Int
  {
    var outcome: Result<Int, SystemError> = .success(0)
    // Uninitialized: a file's last read costs no clearing of memory.
    let piece = Self(unsafeUninitializedCapacity: room) { buffer, count in
      do throws(SystemError) {
        count = try SystemCall.readFile(file, into: UnsafeMutableRawBufferPointer(buffer), at: place)
        outcome = .success(count)
      } catch {
        outcome = .failure(error)
      }
    }
    if isEmpty { self = piece } else { append(contentsOf: piece) }
    return try outcome.get()
  }

  fileprivate func writing(_ range: Range<Int>, to file: Int32, at place: Int?) throws(SystemError) -> Int {
    var outcome: Result<Int, SystemError> = .success(0)
    withUnsafeBytes { all in
      do throws(SystemError) {
        outcome = .success(
          try SystemCall.writeFile(file, UnsafeRawBufferPointer(rebasing: all[range]), at: place))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }

  fileprivate func within(_ limit: Int, _ path: String) throws(OffloadError) -> [UInt8] {
    if count > limit { throw .tooLong(path: path, limit: limit) }
    return self
  }
}
