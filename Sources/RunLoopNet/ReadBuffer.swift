/// Memory that connections of one thread read into, one after the other.
///
/// Received bytes are delivered before the next connection reads. Only when that callback runs the loop, and another connection
/// reads inside, the inner one gets memory of its own.
public final class ReadBuffer {
  private let memory: UnsafeMutableRawBufferPointer
  @exclusivity(unchecked) private var isInUse = false

  /// Memory of a size in bytes.
  public init(size: Int = 65_536) {
    memory = .allocate(byteCount: max(size, 1), alignment: 16)
  }

  deinit {
    memory.deallocate()
  }

  @inline(__always)
  func use(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    guard !isInUse else { return useOther(body) }
    isInUse = true
    body(memory)
    isInUse = false
  }

  private func useOther(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    let other = UnsafeMutableRawBufferPointer.allocate(byteCount: memory.count, alignment: 16)
    defer { other.deallocate() }
    body(other)
  }
}
