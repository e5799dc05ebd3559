import BenchmarkKit
import LinuxSystem

/// What every command of the tool needs: its errors, and its output.
enum Tool {
  /// As in `Packaging/version`.
  static let version = "0.1.0"

  /// Reports a usage error, and ends the process with status 2.
  static func fail(_ reason: String) -> Never {
    write("runloop: \(reason)\n", to: 2)
    exit(2)
  }

  /// Writes all of the text, unbuffered. False when that was not possible; `errno` has the reason. For standard output it is
  /// reported here, see `StandardOutput`.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    if ReportFile.write(text, to: descriptor) { return true }
    if descriptor == 1 { StandardOutput.fail() }
    return false
  }
}
