import Foundation
import TestHarness
import Testing

@testable import runloop

/// Which processes `runloop stalls attach` watches, and how one that it has started ends.
@Suite(.hangLimit) struct ProcessSearchTests {
  @Test func programsAreFoundByTheirFilesNameAndScriptsByTheirs() throws {
    let folder = try TestHarness.TemporaryFolder()
    // Another run of the tests may look at the same time. The first has more than the 15 characters that the kernel keeps of a name.
    let names = ["a-shell-of-a-long-name-\(getpid())", "script-\(getpid())"]
    let (long, script) = ("\(folder.path)/\(names[0])", "\(folder.path)/\(names[1])")
    try ProgramCopy.make(of: "/bin/sh", at: long)
    try "#!/bin/sh\nread line\n".write(toFile: script + ".text", atomically: true, encoding: .utf8)
    chmod(script + ".text", 0o700)
    try ProgramCopy.make(of: script + ".text", at: script)
    let programs = [
      try ChildProgram(long, ["-c", "read line"], hasInput: true), try ChildProgram(script, hasInput: true),
    ]
    for (program, name) in zip(programs, names) {
      #expect(waitUntil(30) { ProcessList.named(name) == [program.process] }, "\(name)")
    }
    #expect(ProcessList.named("no program of this name").isEmpty)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(!ProcessList.named((own as NSString).lastPathComponent).contains(getpid()))
  }

  @Test func aGroupIsItsOwnProcessesAndThoseOfGroupsInIt() throws {
    let folder = try TestHarness.TemporaryFolder()
    let (group, other) = ("\(folder.path)/group", "\(folder.path)/other")
    for path in ["\(group)/inner/innermost", other] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    for (path, text) in [
      // 0 is a process that can not be seen from here.
      (group, "0\n\(getpid())\n4711\n"), ("\(group)/inner", "4713\n"), ("\(group)/inner/innermost", "4712\n"),
      (other, "4714\n"),
    ] { try text.write(toFile: "\(path)/cgroup.procs", atomically: true, encoding: .utf8) }
    try FileManager.default.createSymbolicLink(atPath: "\(group)/link", withDestinationPath: other)
    #expect(ControlGroupFolder.processes(in: group) == [4711, 4712, 4713])
    #expect(ControlGroupFolder.processes(in: "\(folder.path)/removed") == nil)
  }

  private static func ending(_ program: LaunchedProgram) -> String? {
    for _ in 0..<100 {
      if let ending = program.ending { return ending }
    }
    return nil
  }

  @Test func aLaunchedProgramEndsByItsStatusOrBySignalAndGetsTheSignalsThatAreForIt() throws {
    func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
    #expect(Self.ending(try LaunchedProgram(words("sh", "-c", "exit 3"))) == "exited with status 3")
    #expect(Self.ending(try LaunchedProgram(words("sh", "-c", "kill -9 $$"))) == "was ended by signal 9")
    let asleep = try LaunchedProgram(words("sleep", "600"))
    // The key has reached it by itself.
    asleep.pass(SIGINT)
    #expect(asleep.ending == nil)
    asleep.pass(SIGTERM)
    #expect(Self.ending(asleep) == "was ended by signal 15")
  }
}
