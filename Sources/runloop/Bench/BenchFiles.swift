import BenchmarkKit
import LinuxSystem

/// The files that `runloop bench` reads and writes. A failure is reported with the file's name, and ends the program.
enum BenchFiles {
  /// Larger than any report: a device could be read without end.
  private static let largestReport = 64 << 20

  static func report(from name: String) -> Report {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { refuseToRead(name) }
    defer { close(descriptor) }
    guard
      let bytes = try? ByteTransfer.readToEnd(descriptor, limit: largestReport + 1, expecting: 65_536)
    else { refuseToRead(name) }
    if bytes.count > largestReport { Tool.fail("bench: \(name) is too large for a report") }
    do { return try Report(json: String(decoding: bytes, as: UTF8.self)) } catch {
      Tool.fail("bench: \(name) is no report of runloop bench --json: \(error)")
    }
  }

  /// Ends the program before it measures when a result could not be written.
  static func checkWritable(_ name: String) {
    do { try ReportFile(name).check() } catch { Tool.fail("bench: \(error)") }
  }

  /// A folder for results, made if it is not there. Ends the program when it can not be.
  static func makeFolder(_ name: String) {
    guard mkdir(name, 0o777) != 0 else { return }
    let number = Errno.last.code
    var info = stat()
    if number == EEXIST, stat(name, &info) == 0, info.st_mode & S_IFMT == S_IFDIR { return }
    let reason = number == EEXIST ? "there is a file of that name" : Errno(number).description
    Tool.fail("bench: the folder \(name) can not be made: \(reason)")
  }

  static func write(_ text: String, to name: String) {
    do { try ReportFile(name).write(text) } catch {
      Tool.write("runloop: bench: \(error)\n", to: 2)
      exit(1)
    }
  }

  static func print(_ text: String) {
    guard Tool.write(text, to: 1) else { exit(1) }
  }

  private static func refuseToRead(_ name: String) -> Never {
    Tool.fail("bench: \(name) can not be read: \(Errno.last)")
  }
}
