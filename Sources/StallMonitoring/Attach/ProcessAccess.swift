import LinuxSystem

/// This process's access to another one, and why the rest is refused.
package struct ProcessAccess: Sendable, Equatable {
  /// Why the calls that threads wait in can not be read; empty when they can.
  package var calls = ""
  /// Why the memory can not be read, and threads can not be stopped for their stacks; empty when they can.
  package var stacks = ""
  /// Why waits that did not block can not be counted; empty when they can.
  package var passes = ""
  /// Why none of its threads is watched as a loop unless it is named; empty when they are.
  package var loops = ""

  /// Throws when the process can not be watched at all.
  static func of(_ process: Int32) throws(StallMonitorError) -> ProcessAccess {
    func refused(_ reason: String) -> StallMonitorError { .unwatchable(process: process, reason: reason) }
    guard process > 0, access("/proc/\(process)", F_OK) == 0 else {
      throw refused("there is none of this number")
    }
    if process == getpid() { throw refused("it is the watcher itself") }
    let files = ThreadFiles(thread: process, of: process)
    if files.state == .ended { throw refused("it has ended") }
    // Kernel threads have no program.
    let status = KernelFile.contents("/proc/\(process)/status") ?? []
    guard status.split(separator: UInt8(ascii: "\n")).contains(where: { $0.starts(with: "VmSize:".utf8) })
    else {
      throw refused("it is a thread of the kernel")
    }
    if isOfOtherKind(process) {
      throw refused("it is no 64-bit program, and its calls have other numbers than this machine's")
    }
    var found = ProcessAccess()
    if isOfGo(process) {
      found.loops = "it is a Go program, whose runtime serves events while its threads work"
    }
    if case .unreadable(let error) = files.callState {
      found.calls = reason(process, error, status)
    }
    if let place = MappedModule.list(of: process)?.first {
      if ProcessMemory(of: process).word(place.base, as: UInt32.self) == nil {
        found.stacks = reason(process, EPERM, status)
      } else if let tracer = ProcessStatus.number("TracerPid:", in: status), tracer > 0 {
        found.stacks = "process \(tracer) traces it, as a debugger: only blocked threads have stacks"
      } else {
        found.stacks = TracedStop.refusal
      }
      found.passes = PassCounter.refusal(of: process)
    } else {
      found.stacks = reason(process, EPERM, status)
      found.passes = found.stacks
    }
    return found
  }

  private static func isOfOtherKind(_ process: Int32) -> Bool {
    let path = "/proc/\(process)/exe"
    guard let file = try? ForeignFile(path, links: .followed),
      let head = file.bytes(at: 0, count: 20), head.starts(with: [0x7f, 0x45, 0x4c, 0x46])
    else { return false }
    return head[4] != 2
  }

  /// Whether the program is marked by Go's linker.
  private static func isOfGo(_ process: Int32) -> Bool {
    guard let file = ElfFile(path: "/proc/\(process)/exe") else { return false }
    return [".note.go.buildid", ".gopclntab"].contains { file.section(named: $0) != nil }
  }

  /// Why the kernel refuses access.
  static func reason(_ process: Int32, _ error: Int32, _ status: [UInt8]) -> String {
    guard error == EPERM || error == EACCES else { return Errno(error).description }
    return reason(
      user: ProcessStatus.number("Uid:", in: status) ?? Int(geteuid()), caller: Int(geteuid()),
      scope: KernelFile.line("/proc/sys/kernel/yama/ptrace_scope").flatMap { Int($0) } ?? 0)
  }

  /// - Parameter scope: the setting of the kernel's Yama module; 0 without it.
  static func reason(user: Int, caller: Int, scope: Int) -> String {
    if user != caller { return "it is of user \(user): root, or that user, may look" }
    switch scope {
    case 1:
      return "/proc/sys/kernel/yama/ptrace_scope is 1: only its parent may look, as --launch is, or root"
    case 2: return "/proc/sys/kernel/yama/ptrace_scope is 2: only root may look"
    case 3...: return "/proc/sys/kernel/yama/ptrace_scope is \(scope): nothing may look"
    default: return "the kernel refuses it: the process is protected, or it is in another container"
    }
  }
}
