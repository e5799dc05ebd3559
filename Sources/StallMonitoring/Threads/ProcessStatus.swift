import LinuxSystem

/// What /proc/…/status says of a process or thread.
enum ProcessStatus {
  /// The process that traces a thread, "process 4711 'gdb'"; empty when none does, or it is hidden.
  static func tracer(of thread: Int32) -> String {
    let status = KernelFile.contents("/proc/\(thread)/status") ?? []
    guard let tracer = number("TracerPid:", in: status), tracer > 0 else { return "" }
    let name = KernelFile.line("/proc/\(tracer)/comm") ?? ""
    return "process \(tracer)\(name.isEmpty ? "" : " '\(name)'")"
  }

  /// The first number behind a word of /proc/…/status.
  static func number(_ name: String, in status: [UInt8]) -> Int? {
    for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: name.utf8) {
      return line.dropFirst(name.utf8.count).withUnsafeBytes { bytes in
        var scanner = NumberScanner(bytes)
        return scanner.decimal().map { Int($0) }
      }
    }
    return nil
  }
}
