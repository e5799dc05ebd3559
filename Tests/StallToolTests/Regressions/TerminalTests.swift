import Foundation
import StallMonitoring
import TestHarness
import Testing

/// Labels and names reached the terminal as they were, with escape sequences and line ends in them.
@Suite("A report with escape sequences in every name", .hangLimit)
struct TerminalTests {
  /// Control characters but for the ends of the tool's own lines; marks that turn text around; lines of the report's own.
  private func expectPlain(_ output: String, _ command: [String]) {
    let odd = output.unicodeScalars.filter {
      $0 != "\n"
        && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}" || $0 == "\u{2028}")
    }
    #expect(odd.isEmpty, "\(command): \(odd.map(\.value))\n\(output.debugDescription)")
    #expect(!output.split(separator: "\n").contains { $0.hasPrefix("forged") }, "\(command): \(output)")
  }

  private func folder(name: String = "20260921-000000-4711") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fuzzing/reports/escapes")
    try Data(contentsOf: corpus).write(to: URL(filePath: "\(folder.path)/\(name).stalls"))
    return folder
  }

  @Test(
    "is shown without them",
    arguments: [
      ["list"], ["list", "--runs"], ["list", "--json"], ["show", "last"], ["show", "last", "--frames"],
      ["show", "last", "--json"], ["merge"], ["merge", "--folded"], ["merge", "--json"],
      ["export", "--to", "folded"], ["export", "--to", "markdown"],
    ])
  func commands(_ command: [String]) throws {
    let folder = try folder()
    let run = try Tool.run(command + ["--folder", folder.path])
    #expect(run.status == 0 && run.output.contains("red"), "\(run.errors)")
    expectPlain(run.output, command)
    expectPlain(run.errors, command)
  }

  @Test(
    "whose file has such a name is shown without it",
    arguments: [["list"], ["list", "--runs"], ["show", "last"], ["merge"], ["export", "--to", "markdown"]])
  func nameOfTheFile(_ command: [String]) throws {
    let folder = try folder(name: "\u{1B}[31m\nforged")
    let run = try Tool.run(command + ["--folder", folder.path])
    #expect(run.status == 0 && !run.output.isEmpty, "\(run.errors)")
    expectPlain(run.output, command)
  }

  /// Was wrong: errors had the words of the call as they were, and so the names of files that a shell had found.
  @Test(
    "and an error that names such a word of the call is without them",
    arguments: [
      ("stalls", ["watch"]), ("stalls", ["collect"]), ("stalls", []), ("trace", []), ("bench", ["--compare"]),
      ("bench", []), ("demo", []), ("foundation", []), ("soak", ["--seconds"]), ("ui", []), ("router", []),
    ])
  func words(_ command: String, _ words: [String]) throws {
    let run = try Tool.run(words + ["\u{1B}[31mred\u{202E}"], of: command)
    #expect(run.status != 0 && run.errors.contains("red"), "\(run.status): \(run.errors)")
    expectPlain(run.errors, [command] + words)
  }

  @Test("whose file has such a name is refused without them")
  func fileName() throws {
    let folder = try folder()
    try Data().write(to: URL(filePath: folder.path + "/\u{1B}[31m\nforged.stalls"))
    let run = try Tool.run(["list", "--folder", folder.path])
    #expect(run.errors.contains("it is too short"))
    expectPlain(run.errors, ["list"])
  }

  @Test("is watched without them, too")
  func watch() throws {
    let label = "\u{1B}[31mred\nforged\u{9B}2J"
    var settings = StallMonitor.Settings()
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    let heartbeat = Heartbeat(label)
    monitor.watch(heartbeat)
    monitor.start()
    heartbeat.begin(Heartbeat.Work(label))
    var run = try Tool.run(["watch", "\(getpid())", "--interval", "100"])
    for _ in 0..<100 where !run.output.contains("foreign work") {
      run = try Tool.run(["watch", "\(getpid())", "--interval", "100"])
    }
    #expect(run.status == 0 && run.output.contains("red"), "\(run.errors)")
    expectPlain(run.output, ["watch"])
    let json = try Tool.run(["watch", "\(getpid())", "--interval", "100", "--json"])
    expectPlain(json.output, ["watch", "--json"])
    heartbeat.end()
    monitor.stop()
  }

  @Test("makes no flame graph through a link that lies in the way")
  func flame() throws {
    let folder = try folder()
    let victim = folder.path + "/victim"
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/stall-4711.2.html", withDestinationPath: victim)
    let run = try Tool.run(["flame", "last", "--folder", folder.path], in: folder.path)
    #expect(run.status == 0 && run.output == "stall-4711.2.html\n", "\(run.errors)")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(
      try String(contentsOfFile: folder.path + "/stall-4711.2.html", encoding: .utf8).hasPrefix("<!DOCTYPE"))
  }
}
