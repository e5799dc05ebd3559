import BenchmarkKit
import LinuxSystem
import PlainText

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
  /// reported here, see `StandardOutput`. Errors name words of the call and files: they are written as plain lines.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    let text = descriptor == 2 ? plainLines(text) : text
    if ReportFile.write(text, to: descriptor) { return true }
    if descriptor == 1 { StandardOutput.fail() }
    return false
  }

  /// `plainLine` of each line, and of each column of a table.
  static func plainLines(_ text: String) -> String {
    func plain(_ line: Substring) -> String {
      line.split(separator: "\t", omittingEmptySubsequences: false).map(\.plainLine).joined(separator: "\t")
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(plain).joined(separator: "\n")
  }
}
