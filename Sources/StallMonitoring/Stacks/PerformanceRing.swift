import LinuxSystem

/// The ring into which the kernel writes the records of a performance event.
///
/// For one thread.
final class PerformanceRing {
  private let page: UnsafeMutableRawPointer
  private let size: Int
  /// One contiguous record: in the ring it may be split.
  private let record: UnsafeMutableRawBufferPointer
  private static let pageSize = 4096

  /// Nil when there is no memory for it. The event stays the caller's.
  ///
  /// - Parameter size: a power of two, and pages.
  init?(_ descriptor: Int32, size: Int) {
    let page = mmap(nil, Self.pageSize + size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let page, page != MAP_FAILED else { return nil }
    (self.page, self.size) = (page, size)
    // A record is at most 64 KiB less one byte.
    record = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit {
    munmap(page, Self.pageSize + size)
    record.deallocate()
  }

  var isEmpty: Bool { linux_perf_written(page) == linux_perf_read(page) }

  func skipAll() { linux_perf_set_read(page, linux_perf_written(page)) }

  /// Passes the records in order, each with its kind, until one is not taken; that one is passed again the next time.
  func read(_ take: (_ kind: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool) {
    let end = linux_perf_written(page)
    var place = linux_perf_read(page)
    while end &- place >= 8 {
      let size = copy(place, count: 8).loadUnaligned(fromByteOffset: 6, as: UInt16.self)
      guard size >= 8, UInt64(size) <= end &- place else { return }
      let bytes = copy(place, count: Int(size))
      guard take(bytes.loadUnaligned(as: UInt32.self), bytes) else { return }
      place &+= UInt64(size)
      linux_perf_set_read(page, place)
    }
  }

  private func copy(_ place: UInt64, count: Int) -> UnsafeRawBufferPointer {
    let ring = page + Self.pageSize
    let start = Int(place % UInt64(size))
    let first = min(count, size - start)
    if let target = record.baseAddress {
      memcpy(target, ring + start, first)
      memcpy(target + first, ring, count - first)
    }
    return UnsafeRawBufferPointer(rebasing: record[0..<count])
  }
}
