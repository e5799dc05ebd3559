import LinuxSystem

/// The kernel's own samples of one thread's stack while it runs: without a signal or a handler, and without disturbing the
/// thread. Many containers forbid them.
///
/// For one thread.
final class PerformanceEvents {
  private let descriptor: Int32
  private let ring: PerformanceRing
  private static let stackSize = 48 << 10
  /// The sampling period, in the thread's own time.
  private static let period: UInt64 = 50_000
  /// Nil where they are not available.
  init?(thread: Int32) {
    guard Architecture.isSupported else { return nil }
    let descriptor = linux_perf_open(
      thread, Self.period, Architecture.own.performanceMask, UInt32(Self.stackSize))
    guard descriptor >= 0 else { return nil }
    guard let ring = PerformanceRing(descriptor, size: 128 << 10) else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.ring) = (descriptor, ring)
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
      // The thread has ended: the kernel reports this from now on.
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
  static func stack(_ bytes: UnsafeRawBufferPointer, of architecture: Architecture = .own) -> StackCopy? {
    let order = architecture.performanceOrder
    let stackStart = 8 + 8 + order.count * 8 + 8
    guard bytes.count >= stackStart + 8, bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) != 0 else {
      return nil
    }
    func word(_ offset: Int) -> UInt { UInt(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    let size = word(stackStart - 8)
    guard size > 0, size <= UInt(bytes.count - stackStart - 8) else { return nil }
    let count = min(word(stackStart + Int(size)), size)
    var registers = MachineRegisters(programCounter: 0, stackPointer: 0, of: architecture)
    for (index, register) in order.enumerated() {
      switch register {
      case architecture.programCounter: registers.programCounter = word(16 + 8 * index)
      case architecture.stackPointer: registers.stackPointer = word(16 + 8 * index)
      default: registers[register] = word(16 + 8 * index)
      }
    }
    return StackCopy(
      registers: registers, low: registers.stackPointer,
      bytes: UnsafeRawBufferPointer(rebasing: bytes[stackStart..<stackStart + Int(count)]),
      isCut: count == size)
  }
}
