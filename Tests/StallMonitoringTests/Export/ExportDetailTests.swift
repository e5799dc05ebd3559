import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// Details of reports for other tools that a reader of theirs relies on.
@Suite(.hangLimit) struct ExportDetailTests {
  private static let base = CodeFrame.firstPythonAddress

  /// A stall of a second, in a function of a script that a library calls, which the program calls.
  private func report(
    _ id: UInt64 = 1, of name: String = "x", host: String = "", begun: Int64 = 0,
    _ change: (inout StallRecord) -> Void = { _ in }
  ) -> StallReport {
    let modules = [
      LoadedImage(path: "/opt/app/libfeed.so", start: 0x1000, end: 0x9000, bias: 0x1000, buildID: [1]),
      LoadedImage(path: "/opt/app/feed", start: 0x1_0000, end: 0x2_0000, bias: 0x1_0000, buildID: [2]),
    ]
    let record = StallReport.sample(modules: modules) { record in
      record.id = id
      record.names = RecordedNames(
        [
          (Self.base, Self.base, "load (/app/feed.py:12)", 1), (0x4000, 0x4000, "call", 1),
          (0x1_4000, 0x1_4000, "main", 1),
        ], room: 4_096)
      var stack = StackSample()
      stack.time = record.started
      stack.addresses = [Self.base, 0x4001, 0x1_4001]
      record.samples = [stack]
      record.repeatCounts = [0]
      change(&record)
    }.record
    var run = StallReport.of(record, modules: modules).run
    (run.name, run.path, run.origin.host, run.origin.begun) = (name, name, host, begun)
    return StallReport(record, of: run, named: SymbolNames(images: modules, search: nil))
  }

  private func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  // MARK: pprof

  @Test func aProfilesFirstModuleIsTheProgram() throws {
    let profile = try PprofReader(gzip: StallExport.pprof.data(of: [report()]))
    let files = profile.mappings.mapValues { profile.strings[Int($0.file)] }
    #expect(files == [1: "/opt/app/feed", 2: "/opt/app/libfeed.so"])
  }

  @Test func aProfileHasTheLinesOfItsFunctions() throws {
    let profile = try PprofReader(gzip: StallExport.pprof.data(of: [report()]))
    let sample = try #require(profile.samples.first)
    let lines = sample.locations.map { profile.locations[$0]?.lines.first?.line }
    #expect(profile.names(sample) == ["load", "call", "main"] && lines == [12, 0, 0])
  }

  @Test func aProfileBeginsWithItsFirstStall() throws {
    let reports = [5, 3, 9].map { second in report { $0.startedWall = (second, 0) } }
    let profile = try PprofReader(gzip: StallExport.pprof.data(of: reports))
    #expect(profile.time == 3_000_000_000 && profile.duration == 3_000_000_000)
  }

  // MARK: Traces

  private func times(_ change: (inout StallRecord) -> Void) throws -> [Double] {
    let file = try object(StallExport.chrome.data(of: [report(1, change)]))
    let events = try #require(file["traceEvents"] as? [[String: Any]])
    return events.compactMap { ($0["ts"] as? NSNumber)?.doubleValue }
  }

  @Test func aTracesTimesHaveNanoseconds() throws {
    let times = try times { ($0.started, $0.found, $0.lastSeen) = (1_000_005, 2_000_050, 3_000_500) }
    #expect(times == [1_000.005, 2_000.05, 3_000.5])
  }

  @Test(
    "The mark where a stall was found is in its slice, whatever a record says",
    arguments: [(0, 1_000), (2_000_000, 2_000), (9_000_000, 3_000)] as [(UInt64, Double)])
  func found(_ found: UInt64, _ mark: Double) throws {
    let times = try times { ($0.started, $0.found, $0.lastSeen) = (1_000_000, found, 3_000_000) }
    #expect(times == [1_000, mark, 3_000])
  }

  // MARK: Sentry

  private func event(_ report: StallReport) throws -> [String: Any] {
    try object(StallExport.sentry.data(of: [report]).split(separator: 10)[2])
  }

  @Test func stallsOfTwoMachinesAreTwoEvents() throws {
    let ids = try [report(host: "web-1"), report(host: "web-2"), report(host: "web-1")].map {
      try event($0)["event_id"] as? String
    }
    #expect(ids[0] != ids[1] && ids[0] == ids[2])
  }

  @Test func aHolderInAnotherProcessIsNoThreadOfTheEvent() throws {
    func threads(_ process: Int32) throws -> [Int?] {
      let report = report {
        var owner = LockOwner(kind: .mutex, thread: 99, threadName: "x", stack: StackSample())
        owner.process = process
        ($0.thread, $0.diagnosis.lockOwner) = (7, owner)
      }
      let threads = try event(report)["threads"] as? [String: Any]
      return try #require(threads?["values"] as? [[String: Any]]).map { $0["id"] as? Int }
    }
    #expect(try threads(0) == [7, 99] && threads(98) == [7])
  }

  // MARK: Others

  @Test func sumsBeginWithTheFirstStallWhereTheRunsBeginIsNotKnown() throws {
    func begin(_ begun: Int64) throws -> String? {
      let reports = [5, 3, 9].map { second in report(begun: begun) { $0.startedWall = (second, 0) } }
      let request = try object(StallExport.otlpMetrics.data(of: reports))
      let resources = try #require(request["resourceMetrics"] as? [[String: Any]])
      let scopes = try #require(resources[0]["scopeMetrics"] as? [[String: Any]])
      let metrics = try #require(scopes[0]["metrics"] as? [[String: Any]])
      let sum = try #require(metrics[0]["sum"] as? [String: Any])
      return (sum["dataPoints"] as? [[String: Any]])?.first?["startTimeUnixNano"] as? String
    }
    #expect(try begin(0) == "3000000000" && begin(1_000) == "1000")
  }

  @Test func runsAreInTheOrderOfTheirFiles() throws {
    let names = (0..<8).map { "run-\($0)" }
    let reports = names.reversed().map { report(of: $0) }
    for (form, list) in [(StallExport.otlpLogs, "resourceLogs"), (.otlpMetrics, "resourceMetrics")] {
      let resources = try #require(try object(form.data(of: reports))[list] as? [[String: Any]])
      let found = try resources.map { entry in
        let resource = try #require(entry["resource"] as? [String: Any])
        let attributes = try #require(resource["attributes"] as? [[String: Any]])
        let instance = attributes.first { $0["key"] as? String == "service.instance.id" }
        return (instance?["value"] as? [String: Any])?["stringValue"] as? String
      }
      #expect(found == names)
    }
  }

  @Test func equalFoldedStacksAreAddedUp() {
    let text = String(
      decoding: StallExport.folded.data(of: [report(1), report(2), report(3)]), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 1 && text.hasSuffix(";main;call;load 3000000\n"), "\(text)")
  }

  @Test func framesInSpeedscopeHaveTheirPlaces() throws {
    let file = try object(StallExport.speedscope.data(of: [report()]))
    let frames = try #require((file["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    let load = try #require(frames.first { $0["name"] as? String == "load" })
    #expect(load["file"] as? String == "/app/feed.py" && load["line"] as? Int == 12)
    #expect(frames.first { $0["name"] as? String == "call" }?["line"] == nil)
  }
}
