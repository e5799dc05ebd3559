import PlainText
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What becomes of a report's numbers in a collection and on its page.
@Suite("Numbers of a collection", .hangLimit)
struct CollectedNumbersTests {
  private func run(
    _ name: String, begun: Int64 = 1_790_000_000, container: String = "", build: UInt8 = 1,
    _ records: [StallRecord] = []
  ) -> StallRun {
    var run = StallRun(
      name: name, path: "/x/\(name)", process: 77, executable: "/opt/app/feed", begun: begun, ending: .closed,
      records: records, dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [],
      moduleCounts: [:], wasExamined: false)
    run.origin.host = "web-1"
    run.origin.container = container
    run.origin.buildID = [build, 2, 3, 4, 5, 6, 7, 8]
    run.origin.begun = begun * 1_000_000_000
    return run
  }

  private func record(_ id: UInt64 = 1, day: Int64 = 0) -> StallRecord {
    var dice = SplitMix(id)
    var record = StallRecord.sample(id: id, stacks: 0, using: &dice)
    record.startedWall = (1_790_000_000 + day * 86_400, 0)
    record.suppressed = 0
    return record
  }

  private func collection(_ runs: [StallRun], hours: Int64 = 1) -> StallCollection {
    var collection = StallCollection()
    for run in runs { collection.add(run, place: "", changed: run.begun + hours * 3_600) }
    return collection
  }

  @Test("A stall counts for those before it that were not reported")
  func suppressed() throws {
    var record = record()
    record.suppressed = 4
    let stalls = collection([run("a", [record])]).stalls.values
    #expect(stalls.map(\.count) == [5])
  }

  @Test("Runs of one name in two containers of a machine are two")
  func containers() {
    let found = collection([
      run("a", container: "0123456789ab", [record()]), run("a", container: "ba9876543210", [record()]),
    ])
    #expect(found.runs.count == 2 && found.stalls.count == 2)
  }

  @Test("Of a deep path its innermost functions stay")
  func deepPath() throws {
    let image = LoadedImage(
      path: "/opt/app/feed", start: 0x10_0000, end: 0x20_0000, bias: 0x10_0000, buildID: [])
    var record = record()
    var stack = StackSample()
    stack.isComplete = true
    // `f30` is the outermost.
    for number in 1...30 as ClosedRange<UInt> { stack.addresses.append(0x10_0000 + number * 0x100 + 0x10) }
    record.samples = [stack]
    record.repeatCounts = [0]
    var names: [(place: UInt, start: UInt, name: String, count: Int)] = []
    for (index, place) in stack.addresses.enumerated() {
      names.append((index == 0 ? place : place - 1, place - 0x10, "f\(index + 1)", 1))
    }
    record.names = RecordedNames(names, room: 4_096)
    var run = run("a", [record])
    run.modules = [image]
    let path = try #require(collection([run]).stalls.values.first).path
    #expect(path.count == 24 && path.last == "f1" && path.first == "f24", "\(path)")
  }

  @Test("A line's duration is bounded, so that sums of them are")
  func durations() throws {
    var collection = StallCollection()
    let line =
      "{\"type\":\"stall\",\"id\":\"i\",\"run\":\"r\",\"fingerprint\":\"0123456789abcdef\",\"duration\":18446744073709551615}"
    collection.addLines(Array(line.utf8), of: "x")
    #expect(collection.stalls.values.map(\.duration) == [1 << 57])
  }

  @Test("A run counts for ten years at most, so that sums of times are times")
  func longRuns() throws {
    let years: UInt64 = 315_360_000_000_000_000
    var collection = collection([run("a")], hours: 11 * 365 * 24)
    let line = #"{"type":"run","name":"b","host":"h","watched":18446744073709551615}"#
    collection.addLines(Array(line.utf8), of: "x")
    #expect(collection.runs.values.map(\.watched) == [years, years])
    #expect(self.collection([run("a")]).runs.values.map(\.watched) == [3_600_000_000_000])
  }

  // MARK: The page

  /// The widths of the bars of a section.
  private func bars(_ heading: String, in page: String) throws -> [Double] {
    let section = try #require(page.range(of: "<h2>\(heading)</h2>"))
    let text = page[section.upperBound...].prefix { _ in true }
    let end = text.range(of: "</section>")?.lowerBound ?? text.endIndex
    return text[..<end].matches(of: /width="([0-9.]+)" height="14"/).compactMap { Double($0.1) }
  }

  @Test("Each number that is not 0 has a bar that can be seen")
  func shortBars() throws {
    let many = (1...5_000).map { record(UInt64($0), day: 1) }
    let page = RatesPage.html(
      of: StallRates(collection([run("a", [record()]), run("b", many)])), title: "x")
    #expect(try bars("Stalls by day", in: page) == [1, 460])
  }

  @Test("Of many days the last sixty are shown")
  func lastDays() throws {
    let records = (0..<70).map { record(UInt64($0) + 1, day: Int64($0)) }
    let rates = StallRates(collection([run("a", records)]))
    let page = RatesPage.html(of: rates, title: "x")
    #expect(try bars("Stalls by day", in: page).count == 60)
    let first = try #require(rates.days.first).day
    let last = try #require(rates.days.last).day
    #expect(!page.contains(">\(first)<") && page.contains(">\(last)<"))
  }

  @Test("Builds are compared by the hour only if each was watched for some time")
  func timesOfAllBuilds() throws {
    var collection = collection([run("a", build: 1, [record()])])
    #expect(RatesPage.html(of: StallRates(collection), title: "x").contains("an hour; 1 in 1 runs"))
    // Of the other build no time is known.
    let other = run("b", begun: 1_790_100_000, build: 2, [record(2)])
    collection.add(other, place: "", changed: 0)
    let page = RatesPage.html(of: StallRates(collection), title: "x")
    let watched = collection.runs.values.map(\.watched)
    #expect(watched.contains(0) && watched.contains { $0 > 0 })
    #expect(page.contains("a run; 1 in 1 runs") && !page.contains("an hour; 1 in 1 runs"))
  }

  @Test("A line of another program is read as far as it is a stall's")
  func foreignLines() throws {
    func stall(_ fingerprint: String, _ depth: Int) throws -> CollectedStall? {
      let names = [String](repeating: "\"f\"", count: depth).joined(separator: ",")
      let line = "{\"id\":\"1\",\"run\":\"a\",\"fingerprint\":\"\(fingerprint)\",\"path\":[\(names)]}"
      return CollectedStall(try JSON(parsing: Array(line.utf8), deepest: 8))
    }
    #expect(try stall("0123456789abcdef", 1)?.path == ["f"])
    for wrong in ["0123456789ABCDEF", "0123456789abcde", "0123456789abcdeg"] {
      #expect(try stall(wrong, 1) == nil, "\(wrong)")
    }
    #expect(try stall("0123456789abcdef", 1000)?.path.count == 24)
  }
}
