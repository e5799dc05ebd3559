import LinuxSystem

/// What constraints write to the standard error stream.
enum LayoutWarning {
  static func print(_ text: String) {
    let line = "ResponderKit: \(text)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
