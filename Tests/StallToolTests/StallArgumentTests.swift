import Foundation
import StallMonitoring
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
      (["list", "more"], "it takes no words, not 1 word\n"),
      (["list", "--runs", "--json"], "--runs has no JSON"),
      (
        ["show", "last", "--symbols", "/nonexistent"], "--symbols takes a folder, and '/nonexistent' is none"
      ),
      (["show", "last", "--symbols", "/dev/null"], "--symbols takes a folder, and '/dev/null' is none"),
      (["collect", "/tmp", "--output", "x", "--page", "x"], "x can not hold the collection and the page"),
      (
        ["collect", "/tmp", "--output", "x", "--page", "./x"],
        "./x and x are one file, which can not hold the collection and the page"
      ),
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
      (["verify", "--causes", "lock,"], "unknown cause ''"),
      (["verify", "--causes", ","], "unknown cause ''"),
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

  /// Was wrong: some commands called it a wrong call, with status 2, which the help keeps for those.
  @Test(
    "is none that finds no stalls, which ends with status 1",
    arguments: [
      ["show", "last"], ["show", "1.2"], ["flame", "last"], ["flame", "--all"], ["merge"], ["merge", "1.2"],
      ["merge", "--json"], ["merge", "--folded"], ["export", "--to", "folded"],
      ["export", "last", "--to", "sentry"],
    ])
  func noStalls(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run(words + ["--folder", folder.path])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "runloop: stalls \(words[0]): no stalls on record in \(folder.path)\n")
  }

  @Test("about a stall that is not there says where to look")
  func unknownStall() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write([MadeReports.stall(1)], in: folder.path)
    for words in [
      ["show", "1.2"], ["flame", "1.2"], ["merge", "1.2"], ["export", "1.2", "--to", "folded"],
    ] {
      let run = try Tool.run(words + ["--folder", folder.path])
      #expect(run.status == 2 && run.errors.contains("no stall '1.2' in \(folder.path)"), "\(run.errors)")
    }
    unlink(try #require(try ReportFolder(folder.path).contents().runs.first?.path))
    let list = try Tool.run(["list", "--folder", folder.path])
    #expect(list.status == 1 && list.output == "no stalls on record in \(folder.path)\n")
  }

  @Test("is none whose output is -, which is standard output and no file")
  func standardOutput() throws {
    let folder = try TemporaryFolder()
    let reports = folder.path + "/reports"
    try #require(mkdir(reports, 0o700) == 0)
    try MadeReports.write([MadeReports.stall(1)], in: reports)
    let words = ["export", "--to", "otlp-logs", "--no-lines", "--folder", reports]
    let plain = try Tool.run(words, in: folder.path)
    let dash = try Tool.run(words + ["--output", "-"], in: folder.path)
    #expect(plain.status == 0 && !plain.output.isEmpty && dash == plain, "\(dash)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["reports"])
  }

  /// Was wrong: a recording of more than 256 MiB was cut there, and written without the rest.
  @Test("adds stalls to no trace that it can not read whole, or that is none")
  func traces() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write([MadeReports.stall(1)], in: folder.path)
    let path = folder.path + "/trace"
    for (size, answer) in [
      ((256 << 20) + 1, "is larger than 256 MiB"), (5, "is no trace by RunLoop.Recorder"),
    ] {
      try Data().write(to: URL(filePath: path))
      try #require(truncate(path, off_t(size)) == 0)
      let run = try Tool.run(
        ["export", "--to", "chrome", "--no-lines", "--with", path, "--folder", folder.path])
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(answer), "\(run.errors)")
    }
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

  @Test("on files that are no reports names them, and reads the others")
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
