import HIDEvents
import LinuxSystem

/// A picture in memory that a compositor reads, too.
package final class SharedPicture {
  package let width: Int
  package let height: Int
  /// The compositor's number, or this program's, for the memory.
  package var object: UInt32 = 0
  /// Whether the compositor may be reading the buffer, which must not change then.
  package var isBusy = false
  private let memory: UnsafeMutablePointer<UInt32>
  /// Parts that lag behind the program's picture.
  private var missed: MissedParts

  /// Makes the memory, and has `share` give its descriptor to the compositor; nil when there is no memory.
  package init?(width: Int, height: Int, share: (_ descriptor: Int32, _ bytes: Int) -> Void) {
    let bytes = width * height * 4
    let descriptor = linux_shared_memory("picture", bytes)
    guard descriptor >= 0 else { return nil }
    guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    self.width = width
    self.height = height
    self.memory = memory.bindMemory(to: UInt32.self, capacity: width * height)
    missed = MissedParts(width: width, height: height)
    missed.addAll()
    share(descriptor, bytes)
  }

  deinit { munmap(memory, width * height * 4) }

  /// A part of the program's picture has changed.
  package func mark(_ part: PixelRect) { missed.add(part) }

  /// Copies what has changed since the last time. What lies outside of the picture stays.
  package func update(_ pixels: UnsafePointer<UInt32>, stride: Int, rows: Int) {
    for part in missed.take() {
      guard let part = part.within(stride, rows) else { continue }
      for y in part.minY..<part.maxY {
        (memory + y * width + part.minX).update(from: pixels + y * stride + part.minX, count: part.width)
      }
    }
  }

  /// The pixel at a place, for tests.
  func pixel(x: Int, y: Int) -> UInt32 { memory[y * width + x] }
}
