import LinuxSystem

/// The kernel's own samples of one thread's stack while it runs: no signal, no handler, nothing that the thread could
/// notice. Many containers forbid them.
///
/// For one thread.
final class PerformanceEvents {
  private let descriptor: Int32
  private let ring: PerformanceRing
  private static let stackSize = 48 << 10
  /// Of the thread's own time.
  private static let period: UInt64 = 50_000
  /// By perf's numbers: rbx, rbp, rsp, rip, r12, r13, r14, r15; in this order in a record.
  private static let registers: UInt64 = 1 << 1 | 1 << 6 | 1 << 7 | 1 << 8 | 0xf << 20

  /// Nil where they are not to be had.
  init?(thread: Int32) {
    #if arch(x86_64)
      let descriptor = linux_perf_open(thread, Self.period, Self.registers, UInt32(Self.stackSize))
      guard descriptor >= 0 else { return nil }
      guard let ring = PerformanceRing(descriptor, size: 128 << 10) else {
        close(descriptor)
        return nil
      }
      (self.descriptor, self.ring) = (descriptor, ring)
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Waits until the thread has run a little, at the longest until the time (CLOCK_MONOTONIC); nil when it has not, or
  /// was in the kernel all the time.
  func withStack<Result>(until deadline: UInt64, _ body: (StackCopy) -> Result) -> Result? {
    ring.skipAll()
    guard linux_perf_switch(descriptor, 1) == 0 else { return nil }
    while ring.isEmpty {
      let now = MonotonicTime.now
      guard now < deadline else { break }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, Int32(min((deadline - now) / 1_000_000 + 1, 1000)))
      // The thread has ended: the kernel says so for ever.
      if entry.revents & Int16(POLLHUP | POLLERR) != 0 { break }
    }
    _ = linux_perf_switch(descriptor, 0)
    return firstStack(body)
  }

  private func firstStack<Result>(_ body: (StackCopy) -> Result) -> Result? {
    let sample: UInt32 = 9
    var result: Result?
    ring.read { kind, bytes in
      if kind == sample, let stack = Self.stack(bytes) { result = body(stack) }
      return result == nil
    }
    return result
  }

  /// Header, form of the registers (0: none), the registers, the stack's size, its bytes, how many of them are real.
  static func stack(_ bytes: UnsafeRawBufferPointer) -> StackCopy? {
    let stackStart = 8 + 8 + 8 * 8 + 8
    guard bytes.count >= stackStart + 8, bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) != 0 else {
      return nil
    }
    func word(_ offset: Int) -> UInt { UInt(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    let values = (0..<8).map { word(16 + 8 * $0) }
    let size = word(stackStart - 8)
    guard size > 0, size <= UInt(bytes.count - stackStart - 8) else { return nil }
    let count = min(word(stackStart + Int(size)), size)
    var registers = MachineRegisters(programCounter: values[3], stackPointer: values[2])
    for (register, value) in zip([3, 6, 12, 13, 14, 15], values[0...1] + values[4...]) {
      registers[register] = value
    }
    return StackCopy(
      registers: registers, low: values[2],
      bytes: UnsafeRawBufferPointer(rebasing: bytes[stackStart..<stackStart + Int(count)]),
      isCut: count == size)
  }
}
