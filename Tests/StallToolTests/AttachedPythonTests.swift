import Foundation
import TestHarness
import Testing

/// `runloop stalls attach` of a Python program.
@Suite("runloop stalls attach, of Python", .hangLimit, .serialized)
struct AttachedPythonTests {
  /// A loop whose handlers sleep and compute, again and again.
  private static let program = """
    import select, os, time
    def rest():
      time.sleep(0.16)
    def add():
      end = time.monotonic() + 0.16
      while time.monotonic() < end: sum([1, 2, 3])
    ends = os.pipe()
    poll = select.poll()
    poll.register(ends[0], select.POLLIN)
    for turn in range(60):
      for work in (rest, add):
        poll.poll(100)
        work()
    """

  /// Interpreters that are installed and whose structures are known.
  private static let interpreters: [String] = {
    let versions = ["3.11", "3.12", "3.13"]
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    let managed = (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/.pyenv/versions")) ?? []
    let places =
      ["/usr/bin", "/usr/local/bin"] + managed.sorted().map { "\(home)/.pyenv/versions/\($0)/bin" }
    // One of each version.
    let found = versions.compactMap { version in
      places.map { "\($0)/python\(version)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    if found.isEmpty { print("skipped: no Python 3.11, 3.12 or 3.13 is installed") }
    return found
  }()

  @Test("names Python's functions with their file and line", arguments: interpreters)
  func names(_ interpreter: String) throws {
    let folder = try TemporaryFolder()
    let script = "\(folder.path)/handlers.py"
    try Self.program.write(toFile: script, atomically: true, encoding: .utf8)
    let tool = try Tool(
      ["attach", "--threshold", "80", "--folder", "\(folder.path)/reports", "--launch", interpreter, script])
    var wanted = ["called from rest (handlers.py:3)", "mostly in add (handlers.py:6)"]
    for _ in 0..<3_000 where !wanted.allSatisfy(tool.output.contains) {
      if tool.output.contains("no stacks") || tool.output.contains("not known") { break }
      usleep(5_000)
    }
    kill(tool.number, SIGTERM)
    _ = tool.wait()
    guard !tool.output.contains("no stacks"), !tool.output.contains("not known") else {
      print("skipped: this machine does not let a process look at another one: \(tool.output)")
      return
    }
    // With more work than processors it is found waiting for one, in no function.
    if tool.output.contains("got no processor"), !tool.output.contains(wanted[1]) {
      print("not judged, there was no processor for it: \(wanted.removeLast())")
    }
    for text in wanted { #expect(tool.output.contains(text), "\(tool.output) \(tool.errors)") }
  }
}
