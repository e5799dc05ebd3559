import LinuxSystem

/// A picture in memory that the compositor reads, too.
final class WaylandBuffer {
  typealias Part = (x: Int, y: Int, width: Int, height: Int)

  let width: Int
  let height: Int
  /// The number of the `wl_buffer`.
  var object: UInt32 = 0
  /// The compositor may read it: it must not be changed.
  var isBusy = false
  private let memory: UnsafeMutablePointer<UInt32>
  /// Parts that are not as in the program's picture.
  private var stale: [Part]

  private static let mostParts = 32

  /// Makes the memory, and has `share` give its descriptor to the compositor; nil when there is no memory.
  init?(width: Int, height: Int, share: (_ descriptor: Int32, _ bytes: Int) -> Void) {
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
    stale = [(0, 0, width, height)]
    share(descriptor, bytes)
  }

  deinit { munmap(memory, width * height * 4) }

  /// A part of the program's picture has changed.
  func mark(_ part: Part) {
    if stale.count < Self.mostParts { stale.append(part) } else { stale = [(0, 0, width, height)] }
  }

  /// Copies what has changed since the last time. What lies outside of the picture or of the buffer stays.
  func update(_ pixels: UnsafePointer<UInt32>, stride: Int, rows: Int) {
    for part in stale {
      let columns = min(part.x + part.width, stride, width) - part.x
      let end = min(part.y + part.height, rows, height)
      guard columns > 0, part.x >= 0, part.y >= 0 else { continue }
      for y in part.y..<max(end, part.y) {
        (memory + y * width + part.x).update(from: pixels + y * stride + part.x, count: columns)
      }
    }
    stale.removeAll(keepingCapacity: true)
  }

  /// The pixel at a place, for tests.
  func pixel(x: Int, y: Int) -> UInt32 { memory[y * width + x] }
}
