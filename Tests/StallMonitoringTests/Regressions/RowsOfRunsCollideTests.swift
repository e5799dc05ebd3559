import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// Runs with one process number, as of containers, shared a row of a trace, with the name of the first of them.
@Suite("Runs with equal process numbers in a trace", .hangLimit)
struct RowsOfRunsCollideTests {
  private func report(
    _ name: String, process: Int32 = 1, thread: Int32 = 1, host: String = "web", container: String = "",
    begun: Int64 = 0
  ) -> StallReport {
    let record = StallReport.sample(modules: []) { $0.thread = thread }.record
    var run = StallReport.of(record, modules: []).run
    (run.name, run.path, run.process, run.begun) = (name, "\(host)/\(container)/\(name)", process, begun)
    (run.executable, run.origin.host, run.origin.container) = ("/opt/feed", host, container)
    return StallReport(record, of: run, named: SymbolNames(images: [], search: nil))
  }

  private struct Event {
    var phase: String
    var process: Int
    var thread: Int
    var id: String
    var name: String
  }

  private func events(_ reports: [StallReport]) throws -> [Event] {
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(StallExport.chrome.data(of: reports))) as? [String: Any])
    return try #require(file["traceEvents"] as? [[String: Any]]).map { event in
      Event(
        phase: try #require(event["ph"] as? String), process: try #require(event["pid"] as? Int),
        thread: try #require(event["tid"] as? Int), id: event["id"] as? String ?? "",
        name: (event["args"] as? [String: Any])?["name"] as? String ?? "")
    }
  }

  @Test("have a row each, with a name that says which run it is; the newest keeps its number")
  func rows() throws {
    let reports = [
      report("a-1", container: "0123456789abcdef", begun: 5), report("b-1", begun: 7),
      report("c-1", host: "", begun: 6), report("a-1", container: "0123456789abcdef", begun: 5),
    ]
    let events = try events(reports)
    let names = events.filter { $0.phase == "M" }
    #expect(
      names.map(\.name) == [
        "feed, run a-1 on web in container 0123456789ab", "feed, run b-1 on web", "feed, run c-1",
      ])
    #expect(Set(names.map(\.process)).count == 3 && names[1].process == 1)
    // The kernel's process numbers end at 4194304.
    #expect(names.count { $0.process > 4_194_304 } == 2)
    let slices = events.filter { $0.phase == "b" }
    #expect(slices.map(\.process) == [0, 1, 2, 0].map { names[$0].process })
    // A main thread's number is that of its process.
    #expect(slices.allSatisfy { $0.process == $0.thread })
  }

  @Test("have no thread's number in common")
  func threads() throws {
    // The second machine's process has the number of a thread of the first one's.
    let reports = [
      report("a-1", thread: 7, begun: 1), report("b-1", thread: 7, begun: 2),
      report("c-7", process: 7, thread: 7),
      report("b-1", thread: 8, begun: 2),
    ]
    let slices = try events(reports).filter { $0.phase == "b" }
    #expect(Set(slices.map(\.thread)).count == 4)
    #expect(slices[2].process == 7 && slices[2].thread == 7 && slices[3].thread == 8)
    #expect(slices[0].thread != slices[0].process)
  }

  @Test("and equal names have slices of their own")
  func slices() throws {
    let events = try events([report("a-1", container: "one"), report("a-1", container: "two")])
    #expect(Set(events.filter { $0.phase == "b" }.map(\.id)).count == 2)
    for id in Set(events.map(\.id)) where !id.isEmpty { #expect(events.count { $0.id == id } == 3) }
  }

  @Test("alone keep the program's name and their numbers")
  func alone() throws {
    let events = try events([report("a-1", process: 5, thread: 6), report("b-9", process: 9, thread: 9)])
    #expect(events.filter { $0.phase == "M" }.map(\.name) == ["feed", "feed"])
    #expect(events.filter { $0.phase == "b" }.map(\.process) == [5, 9])
    #expect(events.filter { $0.phase == "b" }.map(\.thread) == [6, 9])
  }
}
