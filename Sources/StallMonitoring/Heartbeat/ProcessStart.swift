import LinuxSystem

/// When a process began, in clock ticks since the machine's start: identifies it together with its number.
package enum ProcessStart {
  /// Nil when there is no such process, or /proc is hidden.
  package static func ticks(of process: Int32) -> UInt64? {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 2_048)
    let count = read(descriptor, &bytes, bytes.count)
    // The name, in parentheses, may hold anything.
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 19 else { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }
}
