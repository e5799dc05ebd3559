import BenchmarkKit
import Glibc

/// The files that `runloop bench` reads and writes. What can not be is told with its name, and ends the program.
enum BenchFiles {
  /// No report is as large; a device can be read for ever.
  private static let largestReport = 64 << 20

  static func report(from name: String) -> Report {
    guard let file = fopen(name, "re") else { refuse(name, "read") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if bytes.count > largestReport { Tool.fail("bench: \(name) is too large for a report") }
    }
    if ferror(file) != 0 { refuse(name, "read") }
    do { return try Report(json: String(decoding: bytes, as: UTF8.self)) } catch {
      Tool.fail("bench: \(name) is no report of runloop bench --json: \(error)")
    }
  }

  /// Ends the program before it measures when a result could not be written. Leaves no file where there was none.
  static func checkWritable(_ name: String) {
    let isThere = access(name, F_OK) == 0
    let descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { refuse(name, "written") }
    close(descriptor)
    if !isThere { unlink(name) }
  }

  static func write(_ text: String, to name: String) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { refuse(name, "written") }
    guard Tool.write(text, to: descriptor), close(descriptor) == 0 else { refuse(name, "written", status: 1) }
  }

  static func print(_ text: String) {
    guard Tool.write(text, to: 1) else { refuse("standard output", "written", status: 1) }
  }

  private static func refuse(_ name: String, _ verb: String, status: Int32 = 2) -> Never {
    let reason = String(cString: strerror(errno))
    Tool.write("runloop: bench: \(name) can not be \(verb): \(reason)\n", to: 2)
    exit(status)
  }
}
