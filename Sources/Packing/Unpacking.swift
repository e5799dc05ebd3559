/// Memory for what is unpacked, and where the packed bytes are.
enum Unpacking {
  /// - Parameter body: unpacks `end` bytes into room for `size`, and sets how many it has written.
  static func bytes(
    of packed: ArraySlice<UInt8>, size: Int,
    _ body: (
      _ bytes: UnsafePointer<UInt8>, _ end: Int, _ output: UnsafeMutablePointer<UInt8>, _ written: inout Int
    ) throws(PackingError) -> Void
  ) throws(PackingError) -> [UInt8] {
    var failure: PackingError?
    let unpacked = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, written in
      packed.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress, let start = output.baseAddress else {
          failure = .tooShort
          return
        }
        do throws(PackingError) { try body(base, bytes.count, start, &written) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return unpacked
  }
}
