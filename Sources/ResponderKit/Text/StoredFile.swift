import LinuxSystem

/// An open file that is a regular one, of fonts and pictures.
struct StoredFile: ~Copyable {
  private let descriptor: Int32
  let size: Int

  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The bytes from an offset on; fewer at the file's end.
  func read(_ offset: Int, _ count: Int) -> [UInt8] {
    let count = max(min(count, size - offset), 0)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      done = ByteTransfer.readPart(descriptor, at: offset, into: .init(rebasing: bytes[..<count]))
    }
  }
}
