import TestHarness
import Testing

/// Python's asyncio on our loop: `Sources/Examples/PythonProgram/mainspring.py`.
@Suite(.hangLimit) struct PythonAsyncioTests {
  private static let programs = "'\(Toolbox.package)/Tests/RunLoopCTests/Programs"

  @Test(.enabled(if: Toolbox.hasPython, "skipped: no python3 with ctypes, or the library was not built"))
  func asyncioAndTheRunLoopShareAThread() throws {
    let program = "\(Toolbox.package)/Sources/Examples/PythonProgram/asyncio_program.py"
    let ran = try Toolbox.shell(
      "PYTHONDONTWRITEBYTECODE=1 timeout 280 python3 '\(program)' '\(Toolbox.library)'")
    try #require(ran.status == 0, "\(ran.output)")
    #expect(
      ran.output.split(separator: "\n") == [
        "tick 1", "tick 2", "tick 3", "posted, same thread: True", "read hello", "called",
        "raised: division by zero", "kept: 0",
      ])
  }

  @Test(.enabled(if: Toolbox.hasPython, "skipped: no python3 with ctypes, or the library was not built"))
  func signalsForksAndThreadsWork() throws {
    let ran = try Toolbox.shell(
      "PYTHONDONTWRITEBYTECODE=1 timeout 280 python3 \(Self.programs)/asyncio_rules.py' '\(Toolbox.library)' 2>&1"
    )
    #expect(ran.status == 0 && ran.output == "0 failures\n", "status \(ran.status): \(ran.output)")
  }

  /// CPython's own tests of asyncio, those that take seconds. A test that fails is run once more, and must fail with
  /// asyncio's own selector loop, too.
  @Test(
    .enabled(if: Toolbox.hasAsyncioTests, "skipped: no python3 with the package test.test_asyncio"),
    arguments: [
      "test_selector_events test_unix_events test_runners test_server test_timeouts test_streams",
      "test_events.EPollEventLoopTests",
    ])
  func cPythonsTestsPass(modules: String) throws {
    /// 1 for each test that failed, and 0 for the others.
    func run(_ loop: String, _ names: String) throws -> [String: Int] {
      let ran = try Toolbox.shell(
        "PYTHONDONTWRITEBYTECODE=1 timeout 280 python3 -W ignore \(Self.programs)/asyncio_tests.py' \(loop) \(names)"
          + " 2>/dev/null </dev/null")
      var outcomes: [String: Int] = [:]
      for line in ran.output.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count == 2 { outcomes[String(words[1])] = words[0] == "failed" ? 1 : 0 }
      }
      return outcomes
    }
    let ours = try run("'\(Toolbox.library)'", modules)
    #expect(ours.count > 70)
    for test in ours.filter({ $0.value == 1 }).keys {
      let name = test.replacing("test.test_asyncio.", with: "")
      let again = try run("'\(Toolbox.library)'", name), selector = try run("selector", name)
      #expect(again.values.reduce(0, +) <= selector.values.reduce(0, +), "\(test)")
    }
  }
}
