import LinuxSystem
import RunLoopCore

/// The output of a program that is run for it.
package enum ChildOutput {
  /// The first line of a program's standard output; nil where `text` is nil, and when it is empty.
  static func firstLine(of program: String, _ arguments: [String], within seconds: Int) -> String? {
    let line = text(of: [program] + arguments, within: seconds)?.split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false
    ).first
    return line.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// A program's standard output, when it ends with status 0 within the time limit; nil otherwise. The program is looked for in
  /// `PATH`.
  package static func text(of command: [String], within seconds: Int) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = try? Spawning.start(command, nil, [1: ends[1]], silent: [2], keepsIgnored: true)
    close(ends[1])
    guard let child else { return nil }
    let output = read(ends[0], until: MonotonicTime.now &+ UInt64(max(seconds, 0)) &* 1_000_000_000)
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    _ = uninterrupted { waitpid(child, &status, 0) }
    guard let output, status == 0 else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  /// Nil when it does not end in time, or writes more than 64 KiB.
  private static func read(_ descriptor: Int32, until deadline: UInt64) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while output.count <= 1 << 16 {
      let now = MonotonicTime.now
      guard now < deadline else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
      if ready < 0, Errno.last.isInterruption { continue }
      guard ready > 0 else { return nil }
      let count = uninterrupted { LinuxSystem.read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { return nil }
      if count == 0 { return output }
      output += buffer[..<count]
    }
    return nil
  }
}
