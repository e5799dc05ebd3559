import Foundation
import TestHarness
import Testing

/// Runs `runloop`, which is built beside the tests.
struct ToolRun {
  /// The exit status; negative: the number of the signal that ended it.
  var status: Int32
  var output: String
  var errors: String

  /// - Parameters:
  ///   - shell: what a shell does before it becomes the tool.
  ///   - word: Ctrl-C is sent when the tool has printed this,
  ///   - work: and when it has worked so long, of a processor's time.
  init(
    _ arguments: [String], shell: String? = nil, interruptedAfter word: String? = nil,
    and work: Duration = .zero
  ) throws {
    let tool = try ChildProgram.product("runloop")
    let program =
      if let shell {
        try ChildProgram("/bin/bash", ["-c", "\(shell)\nexec \"$0\" \"$@\"", tool] + arguments)
      } else {
        try ChildProgram(tool, arguments)
      }
    if let word {
      while program.status == nil, !program.output.contains(word) { usleep(10_000) }
      while program.status == nil, Self.processorTime(of: program.process) < work { usleep(10_000) }
      program.signal(SIGINT)
    }
    status = program.wait()
    output = program.output
    errors = program.errors
  }

  /// What its threads have had together.
  private static func processorTime(of process: Int32) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// A file that is gone with this object.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path

  init(_ text: String = "") throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var text: String {
    get throws { try String(contentsOfFile: path, encoding: .utf8) }
  }
}
