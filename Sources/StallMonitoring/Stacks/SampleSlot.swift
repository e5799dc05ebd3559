import LinuxSystem

/// Memory that the monitor and the signal handler share for one thread. Unmapped only when no handler can still write to it,
/// since a signal may be delivered late.
///
/// Words: 0 request, 1 answer (32 bits), 2 the stack's end, 3 bytes copied, 4 the program counter,
/// 5 the stack pointer, 12 the stack's lowest address, 13 the process, 16… the saved registers by their slots; the copy starts at byte 4096.
final class SampleSlot {
  static let copyOffset = 4096
  static let copyLimit = 524_288
  /// Prefaulted size, enough for most stacks; a deeper one costs a page fault for each page the first time.
  private static let readyLimit = 65536

  private let memory: UnsafeMutableRawPointer

  /// Nil when there is no memory.
  init?(stack: Range<UInt>?) {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = mmap(nil, Self.copyOffset + Self.copyLimit, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    self.memory = memory
    for offset in stride(from: 0, to: Self.copyOffset + Self.readyLimit, by: 4096) {
      memory.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
    self.stack = stack ?? 0..<0
    word(13).pointee = UInt(getpid())
  }

  deinit {
    // While a request is unanswered the handler may still run, so the memory has to stay.
    if !isPending { munmap(memory, Self.copyOffset + Self.copyLimit) }
  }

  private func word(_ index: Int) -> UnsafeMutablePointer<UInt> {
    (memory + index * 8).assumingMemoryBound(to: UInt.self)
  }

  /// The address that is sent with the signal.
  var address: UInt { UInt(bitPattern: memory) }
  var answerWord: UnsafePointer<UInt32> { UnsafePointer((memory + 8).assumingMemoryBound(to: UInt32.self)) }
  var request: UInt32 { UInt32(truncatingIfNeeded: word(0).pointee) }
  var isPending: Bool { linux_load_acquire(answerWord) != request }
  /// Its bounds; 0..<0 when not known. To be changed only when no request is pending.
  var stack: Range<UInt> {
    get { word(12).pointee..<max(word(2).pointee, word(12).pointee) }
    set {
      word(2).pointee = newValue.upperBound
      word(12).pointee = newValue.lowerBound
    }
  }

  /// Makes a request; none may be pending.
  func makeRequest() {
    word(0).pointee = UInt(request &+ 1)
  }

  /// The answer to the last request; valid until the next one.
  var copy: StackCopy {
    var registers = MachineRegisters(programCounter: word(4).pointee, stackPointer: word(5).pointee)
    for index in registers.architecture.copied.indices { registers[slot: index] = word(16 + index).pointee }
    let count = min(Int(bitPattern: word(3).pointee), Self.copyLimit)
    let low = registers.stackPointer &- StackCopy.redZone
    return StackCopy(
      registers: registers, low: low,
      bytes: UnsafeRawBufferPointer(start: memory + Self.copyOffset, count: max(count, 0)),
      isCut: count == Self.copyLimit)
  }
}
