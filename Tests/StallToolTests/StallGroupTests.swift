import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// Several stalls, of one run and of many: which is meant, how they are counted, and which are read.
@Suite(.hangLimit) struct StallGroupTests {
  /// Three runs of the corpus, two stalls each; two of them have the same process number in their IDs.
  private static func runs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzzing/reports")
    for (name, stamp) in [("stall", "1"), ("killed", "2")] {
      try Data(contentsOf: corpus.appending(path: name)).write(to: file(stamp, in: folder))
    }
    return folder
  }

  private static func file(_ stamp: String, in folder: TemporaryFolder) -> URL {
    URL(filePath: "\(folder.path)/20260921-00000\(stamp)-4711.stalls")
  }

  @Test func similarStallsAreCountedWithThoseThatWereNotReportedMostTimeFirst() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write(
      [
        MadeReports.stall(1, milliseconds: 100) { ($0.suppressed, $0.suppressedTime) = (2, 900_000_000) },
        MadeReports.stall(2, milliseconds: 300, at: 3_000_000_000),
        MadeReports.stall(3, label: "scroll", milliseconds: 600, at: 5_000_000_000),
      ], in: folder.path)
    let run = try Tool.run(["merge", "--folder", folder.path])
    let rows = run.output.split(separator: "\n").dropFirst().map { row in
      row.split(separator: " ").joined(separator: " ")
    }
    #expect(run.status == 0 && rows.count == 2, "\(run.output)\(run.errors)")
    #expect(rows.first?.hasPrefix("4 1.30 s 300 ms ") == true, "\(run.output)")
    #expect(rows.first?.contains("timer 'refresh'") == true && rows.first?.hasSuffix(".2") == true)
    #expect(rows.last?.hasPrefix("1 600 ms 600 ms ") == true && rows.last?.hasSuffix(".3") == true)
  }

  /// Was wrong: a stall whose ID was given twice counted as two.
  @Test func aStallThatIsGivenTwiceCountsOnce() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write(
      [MadeReports.stall(1, label: "scroll"), MadeReports.stall(2, at: 3_000_000_000)], in: folder.path)
    let run = try #require(try ReportFolder(folder.path).contents().runs.first)
    let ids = ["\(run.process).2", "\(run.name).2", "last", "\(run.process).1"]
    let merged = try Tool.run(["merge"] + ids + ["--folder", folder.path])
    let rows = merged.output.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    #expect(rows.count == 2 && rows.allSatisfy { $0.hasPrefix("1 ") }, "\(merged.output)\(merged.errors)")
    let once = try Tool.run(
      ["export", ids[0], "--to", "sentry", "--no-lines", "--folder", folder.path])
    let twice = try Tool.run(
      ["export"] + ids.prefix(3) + ["--to", "sentry", "--no-lines", "--folder", folder.path])
    #expect(once.status == 0 && twice == once, "\(twice.errors)")
  }

  /// Was wrong: in one second the clocks decided that count from the start of each machine.
  @Test func theLastOfStallsInOneSecondIsThatOfTheWallClock() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write(
      [
        MadeReports.stall(1, at: 9_000_000_000) { $0.startedWall = (1_790_000_000, 100) },
        MadeReports.stall(2, at: 1_000_000_000) { $0.startedWall = (1_790_000_000, 200) },
      ], in: folder.path)
    let shown = try Tool.run(["show", "last", "--no-lines", "--folder", folder.path])
    #expect(shown.output.split(separator: "\n").first?.hasSuffix(".2") == true, "\(shown.output)")
  }

  /// Was wrong: a link to a folder was refused like a link in one.
  @Test func reportsAreCollectedFromAFolderThroughALink() throws {
    let folder = try TemporaryFolder()
    let reports = folder.path + "/reports"
    try FileManager.default.createDirectory(atPath: reports, withIntermediateDirectories: false)
    try MadeReports.write([MadeReports.stall(1)], in: reports)
    try #require(symlink(reports, folder.path + "/link") == 0)
    let run = try Tool.run(["collect", folder.path + "/link"])
    #expect(run.status == 0 && run.output.hasPrefix("1 reports of 1 runs"), "\(run.output)\(run.errors)")
    // Not through one that lies in it.
    #expect(try Tool.run(["collect", folder.path]).output.hasPrefix("1 reports of 1 runs"))
  }

  @Test func theNewestBuildIsComparedWithAllThatWereBefore() throws {
    let folder = try TemporaryFolder()
    var lines: [String] = []
    for (number, stalls) in [(1, 1), (2, 2), (3, 4)] {
      lines += [
        #"{"type":"run","name":"r\#(number)","host":"h","program":"feed","buildID":"0\#(number)","begun":\#(number)}"#,
        #"{"type":"stall","id":"\#(number).1","run":"h//r\#(number)/\#(number)","fingerprint":"0123456789abcdef","#
          + #""cause":"sleep","duration":400000000,"count":\#(stalls)}"#,
      ]
    }
    let path = folder.path + "/all.jsonl"
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    let run = try Tool.run(["collect", path])
    let table = run.output.split(separator: "\n").drop { !$0.hasPrefix("newest build") }.map(String.init)
    try #require(run.status == 0 && table.count == 2, "\(run.output)\(run.errors)")
    // Figures end where their titles do.
    func figure(_ title: String) throws -> String? {
      let end = try #require(table[0].range(of: title)).upperBound
      return table[1][..<end].split(separator: " ").last.map(String.init)
    }
    #expect(try figure("stalls") == "7" && figure("before") == "3" && figure("now") == "4", "\(run.output)")
  }

  @Test func anIDOfTwoRunsIsAmbiguousAndAWholeOneIsNot() throws {
    let folder = try Self.runs()
    let both = try Tool.run(["show", "4711.1", "--no-lines", "--folder", folder.path])
    #expect(both.status == 2)
    #expect(
      both.errors.contains("'4711.1' can be 20260921-000001-4711.1, 20260921-000002-4711.1: say which"),
      "\(both.errors)")
    let whole = try Tool.run(["show", "20260921-000002-4711.1", "--no-lines", "--folder", folder.path])
    #expect(whole.status == 0 && whole.output.hasPrefix("Stall 20260921-000002-4711.1\n"), "\(whole)")
  }

  @Test func onlyTheRunOfAnExportedStallIsRead() throws {
    let folder = try Self.runs()
    let files = ["1", "2"].map { Self.file($0, in: folder) }
    let before = try files.map { try Data(contentsOf: $0) }
    let many = try Tool.run(["export", "--to", "sentry", "--no-lines", "--folder", folder.path])
    #expect(many.status == 2 && many.output.isEmpty)
    #expect(many.errors.contains("sentry holds one stall, and there are 4"), "\(many.errors)")
    #expect(try files.map { try Data(contentsOf: $0) } == before)
    let one = try Tool.run([
      "export", "20260921-000002-4711.1", "--to", "folded", "--no-lines", "--folder", folder.path,
    ])
    #expect(one.status == 0, "\(one.errors)")
    #expect(try Data(contentsOf: files[0]) == before[0] && Data(contentsOf: files[1]) != before[1])
  }

  @Test func aLoopThatWaitedWhenItsProcessEndedIsListedAsWaiting() throws {
    let folder = try Self.runs()
    var dead = try ReportFolder(folder.path).contents().runs.filter { $0.ending == .ended }
    try #require(dead.count == 1)
    dead[0].lastCallouts = [("main", true), ("worker", false)].map { loop, wasWaiting in
      LastCallout(
        callout: Callout(kind: .timer, label: "of \(loop)", site: "", code: 0, loop: loop, mode: ""),
        wasWaiting: wasWaiting)
    }
    _ = ReportFolder(folder.path).examine(dead)
    let runs = try Tool.run(["list", "--runs", "--folder", folder.path])
    #expect(runs.output.contains("main: waiting; worker: timer 'of worker'"), "\(runs.output)")
  }
}
