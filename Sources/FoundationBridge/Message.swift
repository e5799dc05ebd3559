internal import LinuxSystem
internal import RunLoopCore

/// The engine's messages on standard error about its limitations, each once.
enum Message {
  private static let lock = FutexLock()
  nonisolated(unsafe) private static var said: Set<String> = []

  static func once(_ text: String) {
    guard lock.withLock({ said.insert(text).inserted }),
      Environment.value("MAINSPRING_FOUNDATION_QUIET") == nil
    else { return }
    let line = Array("mainspring: \(text)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
