import LinuxSystem
import MutantKit

/// One run of the tests with one mutant on.
struct Trial {
  enum Verdict: Equatable {
    /// A test failed, or the program ended without a result; by what is in words.
    case killed(by: String)
    case survived
    /// The filter names no test, or the program did not start.
    case invalid(String)
  }

  /// Swift Testing's exit status for a filter that no test passes (`EX_UNAVAILABLE`).
  private static let nothingMatched: Int32 = 69

  var verdict: Verdict
  /// In milliseconds.
  var duration: Int
}

extension Trial {
  /// - Parameters:
  ///   - number: 0 for the program as it is.
  ///   - limit: in seconds; what takes longer hangs.
  init(of package: WovenPackage, number: Int, filter: String, limit: Int) throws {
    let start = milliseconds()
    let mark = "\(getpid()).\(number)"
    let reader = try LineReader()
    let environment = [
      "MAINSPRING_MUTANT": "\(number)", "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1",
      "MAINSPRING_HANG_SECONDS": "\(max(limit - 5, 1))", "MAINSPRING_TRIAL": mark,
    ]
    let child = try Child(
      [package.testProgram, "--testing-library", "swift-testing", "--filter", filter],
      environment: environment, folder: package.root, output: reader.writeEnd)
    reader.closeWriteEnd()
    var output = TestOutput()
    var isTooLong = false
    reading: while output.failure == nil {
      switch reader.next(until: start + limit * 1_000) {
      case .line(let line): output.read(line)
      case .end: break reading
      case .timeOut:
        isTooLong = true
        break reading
      }
    }
    if output.failure != nil || isTooLong { child.kill() }
    let status = child.wait()
    Child.killAll(with: "MAINSPRING_TRIAL=\(mark)")
    duration = milliseconds() - start
    verdict =
      if let failure = output.failure {
        .killed(by: failure)
      } else if isTooLong {
        .killed(by: "hang of \(output.running ?? "a test")")
      } else if status == Self.nothingMatched {
        .invalid("no test has a name that matches '\(filter)'")
      } else if status != 0 {
        .killed(by: "\(status < 0 ? "signal \(-status)" : "status \(status)")\(output.lastWords)")
      } else if output.testCount == 0 {
        .invalid("no test has a name that matches '\(filter)'")
      } else {
        .survived
      }
  }
}

/// Finds in the output of the tests what matters here.
struct TestOutput {
  /// The first failure, in words.
  private(set) var failure: String?
  private(set) var testCount = 0
  private var started: [String] = []
  private var fatalError: String?

  /// A test that began and has not ended.
  var running: String? { started.last }

  /// The message of a trap, with the test that was running.
  var lastWords: String {
    "\(running.map { " in \($0)" } ?? "")\(fatalError.map { ": \($0)" } ?? "")"
  }

  mutating func read(_ line: String) {
    if let name = name(in: line, before: " recorded an issue") {
      failure = name
    } else if line.contains(" did not end within ") {
      failure = "hang of \(name(in: line, before: " did not end within") ?? "a test")"
    } else if line.contains("Fatal error") {
      fatalError = fatalError ?? line
    } else if let name = name(in: line, before: " started.") {
      started.append(name)
    } else if let name = name(in: line, before: " passed after") {
      started.removeAll { $0 == name }
    }
    // "✔ Test run with 18 tests in 1 suite passed".
    if let found = line.firstRange(of: "Test run with ") {
      testCount = Int(line[found.upperBound...].prefix { $0.isNumber }) ?? 0
    }
  }

  /// The name in "✘ Test NAME recorded an issue at FILE…".
  private func name(in line: String, before end: String) -> String? {
    guard let start = line.firstRange(of: " Test "), let end = line.firstRange(of: end),
      start.upperBound < end.lowerBound
    else { return nil }
    return String(line[start.upperBound..<end.lowerBound])
  }
}
