import Foundation
import TestHarness

/// `runloop stalls`, or another command of the tool, which is built beside the tests, as a process.
final class Tool {
  private let program: ChildProgram

  /// Where the program is.
  static func path() throws -> String { try ChildProgram.product("runloop") }

  /// Starts it.
  init(_ arguments: [String], of command: String = "stalls", in folder: String? = nil) throws {
    program = try ChildProgram(Self.path(), [command] + arguments, in: folder)
  }

  deinit {
    program.kill()
    // What a killed process left for its next start, which does not come.
    unlink("/dev/shm/mainspring.\(getuid()).\(number)")
  }

  var number: Int32 { program.process }

  /// Waits for its end: its status, or the negative number of the signal that ended it.
  func wait() -> Int32 { program.wait() }

  var output: String { program.output }
  var errors: String { program.errors }

  /// Runs it to its end.
  static func run(
    _ arguments: [String], of command: String = "stalls", in folder: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let tool = try Tool(arguments, of: command, in: folder)
    return (tool.wait(), tool.output, tool.errors)
  }
}
