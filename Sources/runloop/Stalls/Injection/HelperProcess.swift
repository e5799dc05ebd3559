import LinuxSystem
import RunLoopCore

/// This program again, as a process that does something to the first one from outside.
enum HelperProcess {
  static let argument = "--helper"

  /// Starts it; with `waits`, comes back when it has ended.
  @inline(never)
  static func run(_ arguments: [String], waits: Bool) {
    start("/proc/self/exe", ["runloop", "stalls", argument] + arguments, waits: waits)
  }

  /// A command of `runloop stalls`, and comes back when it has ended, or was killed.
  static func runTool(_ arguments: [String]) {
    start("/proc/self/exe", ["runloop", "stalls"] + arguments, waits: true)
  }

  /// A command of `runloop stalls`, without its output; to be waited for.
  static func startTool(_ arguments: [String]) -> pid_t {
    spawn("/proc/self/exe", ["runloop", "stalls"] + arguments, isSilent: true) ?? 0
  }

  /// Another program, without its output: comes back when it has ended, with its status.
  static func runProgram(_ path: String, _ arguments: [String]) -> Int32 {
    guard let child = spawn(path, [path] + arguments, isSilent: true) else { return -1 }
    var status: Int32 = 0
    _ = uninterrupted { waitpid(child, &status, 0) }
    return status
  }

  private static func spawn(_ program: String, _ words: [String], isSilent: Bool = false) -> pid_t? {
    try? Spawning.start(words, program: program, silent: isSilent ? [1, 2] : [], keepsIgnored: true)
  }

  static func start(_ program: String, _ words: [String], waits: Bool) {
    guard let child = spawn(program, words) else { return }
    if waits {
      wait(for: child)
    } else {
      // A later wait for any child would include this one: there is no such wait here.
      ThreadStart.detached { wait(for: child) }
    }
  }

  static func wait(for child: pid_t) {
    _ = uninterrupted { waitpid(child, nil, 0) }
  }
}
