import HIDEvents
import LinuxSystem

/// A picture in the memory of another process, which can only be read here.
final class ReceivedPicture {
  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  private let memory: UnsafeMutableRawPointer

  /// Maps the memory; the descriptor stays the caller's. Nil when the memory is too small, or when the other process could make it
  /// smaller, which would end this process when it reads.
  init?(_ descriptor: Int32, width: Int, height: Int) {
    var status = stat()
    let bytes = width * height * 4
    guard linux_cannot_shrink(descriptor) != 0, fstat(descriptor, &status) == 0, Int(status.st_size) >= bytes,
      let memory = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    self.memory = memory
    self.width = width
    self.height = height
  }

  deinit { munmap(memory, width * height * 4) }

  /// Copies a part, which is inside the picture, to a place of another picture.
  func copy(_ part: PixelRect, to target: UnsafeMutablePointer<UInt32>, stride: Int) {
    let pixels = UnsafePointer(memory.assumingMemoryBound(to: UInt32.self))
    for row in 0..<part.height {
      (target + row * stride).update(from: pixels + (part.minY + row) * width + part.minX, count: part.width)
    }
  }
}
