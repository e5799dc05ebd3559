import CVirtualTime
import Foundation
import Scenarios

/// Many scenarios, each in a process of its own that is forked from this one.
///
/// CFRunLoop's loops belong to threads, and a scenario may leave threads and descriptors behind or crash. A
/// fork costs a fraction of what starting a process with all of Foundation's libraries does. It needs a
/// parent with a single thread that has not touched a loop: this one only parses, forks and copies. Nor has
/// it locked a `Mutex`, which remembers its thread's number, and the child's is another.
///
/// A request is a line `LENGTH [OPTION...]` followed by so many bytes of scenario. The answer is a line
/// `ENDING TIES LENGTH` followed by so many bytes of trace. ENDING is `end`, `BUDGET`, `DEADLOCK`, `HANG`,
/// `crash`, or `error`, when the scenario or its options are refused and the bytes say why. TIES is `ties` or
/// `-`.
enum Batch {
  private struct Answer {
    var ending: String
    var hasTies = false
    var trace: [UInt8]
  }

  /// Added to a child's exit status when it saw ties.
  private static let tiesStatus: Int32 = 0x40
  /// What a child may take, unless the request says otherwise.
  private static let patience = "--hang=20"

  static func serve() -> Never {
    var input = Input(0)
    while let line = input.line() {
      let words = line.split(separator: " ").map { String($0) }
      guard let first = words.first, let length = Int(first), length >= 0, let text = input.block(length)
      else {
        writeAll("cforacle: bad request '\(line)': LENGTH [OPTION...]\n", to: 2)
        exit(2)
      }
      let answer = answer(String(decoding: text, as: UTF8.self), Array(words.dropFirst()))
      writeAll("\(answer.ending) \(answer.hasTies ? "ties" : "-") \(answer.trace.count)\n", to: 1)
      writeAll(answer.trace, to: 1)
    }
    exit(0)
  }

  private static func answer(_ text: String, _ words: [String]) -> Answer {
    do {
      let options = try Options([patience] + words)
      return drive(try ScenarioParser.parse(text), options)
    } catch {
      let reason = (error as? Options.Failure)?.reason ?? "\(error)"
      return Answer(ending: "error", trace: Array(reason.utf8))
    }
  }

  private static func drive(_ scenario: Scenario, _ options: Options) -> Answer {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return Answer(ending: "error", trace: Array("no pipe".utf8)) }
    let child = vt_fork()
    if child == 0 {
      dup2(ends[1], 1)
      close(ends[0])
      close(ends[1])
      // A crash is an answer; Swift's backtrace of it would take longer than most scenarios.
      for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
      Oracle.drive(scenario, options) { $0.exitStatus + (vt_ties() > 0 ? tiesStatus : 0) }
    }
    close(ends[1])
    var output = Input(ends[0])
    let trace = child > 0 ? output.rest() : []
    close(ends[0])
    var status: Int32 = 0
    guard child > 0, waitpid(child, &status, 0) == child else {
      return Answer(ending: "error", trace: Array("cannot fork: error \(errno)".utf8))
    }
    // The low seven bits are the signal that ended it.
    guard status & 0x7F == 0 else { return Answer(ending: "crash", trace: trace) }
    let code = (status >> 8) & 0xFF
    let endings: [ScenarioEnding] = [.end, .budget, .deadlock, .hang]
    let ending = endings.first { $0.exitStatus == code & ~tiesStatus }
    return Answer(ending: ending?.rawValue ?? "crash", hasTies: code & tiesStatus != 0, trace: trace)
  }
}
