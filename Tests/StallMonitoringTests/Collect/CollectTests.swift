import Foundation
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Reports of many machines and builds.
@Suite("A collection of reports", .hangLimit)
struct CollectTests {
  /// One build of a program on one host: its runs, and what they report.
  private func run(
    _ number: Int, build: UInt8, host: String = "web-1", version: String = "", day: Int64 = 0,
    hours: Int64 = 10,
    stalls: [(label: String, milliseconds: UInt64)] = []
  ) -> (run: StallRun, changed: Int64) {
    let begun = 1_790_000_000 + day * 86_400
    var records: [StallRecord] = []
    for (index, stall) in stalls.enumerated() {
      var dice = SplitMix(UInt64(index))
      var record = StallRecord.sample(id: UInt64(index + 1), stacks: 0, using: &dice)
      record.callout = Callout(
        kind: .timer, label: stall.label, site: "App/A.swift:\(build)", code: 0, loop: "main", mode: "")
      record.startedWall = (begun + Int64(index) * 60, 5)
      record.frozenTime = 0
      record.lastSeen = record.started + stall.milliseconds * 1_000_000
      record.hasEnded = true
      record.suppressed = 0
      records.append(record)
    }
    var run = StallRun(
      name: "2026-\(number)", path: "/x/\(number)", process: Int32(number), executable: "/opt/\(build)/feed",
      begun: begun,
      ending: .closed, records: records, dropped: 0, torn: 0, lastCallouts: [], remarks: [],
      identity: .current,
      modules: [], moduleCounts: [:], wasExamined: false)
    run.origin.host = host
    run.origin.buildID = [build, 2, 3, 4, 5, 6, 7, 8]
    run.origin.version = version
    run.origin.begun = begun * 1_000_000_000
    return (run, begun + hours * 3_600)
  }

  private func collection(_ runs: [(run: StallRun, changed: Int64)]) -> StallCollection {
    var collection = StallCollection()
    for run in runs { collection.add(run.run, place: "folder", changed: run.changed) }
    return collection
  }

  private func stalls(_ label: String, _ count: Int) -> [(label: String, milliseconds: UInt64)] {
    (0..<count).map { (label, UInt64(100 + $0)) }
  }

  @Test("has each report once, and is read again from the lines that it writes")
  func lines() throws {
    let runs = [
      run(1, build: 1, stalls: stalls("a \"quoted\" \\ \u{1F600}\n", 3)),
      run(2, build: 1, host: "web-2", stalls: stalls("b", 1)),
      run(3, build: 2, version: "1.1", day: 1),
    ]
    var collection = collection(runs)
    #expect(collection.runs.count == 3 && collection.stalls.count == 4)
    let lines = collection.lines
    #expect(lines.split(separator: "\n").count == 7)
    for line in lines.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
    var again = StallCollection()
    again.addLines(Array(lines.utf8), of: "x.jsonl")
    #expect(again.runs == collection.runs && again.stalls == collection.stalls && again.unreadable == 0)
    #expect(again.lines == lines)
    // The same files once more, and a later state of a run that went on.
    collection.addLines(Array(lines.utf8), of: "x.jsonl")
    for run in runs { collection.add(run.run, place: "", changed: run.changed) }
    #expect(collection.lines == lines)
    var later = runs[0]
    later.changed += 3_600
    later.run.records[0].lastSeen += 5_000_000_000
    collection.add(later.run, place: "", changed: later.changed)
    collection.add(runs[0].run, place: "", changed: runs[0].changed)
    #expect(collection.runs.count == 3 && collection.stalls.count == 4)
    #expect(collection.runs.values.map(\.watched).max() == 11 * 3_600_000_000_000)
    #expect(collection.stalls.values.map(\.duration).max() == 5_100_000_000)
  }

  @Test("reports what the newest build has changed, and how often, by build and host")
  func rates() throws {
    let before = (0..<4).map { number in
      run(
        number, build: 1, host: "web-\(number % 2)", day: Int64(number),
        stalls: stalls("same", 4) + stalls("gone", 3) + stalls("worse", 2) + stalls("better", 12)
          + (number == 0 ? stalls("rare", 1) : []))
    }
    let after = (0..<2).map { number in
      run(
        10 + number, build: 2, host: "web-\(number)", version: "2.0", day: 10,
        stalls: stalls("same", 5) + stalls("worse", 9) + stalls("better", 2)
          + (number == 1 ? stalls("new", 1) : []))
    }
    let rates = StallRates(collection(after + before))
    var changes: [String: StallRates.Change] = [:]
    for row in rates.rows {
      changes[row.example.callout.split(separator: "'").map(String.init)[1]] = row.change
    }
    #expect(
      changes == [
        "same": .same, "gone": .gone, "worse": .worse, "better": .better, "new": .new, "rare": .same,
      ])
    #expect(rates.rows.first?.change == .new && rates.rows.last?.change == .gone)
    let worse = try #require(rates.rows.first { $0.change == .worse })
    #expect(worse.builds.map(\.name) == ["010203040506", "2.0 020203040506"])
    #expect(worse.builds.map(\.exposure.stalls) == [8, 18] && worse.builds.map(\.exposure.runs) == [4, 2])
    #expect(worse.builds.map(\.exposure.perHour) == [0.2, 0.9] && worse.total.perRun == 26.0 / 6)
    #expect(worse.hosts.map(\.name) == ["web-0", "web-1"] && worse.hosts.map(\.exposure.stalls) == [13, 13])
    #expect(rates.builds.map(\.program) == ["feed"])
    #expect(rates.builds[0].builds.map(\.exposure.stalls) == [85, 33])
    #expect(rates.hostCount == 2 && rates.days.count == 5 && rates.days.last?.stalls == 33)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(rates.json.utf8)) as? [String: Any])
    #expect((json["stalls"] as? [[String: Any]])?.count == 6 && json["hosts"] as? Int == 2)
  }

  @Test("reports no change from few stalls, or where nothing was watched")
  func chance() {
    func change(_ builds: (stalls: UInt64, runs: Int, hours: UInt64)...) -> StallRates.Change {
      StallRates.change(
        builds.map {
          StallRates.Exposure(runs: $0.runs, watched: $0.hours * 3_600_000_000_000, stalls: $0.stalls)
        })
    }
    #expect(change((5, 1, 1)) == .unknown && change() == .unknown)
    #expect(change((0, 1, 1), (0, 1, 1)) == .same && change((0, 1, 1), (1, 1, 1)) == .new)
    #expect(change((2, 1, 1), (0, 1, 1)) == .same && change((3, 1, 1), (0, 1, 1)) == .gone)
    #expect(change((30, 1, 100), (0, 1, 1)) == .same)
    #expect(change((1, 1, 1), (4, 1, 1)) == .same && change((1, 1, 1), (5, 1, 1)) == .worse)
    #expect(change((100, 1, 1), (140, 1, 1)) == .same && change((100, 1, 1), (200, 1, 1)) == .worse)
    #expect(change((100, 1, 1), (60, 1, 1)) == .same && change((100, 1, 1), (50, 1, 1)) == .better)
    // Without times, by runs.
    #expect(change((10, 10, 0), (10, 1, 5)) == .worse && change((10, 10, 0), (1, 1, 0)) == .same)
    #expect(change((10, 0, 0), (1, 0, 0)) == .same)
    // Of several builds the last one counts.
    #expect(change((0, 1, 1), (5, 1, 1), (5, 1, 1)) == .same)
    #expect(StallRates.Exposure(runs: 4, watched: 0, stalls: 2).text == "0.5/run")
    #expect(StallRates.Exposure(runs: 4, watched: 7_200_000_000_000, stalls: 1).text == "0.5/h")
    #expect(
      [0, 0.00001, 0.012345, 0.5, 1.239, 12.34, 123.4].map(StallRates.Exposure.digits) == [
        "0", "<0.0001", "0.0123", "0.5", "1.24", "12.3", "123",
      ])
  }

  @Test("has a page that needs nothing else, whatever stalls are called")
  func page() {
    let runs = [
      run(1, build: 1, host: "<b>", stalls: stalls("</style><script>alert(1)</script>", 3)),
      run(2, build: 2, version: "<i>", day: 3, stalls: stalls("x", 30)),
    ]
    let page = RatesPage.html(of: StallRates(collection(runs)), title: "Stalls & <more>")
    #expect(
      page.hasPrefix("<!DOCTYPE html>") && page.contains("<svg") && page.contains("Stalls &amp; &lt;more&gt;")
    )
    for outside in ["<script", "<b>", "<i>", "src=", "href=", "@import", "url(", "http"] {
      #expect(!page.contains(outside), "\(outside)")
    }
    #expect(!RatesPage.html(of: StallRates(StallCollection()), title: "").isEmpty)
  }

  @Test("is read from folders with folders in them; what can not be read is said")
  func folders() throws {
    let folder = try TemporaryFolder()
    let root = folder.path + "/fleet"
    for host in ["web-7", "web-8/inside"] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(host)", withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(atPath: root) }
    var report = CraftedReport()
    var record = StallRecord()
    record.id = 1
    record.lastSeen = 5
    report.add(record)
    // Without a host's name in it, as older files are.
    try FileBytes.replace(root + "/web-7/a.stalls", with: report.bytes)
    try FileBytes.replace(root + "/web-8/inside/a.stalls", with: report.bytes)
    try FileBytes.replace(root + "/broken.stalls", with: [1, 2])
    try FileBytes.replace(
      root + "/lines.jsonl", with: Array("{\"type\":\"run\",\"name\":\"r\"}\n\nnothing\n[]\n".utf8))
    try FileBytes.replace(root + "/notes.txt", with: [1])
    try FileManager.default.createSymbolicLink(atPath: root + "/loop", withDestinationPath: root)
    var collection = StallCollection()
    try collection.add(root)
    #expect(Set(collection.runs.values.map(\.host)) == ["web-7", "inside", ""])
    #expect(collection.stalls.count == 2 && collection.unreadable == 3)
    #expect(collection.failures.contains { $0.hasSuffix("line 3, is no run and no stall") })
    #expect(throws: StallMonitorError.self) { try collection.add(root + "/missing") }
  }

  @Test("takes no number and no text of a line on trust")
  func hostileLines() {
    var collection = StallCollection()
    let long = String(repeating: "x", count: 10_000)
    for line in [
      "{\"type\":\"stall\",\"id\":\"i\",\"run\":\"r\",\"fingerprint\":\"0123456789abcdef\",\"count\":18446744073709551615,\"duration\":18446744073709551615,\"started\":9223372036854775807}",
      "{\"type\":\"stall\",\"id\":\"j\",\"run\":\"r\",\"fingerprint\":\"0123456789abcdef\",\"count\":-5,\"duration\":1e300,\"loop\":\"\(long)\"}",
      "{\"type\":\"run\",\"name\":\"n\",\"watched\":18446744073709551615,\"begun\":18446744073709551615}",
    ] { collection.addLines(Array(line.utf8), of: "x") }
    #expect(collection.unreadable == 0 && collection.stalls.count == 2)
    #expect(collection.stalls.values.allSatisfy { $0.loop.count <= 512 && $0.count >= 1 })
    #expect(!StallRates(collection).json.isEmpty)
    #expect(!RatesPage.html(of: StallRates(collection), title: "x").isEmpty)
    for line in [
      "", "{", "[[[[[[[[[[1]]]]]]]]]]", "{\"type\":\"stall\"}", "\"\\ud800\"", "1e999", "{\"a\":1}x",
      "{\"a\" 1}", "[1,]", "\"\u{1}\"",
      "+1", "nul", "{\"type\":\"stall\",\"id\":\"i\",\"run\":\"r\",\"fingerprint\":\"<script>\"}",
    ] {
      var other = StallCollection()
      other.addLines(Array(line.utf8), of: "x")
      #expect(
        other.stalls.isEmpty && other.runs.isEmpty && other.unreadable == (line.isEmpty ? 0 : 1), "\(line)")
    }
    let nested = { (depth: Int) in
      "{\"type\":\"run\",\"name\":\"n\",\"more\":" + String(repeating: "[", count: depth - 2) + "1"
        + String(repeating: "]", count: depth - 2) + "}"
    }
    for (depth, isRead) in [(8, true), (9, false)] {
      var other = StallCollection()
      other.addLines(Array(nested(depth).utf8), of: "x")
      #expect(other.runs.isEmpty != isRead && other.unreadable == (isRead ? 0 : 1))
    }
  }
}
