import LinuxSystem

/// A stop of another process's thread, for the time that it takes to copy its registers and its stack.
///
/// The kernel releases the thread when this process ends at any time.
enum TracedStop {
  struct Refusal: Error {
    let reason: String
    /// Whether the thread was stopped all the same.
    var wasStopped = true
  }

  /// The bytes of the copy are those of the buffer.
  ///
  /// - Parameters:
  ///   - process: whose thread it is.
  ///   - meanwhile: called while the thread is stopped; must be brief.
  ///
  /// An `epoll_wait` that the thread begins at this moment ends early, with `EINTR`.
  static func copy(
    _ thread: Int32, of process: Int32, _ memory: ProcessMemory, into buffer: UnsafeMutableRawPointer,
    size: Int,
    meanwhile: () -> Void = {}
  ) -> Result<StackCopy, Refusal> {
    let signal = linux_trace_stop(thread)
    guard signal >= 0 else {
      // The status of a child of this process is left to the code that started it.
      if signal == -ECHILD, thread != process || parent(of: process) != getpid() { linux_trace_take(thread) }
      return .failure(Refusal(reason: reason(-signal), wasStopped: false))
    }
    var values = [UInt64](repeating: 0, count: 2 + Architecture.own.copied.count)
    let failure = linux_trace_registers(thread, &values)
    let low = UInt(values[1]) &- StackCopy.redZone
    let count = failure == 0 ? memory.read(low, into: buffer, count: size) : 0
    if count > 0 { meanwhile() }
    linux_trace_resume(thread, signal)
    guard failure == 0 else { return .failure(Refusal(reason: reason(-failure))) }
    guard count > 0 else { return .failure(Refusal(reason: "the stack can not be read")) }
    var registers = MachineRegisters(programCounter: UInt(values[0]), stackPointer: UInt(values[1]))
    for (register, value) in zip(Architecture.own.copied, values[2...]) { registers[register] = UInt(value) }
    return .success(
      StackCopy(
        registers: registers, low: low, bytes: UnsafeRawBufferPointer(start: buffer, count: count),
        isCut: count == size))
  }

  /// Why this process may not stop any thread; empty when the kernel decides that for each.
  static var refusal: String {
    // No thread has the number 0.
    let error = -linux_trace_stop(0)
    if error == ESRCH { return "" }
    return
      "this process may not call ptrace(2) (\(Errno(error))), as in a container with a strict seccomp profile: only blocked"
      + " threads have stacks; allow the call there, as Docker's --cap-add SYS_PTRACE does"
  }

  static func parent(of process: Int32) -> Int32? {
    guard let text = KernelFile.contents("/proc/\(process)/stat"),
      let name = text.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    // Behind the name: its state, a letter, then its parent.
    return text[(name + 1)...].split(separator: UInt8(ascii: " ")).dropFirst().first.flatMap {
      Int32(String(decoding: $0, as: UTF8.self))
    }
  }

  private static func reason(_ error: Int32) -> String {
    switch error {
    case EPERM: "the thread can not be stopped for its stack: it may not be traced, or a debugger traces it"
    case ESRCH, ECHILD: "the thread has ended"
    default: "the thread can not be stopped for its stack: \(Errno(error))"
    }
  }
}
