/// Written bytes that the socket has not taken yet, in reused memory.
struct WriteQueue {
  private var bytes: [UInt8] = []
  /// Bytes before this place were sent.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // Sent bytes are removed when they are the greater part, so that each byte is moved once at most on average.
    if start > 4096, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Passes the rest to `send`, which returns the number of bytes sent.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
    start += bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    guard isEmpty else { return }
    // Frees the memory of a flood.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
    start = 0
  }
}
