import BenchmarkKit
import LinuxSystem

/// What every command of the tool needs: its errors, and its output.
enum Tool {
  /// Says what is wrong, and ends the process as a wrong call: with status 2.
  static func fail(_ reason: String) -> Never {
    write("runloop: \(reason)\n", to: 2)
    exit(2)
  }

  /// Writes all of the text, past any buffer. False when that was not possible; `errno` says why.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    ReportFile.write(text, to: descriptor)
  }
}
