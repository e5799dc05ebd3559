import LinuxSystem

/// Mistakes of a program that have no effect, as lines on the standard error stream. UIKit throws an exception for most of them.
enum ProgramWarning {
  static func print(_ text: String) {
    let line = "ResponderKit: \(text)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
