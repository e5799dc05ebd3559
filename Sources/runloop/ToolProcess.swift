import LinuxSystem
import RunLoopCore

/// Other processes that the tool's benchmarks start, this program itself among them.
enum ToolProcess {
  /// Starts this program with other arguments.
  static func startAgain(
    _ arguments: [String], _ descriptors: [Int32: Int32] = [:], silent: [Int32] = []
  ) throws(Descriptors.Failure) -> pid_t {
    try start("/proc/self/exe", ["runloop"] + arguments, descriptors, silent: silent)
  }

  /// Starts a program, by its path.
  static func start(
    _ path: String, _ words: [String], _ descriptors: [Int32: Int32] = [:], silent: [Int32] = []
  ) throws(Descriptors.Failure) -> pid_t {
    do throws(RunLoop.PortError) {
      return try Spawning.start(words, program: path, nil, descriptors, silent: silent)
    } catch {
      guard case .notStarted(_, let code) = error else { throw Descriptors.Failure("the start of \(path)") }
      throw Descriptors.Failure("the start of \(path)", Errno(code))
    }
  }

  /// Waits for a child, and returns its exit status, or 128 and the signal that ended it.
  @discardableResult
  static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = uninterrupted { waitpid(child, &status, 0) }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
