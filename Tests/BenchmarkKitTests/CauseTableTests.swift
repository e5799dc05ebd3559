import PlainText
import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("Causes of many latencies", .hangLimit)
struct CauseTableTests {
  /// A latency that is wholly put down to one cause.
  private func diagnosis(_ latency: UInt64, stopped: Bool) -> OutlierDiagnosis {
    var sample = LatencySample(
      intended: 1000, called: 1000 + latency, before: .init(time: 0), after: .init(time: 2000 + latency))
    if stopped { sample.continued = sample.called }
    return OutlierDiagnosis(sample)
  }

  private var table: CauseTable {
    var table = CauseTable(notes: ["read: something"])
    for _ in 0..<900 { table.record(1_000) }
    for _ in 0..<90 { table.record(10_000, diagnosis(10_000, stopped: false)) }
    for _ in 0..<10 { table.record(1_000_000, diagnosis(1_000_000, stopped: true)) }
    return table
  }

  @Test(
    "are told by shares of the time beyond a percentile, and of no percentile with fewer than ten latencies beyond"
  )
  func tails() throws {
    let tails = table.tails()
    #expect(tails.map(\.percent) == [90, 99])
    #expect(tails.map(\.count) == [100, 10])
    #expect(tails[0].parts[.haltExit] == 900_000 && tails[0].parts[.stop] == 10_000_000)
    #expect(tails[1].text == "beyond p99 (from 983 µs on, 10 latencies): stopped process 100%")
    #expect(tails[0].text.hasSuffix(": stopped process 92%, halt exit 8%"), "\(tails[0].text)")
  }

  @Test("are the same when rounds are put together")
  func merging() {
    var twice = table
    twice.merge(table)
    #expect(twice.count == 2000)
    #expect(twice.tails().map(\.count) == [200, 20])
    #expect(twice.tails([99])[0].parts[.stop] == 20_000_000)
  }

  @Test("put latencies in steps of an eighth of a doubling")
  func steps() {
    for latency: UInt64 in [8, 9, 15, 16, 1_000, 123_456_789, 1 << 62] {
      let step = CauseTable.step(of: latency)
      #expect(CauseTable.bound(step) <= latency && latency < CauseTable.bound(step + 1), "\(latency)")
    }
    var table = CauseTable()
    table.record(0)
    table.record(.max)
    #expect(table.count == 2)
  }

  @Test("are in the report's JSON and text, and colour the page's plot")
  func report() throws {
    var report = someReport()
    #expect(report.causesText.isEmpty)
    report.results[0].causes = table
    #expect(report.causesText.contains("beyond p99 (from 983 µs on, 10 latencies): stopped process 100%"))
    #expect(report.causesText.contains("(read: something)"))
    let json = try JSON(parsing: Array(report.json.utf8), deepest: 10)
    guard case .array(let results)? = json["results"],
      case .array(let tails)? = results[0]["causes"]?["tails"]
    else {
      Issue.record("no tails in \(report.json)")
      return
    }
    #expect(tails.map { $0["count"]?.text } == ["100", "10"])
    #expect(tails[1]["parts"]?.text == "{\"stopped process\":10000000}")
    let page = report.html()
    #expect(page.contains("aria-label=\"causes\"") && page.contains("halt exit (90)"))
    #expect(page.contains("class=\"bar c\(OutlierCause.stop.rawValue)\""))
    _ = try Report(json: report.json)
  }

  @Test("have names and advice that differ")
  func names() {
    #expect(Set(OutlierCause.allCases.map(\.name)).count == OutlierCause.allCases.count)
    #expect(Set(OutlierCause.allCases.map(\.advice)).count == OutlierCause.allCases.count)
    for cause in OutlierCause.allCases { #expect(OutlierCause(name: cause.name) == cause) }
    #expect(OutlierCause(name: "weather") == nil)
  }
}

@Suite("The story of an outlier", .hangLimit)
struct OutlierStoryTests {
  private func outlier(_ events: [ProcessorEvent], continued: UInt64 = 0) -> CauseWatch.Outlier {
    var after = ThreadCounters(time: 1_061_000)
    (after.processorTime, after.runDelay) = (12_000, 45_000)
    var sample = LatencySample(
      intended: 1_000_000, called: 1_060_000, before: .init(time: 500_000), after: after, thread: 7,
      events: events,
      seesOthers: true)
    sample.continued = continued
    return .init(
      sample: sample, diagnosis: OutlierDiagnosis(sample),
      threads: [0: "the idle thread", 7: "the loop's thread", 9: "make\u{1B}[2J"])
  }

  @Test("is a time line with the steps between, in which names are no orders to a terminal")
  func story() {
    let story = outlier([
      .init(1_005_000, .departure(isPreempted: true)), .init(1_005_500, .arrival(thread: 9)),
      .init(1_050_000, .arrival(thread: 7)),
    ]).story("timer-lateness beside=idle")
    #expect(
      story.hasPrefix(
        "timer-lateness beside=idle: a callout was 60.0 µs late\n  75.0%  45.0 µs  preemption\n"))
    let lines = story.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.contains("+0.00 ns +500 µs INTENDED START"), "\(story)")
    #expect(lines.contains("+5.00 µs +5.00 µs the loop's thread is preempted"))
    #expect(lines.contains("+50.0 µs +44.5 µs the loop's thread runs"))
    #expect(lines.contains("+60.0 µs +10.0 µs CALLED"))
    #expect(story.contains("(thread 9) runs") && !story.contains("\u{1B}"))
    #expect(story.contains("processor time 12.0 µs") && story.contains("run delay 45.0 µs"))
  }

  @Test("says of a thread without a name that it has ended")
  func endedThread() {
    let story = outlier([.init(1_005_500, .arrival(thread: 12))]).story("wake")
    #expect(story.contains("thread 12, which has ended, runs"), "\(story)")
  }

  @Test("has a stop of the process that ended between the two callouts, and no other one")
  func stops() {
    func hasStop(_ continued: UInt64) -> Bool {
      outlier([], continued: continued).story("wake").contains("the process continues after a stop")
    }
    #expect(hasStop(500_000) && hasStop(1_061_000))
    #expect(!hasStop(499_999) && !hasStop(1_061_001))
  }

  @Test("leaves out the middle of a long one")
  func long() {
    let events = (0..<1000).map { ProcessorEvent(1_000_001 + UInt64($0), .arrival(thread: 9)) }
    let story = outlier(events).story("wake")
    #expect(story.contains("… 943 more …"), "\(story)")
    #expect(story.split(separator: "\n").count < 80)
    // With the callout before, the intended start and the call: as many as are shown, and one beside.
    #expect(!outlier(Array(events.prefix(57))).story("wake").contains(" more …"))
    #expect(outlier(Array(events.prefix(58))).story("wake").contains("… 1 more …"))
  }

  @Test("has the start that was intended and the call also where thousands of events are around them")
  func marks() {
    let events = (0..<23_040).map { ProcessorEvent(600_000 + UInt64($0) * 20, .arrival(thread: 9)) }
    let story = outlier(events).story("wake")
    let lines = story.split(separator: "\n").filter {
      $0.contains("INTENDED START") || $0.contains("CALLED") || $0.contains(" more …")
        || $0.contains("the callout before this one")
    }
    let texts = ["the callout before this one", "more …", "INTENDED START", "more …", "CALLED", "more …"]
    #expect(lines.count == texts.count && zip(lines, texts).allSatisfy { $0.contains($1) }, "\(lines)")
    let gaps = lines.filter { $0.contains(" more …") }
    let leftOut = gaps.flatMap { $0.split(separator: " ") }.compactMap { Int($0) }.reduce(0, +)
    let shown = story.split(separator: "\n").count { $0.contains("(thread 9) runs") }
    #expect(leftOut > 20_000 && shown + leftOut == 23_040)
  }
}

@Suite("Files of the kernel", .hangLimit)
struct KernelFileTests {
  @Test("give the numbers of a line")
  func numbers() {
    let text = "cpu  1 2 3\ncpu1 4 5 6 x7\ncpu10 8\nthrottled_usec 99\nlast 5"
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { bytes in
      #expect(bytes.numbers(inLineOf: "cpu1") == [4, 5, 6, 7])
      #expect(bytes.numbers(inLineOf: "cpu10") == [8])
      #expect(bytes.numbers(inLineOf: "throttled_usec") == [99])
      #expect(bytes.numbers(inLineOf: "last") == [5])
      #expect(bytes.numbers(inLineOf: "cpu2") == nil && bytes.numbers(inLineOf: "las") == nil)
      #expect(bytes.numbers(from: 0) == [1, 2, 3])
    }
  }

  @Test("name the folders of a process's groups, from the innermost outward, in both versions")
  func groups() {
    let folders = QuotaFile.folders(
      groups: "3:cpuset:/x\n1:cpu,cpuacct:/a/b\n0::/c\n",
      mounts: "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu,cpuacct 0 0\nnone /proc proc rw 0 0\n"
        + "cgroup /sys/fs/cgroup/cpuset cgroup rw,cpuset 0 0\ncgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n"
    )
    #expect(
      folders.map(\.0) == [
        "/sys/fs/cgroup/cpu/a/b", "/sys/fs/cgroup/cpu/a", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/unified/c",
        "/sys/fs/cgroup/unified",
      ])
    #expect(folders.map(\.isVersionTwo) == [false, false, false, true, true])
  }
}
