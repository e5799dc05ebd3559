import LinuxSystem

/// Reads the memory of a process through the kernel: unmapped memory is a short read, not a crash.
///
/// For one thread.
final class ProcessMemory {
  private let process: Int32
  /// Used when the call is refused, as some containers do.
  private var file: Int32 = -1
  private var isCallRefused = false
  private let pieces = UnsafeMutablePointer<iovec>.allocate(capacity: ProcessMemory.pagesAtOnce)
  private static let pagesAtOnce = 64
  private static let pageSize: UInt = 4096

  /// - Parameter process: the calling one when nil.
  init(of process: Int32? = nil) { self.process = process ?? getpid() }

  deinit {
    pieces.deallocate()
    if file >= 0 { close(file) }
  }

  /// Copies from the address up to unmapped memory; returns the number of bytes copied.
  func read(_ address: UInt, into target: UnsafeMutableRawPointer, count: Int) -> Int {
    var done = 0
    while done < count {
      let step = readPages(address &+ UInt(done), into: target + done, count: count - done)
      if step <= 0 { break }
      done += step
    }
    return done
  }

  /// All bytes, or nil.
  func bytes(_ address: UInt, count: Int) -> [UInt8]? {
    guard count > 0 else { return nil }
    let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = buffer.baseAddress.map { read(address, into: $0, count: count) } ?? 0
    }
    return result.count == count ? result : nil
  }

  func word<Word: FixedWidthInteger>(_ address: UInt, as type: Word.Type) -> Word? {
    var value: Word = 0
    let size = MemoryLayout<Word>.size
    return read(address, into: &value, count: size) == size ? value : nil
  }

  /// The text up to its 0, or up to the limit; empty where there is none.
  func text(_ address: UInt, limit: Int) -> String {
    guard address != 0 else { return "" }
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      filled = buffer.baseAddress.map { read(address, into: $0, count: limit) } ?? 0
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// One piece per page: the kernel does not split a piece.
  private func readPages(_ address: UInt, into target: UnsafeMutableRawPointer, count: Int) -> Int {
    if isCallRefused { return readFile(address, into: target, count: count) }
    var at = address
    var left = count
    var number = 0
    while left > 0, number < Self.pagesAtOnce {
      let toPageEnd = Int(Self.pageSize - at % Self.pageSize)
      let size = min(left, toPageEnd)
      pieces[number] = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: at), iov_len: size)
      at &+= UInt(size)
      left -= size
      number += 1
    }
    var local = iovec(iov_base: target, iov_len: count - left)
    let result = linux_process_vm_readv(process, &local, 1, pieces, UInt(number))
    if result < 0, Errno.last == EPERM || Errno.last == ENOSYS {
      isCallRefused = true
      return readFile(address, into: target, count: count)
    }
    return result
  }

  private func readFile(_ address: UInt, into target: UnsafeMutableRawPointer, count: Int) -> Int {
    if file < 0 { file = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC) }
    guard file >= 0, let offset = off_t(exactly: address) else { return 0 }
    return pread(file, target, count, offset)
  }
}
