import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// After a deployment reports had no names, and like stalls of two builds, or of two runs, were told apart.
@Suite("Reports of a program that is rebuilt, stripped or deleted", .hangLimit, .serialized)
struct RedeployTests {
  /// `strip`, of either toolchain.
  private static let strip: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let places = path.split(separator: ":").map(String.init) + ["/opt/swift/usr/bin"]
    let tools = ["strip", "llvm-strip"].flatMap { tool in places.map { "\($0)/\(tool)" } }
    return tools.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The tool's program under another path.
  private func copy(to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try ProgramCopy.make(of: try Tool.path(), at: path)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    try ChildProgram.run(program, arguments).status
  }

  /// Makes a program one of another build, as far as its mark says.
  private func changeBuild(of path: String) throws {
    let id = try #require(ElfFile(path: path)).buildID
    try #require(!id.isEmpty)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let place = try #require(bytes.range(of: Data(id)))
    bytes[place.lowerBound] ^= 0xFF
    try bytes.write(to: URL(filePath: path + ".changed"))
    try ProgramCopy.make(of: path + ".changed", at: path)
    #expect(try #require(ElfFile(path: path)).buildID != id)
  }

  private func id(ofStallIn list: String) throws -> String {
    let line = list.split(separator: "\n").first { $0.contains("inject sleep #1") }
    return try #require(line?.split(separator: " ").first.map(String.init), "\(list)")
  }

  @Test(
    "A stripped program that is deleted has names, files and lines with --symbols", .enabled(if: strip != nil)
  )
  func strippedAndDeleted() throws {
    let folder = try TemporaryFolder()
    let program = folder.path + "/opt/app"
    let symbols = folder.path + "/symbols/some/where/app.full"
    try copy(to: program)
    try copy(to: symbols)
    #expect(try run(try #require(Self.strip), [program]) == 0)
    let reports = folder.path + "/reports"
    #expect(try run(program, ["stalls", "inject", "sleep", "2000", "--folder", reports]) == 0)
    try FileManager.default.removeItem(atPath: program)

    let id = try id(ofStallIn: try Tool.run(["list", "--folder", reports]).output)
    let without = try Tool.run(["show", id, "--folder", reports]).output
    #expect(!without.contains("injectSleep") && without.contains("--symbols"), "\(without)")
    let with = try Tool.run(["show", id, "--folder", reports, "--symbols", folder.path + "/symbols"])
    #expect(
      with.output.contains("InjectedWork.swift:") && with.output.contains("InjectionLoop.swift:"),
      "\(with.output)")
    #expect(with.output.contains("closure #") && !with.output.contains("have no names"), "\(with.output)")
    // In JSON each frame has its build and its place in the file.
    let json = try Tool.run(["show", id, "--json", "--no-lines", "--folder", reports]).output
    let value = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let frames = try #require(value["pointStack"] as? [[String: Any]])
    #expect(!frames.isEmpty && frames.filter { $0["module"] is String }.allSatisfy { $0["offset"] is String })
    let build = try #require((value["process"] as? [String: Any])?["buildID"] as? String)
    #expect(frames.contains { $0["buildID"] as? String == build })
  }

  @Test(
    "Three runs and two builds of one stall are one row, in merge and in collect; the names are the records' own"
  )
  func oneRow() throws {
    let folder = try TemporaryFolder()
    let reports = folder.path + "/reports"
    let first = folder.path + "/releases/1/app"
    let second = folder.path + "/releases/2/app"
    try copy(to: first)
    try copy(to: second)
    try changeBuild(of: second)
    for program in [first, first, first, second] {
      #expect(try run(program, ["stalls", "inject", "sleep", "2000", "--folder", reports]) == 0)
    }
    try FileManager.default.removeItem(atPath: folder.path + "/releases")
    let merged = try Tool.run(["merge", "--folder", reports]).output
    let rows = merged.split(separator: "\n").filter { $0.contains("inject sleep #1") }
    #expect(rows.count == 1 && rows[0].split(separator: " ").first == "4", "\(merged)")
    #expect(rows.first?.contains("closure #") == true || rows.first?.contains("inject") == true)
    let shown = try Tool.run([
      "show", try id(ofStallIn: try Tool.run(["list", "--folder", reports]).output), "--folder", reports,
    ])
    #expect(shown.output.contains("closure #"), "\(shown.output)")

    let collected = try Tool.run([
      "collect", reports, "--json", "--output", folder.path + "/all.jsonl", "--page",
      folder.path + "/all.html",
    ])
    #expect(collected.status == 0, "\(collected.errors)")
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(collected.output.utf8)) as? [String: Any])
    let stalls = try #require(value["stalls"] as? [[String: Any]])
    let sleeps = stalls.filter { ($0["callout"] as? String)?.contains("inject sleep #1") == true }
    #expect(sleeps.count == 1 && sleeps[0]["stalls"] as? Int == 4, "\(collected.output)")
    #expect(
      (sleeps.first?["builds"] as? [[String: Any]])?.compactMap { $0["stalls"] as? Int }.sorted() == [1, 3])
    #expect(
      try String(contentsOfFile: folder.path + "/all.html", encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    // What was collected is collected again, beside the folder.
    let again = try Tool.run(["collect", reports, folder.path + "/all.jsonl", "--json"])
    #expect(again.output == collected.output)
    let text = try Tool.run(["collect", folder.path + "/all.jsonl"]).output
    #expect(text.contains("4 runs") && text.contains("inject sleep #1"), "\(text)")
  }

  @Test("A stall is exported in every form; a wrong call says what would be right")
  func export() throws {
    let folder = try TemporaryFolder()
    let reports = folder.path + "/reports"
    #expect(try run(try Tool.path(), ["stalls", "inject", "sleep", "2000", "--folder", reports]) == 0)
    for format in [StallExport.pprof, .sentry, .markdown] {
      let file = folder.path + "/out"
      let run = try Tool.run([
        "export", "last", "--to", format.rawValue, "--output", file, "--folder", reports, "--no-lines",
      ])
      #expect(run.status == 0, "\(format): \(run.errors)")
      let data = try Data(contentsOf: URL(filePath: file))
      #expect(!data.isEmpty && (format == .pprof) == data.starts(with: [0x1F, 0x8B]), "\(format)")
    }
    let trace = folder.path + "/trace.json"
    try Data("[\n{\"ph\":\"M\",\"name\":\"x\"}\n]\n".utf8).write(to: URL(filePath: trace))
    let added = try Tool.run([
      "export", "last", "--to", "chrome", "--with", trace, "--folder", reports, "--no-lines",
    ])
    #expect((try JSONSerialization.jsonObject(with: Data(added.output.utf8)) as? [Any])?.count == 5)
    for (arguments, answer) in [
      (["export", "last"], "what is missing is --to with a format: pprof, speedscope"),
      (["export", "last", "--to", "pprov"], "unknown format 'pprov' (did you mean 'pprof'?)"),
      (["export", "last", "--to", "pprof", "--with", trace, "--output", "-"], "--with is for chrome only"),
      (["export", "last", "--to", "chrome", "--with", "/dev/null"], "/dev/null can not be read"),
    ] {
      let wrong = try Tool.run(arguments + ["--folder", reports])
      #expect(wrong.status == 2 && wrong.errors.contains(answer), "\(wrong.errors)")
    }
    #expect(try Tool.run(["collect"]).status == 2)
    #expect(try Tool.run(["collect", folder.path + "/missing"]).errors.contains("missing can not be read"))
  }
}
