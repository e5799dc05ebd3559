/// A C function's context. It is released with the closure that holds it.
final class Context: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private var release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(
    _ pointer: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.pointer = pointer
    self.release = release
  }

  deinit { release?(pointer) }

  /// Leaves the pointer to its owner: it is not released. Call this before sharing it.
  func keep() { release = nil }
}

/// A text from C, or the empty one.
func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
