/// Bytes that were written and that the socket has not taken yet, in memory that is used again.
struct WriteQueue {
  private var bytes: [UInt8] = []
  /// Those before this were sent.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // What was sent is removed when it is the greater part, so that each byte is moved once at most on the average.
    if start > 4096, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Hands what is left to `send`, which says how much of it went.
  mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
    start += bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    guard isEmpty else { return }
    // What a flood needed is given back.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
    start = 0
  }
}
