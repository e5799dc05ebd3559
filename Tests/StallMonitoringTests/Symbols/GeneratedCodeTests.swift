import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// The file that a virtual machine writes while it runs.
@Suite(.hangLimit, .serialized) struct GeneratedCodeTests {
  private func withMap(of process: Int32, _ text: String, _ body: (String) throws -> Void) throws {
    let path = "/tmp/perf-\(process).map"
    try FileBytes.replace(path, with: Array(text.utf8))
    defer { unlink(path) }
    try body(path)
  }

  @Test func codeThatWasMadeSinceTheLastLookHasAName() throws {
    try withMap(of: getpid(), "1000 10 first\n") { path in
      var code = GeneratedCode()
      #expect(code.function(at: 0x1008, of: getpid())?.name == "first")
      #expect(code.function(at: 0x2008, of: getpid()) == nil)
      try FileBytes.replace(path, with: Array("1000 10 first\n2000 10 second\n".utf8))
      #expect(code.function(at: 0x2008, of: getpid())?.name == "second")
    }
  }

  /// Was wrong: the file with the number that a process in a container has outside of it was read, too, which is another
  /// process's there.
  @Test(.enabled(if: geteuid() == 0, "a container takes a privilege"))
  func aProcessInAContainerHasTheNumberThatItHasThere() throws {
    let program = try ChildProgram("unshare", ["--pid", "--fork", "cat"], hasInput: true)
    defer {
      program.endInput()
      program.wait()
    }
    try program.write("x\n")
    guard program.line() == "x" else {
      print("not tried: no container can be made here")
      return
    }
    let children = KernelFile.line("/proc/\(program.process)/task/\(program.process)/children") ?? ""
    let inside = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
    #expect(ProcessNumber.inner(of: inside) == 1)
    #expect(ProcessNumber.inner(of: program.process) == program.process)
    try withMap(of: inside, "1000 10 other\n") { _ in
      var code = GeneratedCode()
      #expect(code.function(at: 0x1008, of: inside)?.name != "other")
    }
  }
}
