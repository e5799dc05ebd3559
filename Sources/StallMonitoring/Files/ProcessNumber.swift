import LinuxSystem

/// The numbers of processes and threads in containers.
package enum ProcessNumber {
  /// The number that a process or a thread has in its own namespace, as in a container.
  package static func inner(of process: Int32) -> Int32 {
    guard let text = KernelFile.contents("/proc/\(process)/status") else { return process }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "NSpid:".utf8) {
      let words = String(decoding: line.dropFirst(6), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return words.last.flatMap { Int32($0) } ?? process
    }
    return process
  }
}
