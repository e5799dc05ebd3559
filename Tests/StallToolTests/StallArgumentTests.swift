import Foundation
import TestHarness
import Testing

/// A wrong call ends with status 2, and says what would be right.
@Suite("A wrong call of runloop stalls", .hangLimit)
struct StallArgumentTests {
  @Test(
    "is answered with what would be right",
    arguments: [
      ([], "no command"),
      (["lst"], "unknown command 'lst' (did you mean 'list'?); there are: watch, attach, list, show,"),
      (["xyzzy"], "unknown command 'xyzzy'; there are: watch"),
      (["list", "--jsn"], "unknown option '--jsn' (did you mean '--json'?)"),
      (["list", "--json=1"], "--json takes no value"),
      (["list", "more"], "it takes no words, not 1"),
      (["list", "--folder"], "--folder needs a value"),
      (["list", "--folder", "/nonexistent/stalls"], "No such file or directory"),
      (["show"], "what is missing is one ID"),
      (["flame"], "what is missing is one ID"),
      (["watch"], "what is missing is the number of a process"),
      (["watch", "me"], "PID is a whole number from 1 to 2147483647, not 'me'"),
      (["watch", "1", "--interval", "0"], "--interval is a whole number from 10"),
      (["inject", "busy"], "it takes a cause and a number of milliseconds"),
      (["inject", "bussy", "100"], "unknown cause 'bussy' (did you mean 'busy'?); there are: busy, kernel,"),
      (["inject", "busy", "-5"], "the time is a whole number from 1 to 600000, not '-5'"),
      (["inject", "busy", "100", "--threshold", "1"], "--threshold is a whole number from 4"),
      (["verify", "--rounds", "0"], "--rounds is a whole number from 1 to 1000, not '0'"),
      (["verify", "--causes", "nothing"], "unknown cause 'nothing'"),
      (
        ["inject", "busy", "100", "--folder", "/proc/stalls"],
        "the folder of reports /proc/stalls can not be used"
      ),
    ])
  func wrong(_ arguments: [String], _ answer: String) throws {
    let run = try Tool.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("runloop: stalls") && run.errors.contains(answer), "\(run.errors)")
  }

  @Test("about a stall that is not there says where to look")
  func unknownStall() throws {
    let folder = try TemporaryFolder()
    for id in ["1.2", "last"] {
      let run = try Tool.run(["show", id, "--folder", folder.path])
      #expect(run.status == 2 && run.errors.contains(folder.path), "\(run.errors)")
    }
    let list = try Tool.run(["list", "--folder", folder.path])
    #expect(list.status == 1 && list.output == "no stalls on record in \(folder.path)\n")
  }

  @Test("helps, with every command")
  func help() throws {
    let all = try Tool.run(["--help"])
    #expect(all.status == 0)
    for command in ["watch", "list", "show", "flame", "merge", "export", "collect", "inject", "verify"] {
      #expect(all.output.contains("  \(command) "))
      let help = try Tool.run([command, "--help"])
      #expect(help.status == 0 && help.output.hasPrefix("usage: runloop stalls \(command)"), "\(help.errors)")
    }
  }

  @Test("of a process without a page ends with status 1, and says why there is none")
  func noPage() throws {
    let run = try Tool.run(["watch", "1"])
    #expect(run.status == 1 && run.errors.contains("process 1 has no page"))
    #expect(try Tool.run(["watch", "2147483647"]).errors.contains("there is no process"))
  }

  @Test("on files that are no reports tells them, and reads the others")
  func garbage() throws {
    let folder = try TemporaryFolder()
    try Data((0..<200_000).map { _ in UInt8.random(in: 0...255) }).write(
      to: URL(filePath: folder.path + "/a.stalls"))
    try Data().write(to: URL(filePath: folder.path + "/b.stalls"))
    let run = try Tool.run(["list", "--folder", folder.path])
    #expect(run.status == 1)
    #expect(run.errors.contains("a.stalls can not be read: it is no report file"))
    #expect(run.errors.contains("b.stalls can not be read: it is too short"))
  }
}
