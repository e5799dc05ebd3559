/// Transfers that take several system calls: whole files, whole buffers.
package enum ByteTransfer {
  /// Reads to the end of a descriptor, or `limit` bytes.
  package static func readToEnd(
    _ descriptor: Int32, limit: Int = .max, expecting size: Int = 4096
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let room = min(max(size, bytes.count, 1), limit - bytes.count)
      var failure: Errno?
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = uninterrupted { read(descriptor, buffer.baseAddress, room) }
        if result < 0 { failure = .last }
        count = max(result, 0)
      }
      if let failure { throw failure }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  /// Reads bytes at an offset of a file, and returns how many: fewer at the file's end or after an error.
  package static func readPart(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = uninterrupted {
        pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      }
      if count <= 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes all bytes to a descriptor.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = uninterrupted {
        write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 else { throw count < 0 ? .last : Errno(ENOSPC) }
      written += count
    }
  }

  /// Writes all of a text to a descriptor.
  package static func writeAll(_ text: String, to descriptor: Int32) throws(Errno) {
    var text = text
    let failure: Errno? = text.withUTF8 { bytes in
      do throws(Errno) {
        try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }
}
