import Foundation
import Packing
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Each form is read back by what its own definition says.
@Suite("Reports for other tools", .hangLimit)
struct ExportTests {
  private static let id: [UInt8] = Array(1...20)

  /// Two stacks of functions that the record has names for: `load` half of the time of `parse`.
  private func report(_ id: UInt64 = 1, _ change: (inout StallRecord) -> Void = { _ in }) -> StallReport {
    let image = LoadedImage(
      path: "/opt/app/feed", start: 0x5000_0000, end: 0x5010_0000, bias: 0x5000_0000, buildID: Self.id)
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: id, stacks: 0, using: &dice)
    record.frozenTime = 0
    record.hasEnded = true
    let functions: [UInt: String] = [
      1: "main", 2: "$s4feed7refreshyyF", 3: "$s4feed5parseyyF", 4: "$s4feed4loadyyF",
    ]
    record.names = RecordedNames(
      functions.map { (0x5000_0000 + $0.key * 0x1000 + 0x100, 0x5000_0000 + $0.key * 0x1000, $0.value, 1) },
      room: 4_096)
    for (index, leaf) in ([3, 3, 4, 3] as [UInt]).enumerated() {
      var stack = StackSample()
      stack.time = record.started + 50_000_000 + UInt64(index) * 100_000_000
      stack.addresses = [leaf, 2, 1].map { 0x5000_0000 + $0 * 0x1000 + 0x10 }
      stack.means = index == 2 ? .procfs : .signal
      record.samples.append(stack)
      record.repeatCounts.append(0)
    }
    record.pointSample = 0
    record.diagnosis.lockOwner?.stack.addresses = [0x5000_4010]
    change(&record)
    var run = StallRun(
      name: "20260101-000000-77", path: "x", process: 77, executable: "/opt/app/feed", begun: 1_790_000_000,
      ending: .closed, records: [record], dropped: 0, torn: 0, lastCallouts: [], remarks: [],
      identity: .current,
      modules: [image], moduleCounts: [:], wasExamined: false)
    run.origin.host = "web-1"
    run.origin.container = "0123456789abcdef"
    run.origin.version = "2.4"
    run.origin.buildID = Self.id
    run.origin.begun = 1_789_999_000_000_000_001
    return StallReport(record, of: run, named: SymbolNames(images: run.modules, search: nil))
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("pprof: a gzip'd profile with functions, builds, times and labels")
  func pprof() throws {
    let report = report()
    let profile = try PprofReader(gzip: StallExport.pprof.data(of: [report]))
    #expect(profile.strings.first == "")
    func text(_ place: Int64) -> String { profile.strings[Int(place)] }
    #expect(profile.sampleTypes.map { text($0.type) } == ["samples", "stalled", "blocked"])
    #expect(profile.sampleTypes.map { text($0.unit) } == ["count", "nanoseconds", "nanoseconds"])
    #expect(text(profile.defaultSampleType) == "stalled")
    #expect(profile.time == report.record.startedNanoseconds && profile.duration == 400_000_000)
    #expect(profile.samples.count == 2)
    let parse = try #require(profile.samples.first { profile.names($0).first == "feed.parse()" })
    #expect(profile.names(parse) == ["feed.parse()", "feed.refresh()", "main"])
    #expect(parse.values == [3, 300_000_000, 0])
    let load = try #require(profile.samples.first { profile.names($0).first == "feed.load()" })
    #expect(load.values == [1, 100_000_000, 100_000_000])
    let labels = Dictionary(uniqueKeysWithValues: load.labels.map { (text($0.key), text($0.text)) })
    #expect(labels["loop"] == "main" && labels["cause"] == "lock" && labels["stall"] == report.id)
    let location = try #require(profile.locations[load.locations[0]])
    #expect(location.address == 0x4010)
    let mapping = try #require(profile.mappings[location.mapping])
    #expect(text(mapping.file) == "/opt/app/feed" && text(mapping.buildID) == Self.id.hexadecimal)
    #expect(profile.functions.values.contains { text($0.systemName) == "$s4feed4loadyyF" })
    #expect(profile.comments.map(text) == [report.sentence])
  }

  @Test(
    "gzip: blocks of 65,535 bytes at most, whatever the size",
    arguments: [0, 1, 65_534, 65_535, 65_536, 200_000])
  func gzip(_ size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try PprofReader.contents(ofGzip: Gzip.stored(bytes)) == bytes)
  }

  @Test("speedscope: a sampled profile for each stall, with shared frames")
  func speedscope() throws {
    let file = try object(StallExport.speedscope.data(of: [report(), report(2)]))
    #expect(file["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let frames = try #require((file["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    #expect(
      frames.compactMap { $0["name"] as? String }.sorted() == [
        "feed.load()", "feed.parse()", "feed.refresh()", "main",
      ])
    let profiles = try #require(file["profiles"] as? [[String: Any]])
    #expect(profiles.count == 2)
    for profile in profiles {
      #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "nanoseconds")
      let samples = try #require(profile["samples"] as? [[Int]])
      let weights = try #require(profile["weights"] as? [Int])
      #expect(samples.count == weights.count && weights.reduce(0, +) == profile["endValue"] as? Int)
      #expect(samples.joined().allSatisfy { frames.indices.contains($0) })
      // Outermost first.
      #expect(samples.allSatisfy { frames[$0[0]]["name"] as? String == "main" })
    }
  }

  @Test("folded: a line for each stack below its program, loop and callout; equal ones together")
  func folded() {
    let one = String(decoding: StallExport.folded.data(of: [report()]), as: UTF8.self)
    let prefix = "feed;loop main;timer 'refresh – größer' (App/Feed.swift:41);main;feed.refresh();"
    #expect(one == "\(prefix)feed.load() 100000\n\(prefix)feed.parse() 300000\n")
    let two = StallExport.folded.data(of: [
      report { $0.callout.label = "a;b\nc" }, report { $0.callout.label = "a;b\nc" },
    ])
    let lines = String(decoding: two, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.count == 2 && lines.allSatisfy { $0.split(separator: ";").count == 6 && $0.hasSuffix("00000") })
  }

  @Test("chrome: asynchronous slices in the time of recordings, and added to one, whole or cut")
  func chrome() throws {
    let file = try object(StallExport.chrome.data(of: [report()]))
    try expectSlices(try #require(file["traceEvents"] as? [[String: Any]]))
    let recorded = "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":77,\"tid\":1,\"args\":{\"name\":\"main\"}}"
    for text in [
      "[\n\(recorded)\n]\n", "[\n\(recorded),\n\(recorded)",
      "[\n\(recorded),\n\(recorded),\n{\"ph\":\"B\",\"na", "[",
      "[\n\(recorded)\0\0\0", "[\n]\n",
    ] {
      let bytes = try #require(TraceEvents.added(to: Array(text.utf8), of: [report()]))
      let events = try #require(
        try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]], "\(text)")
      try expectSlices(events.filter { $0["name"] as? String != "thread_name" })
      #expect(events.count == 4 + text.components(separatedBy: "thread_name").count - 1)
    }
    #expect(
      TraceEvents.added(to: Array("{}".utf8), of: []) == nil && TraceEvents.added(to: [], of: []) == nil)
  }

  private func expectSlices(_ events: [[String: Any]]) throws {
    #expect(events.map { $0["ph"] as? String } == ["M", "b", "n", "e"])
    let slices = events.dropFirst()
    #expect(
      slices.allSatisfy {
        $0["pid"] as? Int == 77 && $0["tid"] as? Int == 4711 && $0["cat"] as? String == "stall"
      })
    #expect(Set(slices.compactMap { $0["id"] as? String }).count == 1)
    #expect(slices.compactMap { ($0["ts"] as? NSNumber)?.doubleValue } == [1_000_000, 1_050_000, 1_400_000])
  }

  @Test("OTLP logs: a record for each stall, with numbers as text, and the resource it is from")
  func logs() throws {
    let request = try object(
      StallExport.otlpLogs.data(of: [report(), report(2) { $0.kind = .stalledAndKilled }]))
    let resources = try #require(request["resourceLogs"] as? [[String: Any]])
    #expect(resources.count == 1)
    let resource = try attributes(try #require(resources[0]["resource"] as? [String: Any]))
    #expect(resource["service.name"] == "feed" && resource["service.version"] == "2.4")
    #expect(resource["host.name"] == "web-1" && resource["process.pid"] == "77")
    #expect(resource["process.executable.build_id.gnu"] == Self.id.hexadecimal)
    let scopes = try #require(resources[0]["scopeLogs"] as? [[String: Any]])
    let records = try #require(scopes[0]["logRecords"] as? [[String: Any]])
    #expect(records.map { $0["severityNumber"] as? Int } == [13, 21])
    #expect(records.map { $0["severityText"] as? String } == ["WARN", "FATAL"])
    #expect(records[0]["timeUnixNano"] as? String == "1790000000000000123")
    #expect((records[0]["body"] as? [String: Any])?["stringValue"] as? String == report().sentence)
    let values = try attributes(records[0])
    #expect(values["mainspring.stall.duration_ns"] == "400000000" && values["thread.id"] == "4711")
    #expect(values["code.stacktrace"]?.hasPrefix("feed.parse() in feed\n") == true)
    #expect(values["mainspring.stall.fingerprint"] == report().fingerprintText)
  }

  /// Texts, and whole numbers, which are texts as well.
  private func attributes(_ value: [String: Any]) throws -> [String: String] {
    var found: [String: String] = [:]
    for attribute in try #require(value["attributes"] as? [[String: Any]]) {
      let value = try #require(attribute["value"] as? [String: String])
      #expect(value.count == 1)
      found[try #require(attribute["key"] as? String)] = value["stringValue"] ?? value["intValue"]
    }
    return found
  }

  @Test("OTLP metrics: a monotonic sum and a histogram for each loop and cause")
  func metrics() throws {
    let reports = [
      report(), report(2) { $0.lastSeen = $0.started + 3_000_000_000 }, report(3) { $0.loop = "other" },
    ]
    let request = try object(StallExport.otlpMetrics.data(of: reports))
    let resources = try #require(request["resourceMetrics"] as? [[String: Any]])
    let scopes = try #require(resources[0]["scopeMetrics"] as? [[String: Any]])
    let metrics = try #require(scopes[0]["metrics"] as? [[String: Any]])
    #expect(metrics.map { $0["name"] as? String } == ["mainspring.stalls", "mainspring.stall.duration"])
    let sum = try #require(metrics[0]["sum"] as? [String: Any])
    #expect(sum["isMonotonic"] as? Bool == true && sum["aggregationTemporality"] as? Int == 2)
    // Four before each were not reported.
    let counts = try #require(sum["dataPoints"] as? [[String: Any]])
    #expect(counts.map { $0["asInt"] as? String } == ["10", "5"])
    let histogram = try #require(metrics[1]["histogram"] as? [String: Any])
    // Cumulative: of the whole run, like the sum.
    #expect(histogram["aggregationTemporality"] as? Int == 2)
    let point = try #require((histogram["dataPoints"] as? [[String: Any]])?.first)
    #expect(try attributes(point)["mainspring.loop"] == "main")
    #expect(point["startTimeUnixNano"] as? String == "1789999000000000001")
    #expect(point["count"] as? String == "2" && abs((point["sum"] as? Double ?? 0) - 3.4) < 1e-9)
    let buckets = try #require(point["bucketCounts"] as? [String])
    let bounds = try #require(point["explicitBounds"] as? [Double])
    #expect(buckets.count == bounds.count + 1 && bounds == bounds.sorted())
    #expect(buckets.compactMap { Int($0) } == [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0])
  }

  @Test("OTLP metrics: a time of just a bound is in the class below it, and no point ends before it begins")
  func bounds() throws {
    let reports = [
      report { $0.lastSeen = $0.started + 50_000_000 }, report(2) { $0.lastSeen = $0.started + 50_000_001 },
    ]
    var early = report { $0.startedWall = (1, 0) }
    early = StallReport(early.record, of: early.run)
    func point(_ reports: [StallReport]) throws -> [String: Any] {
      let request = try object(StallExport.otlpMetrics.data(of: reports))
      let resources = try #require(request["resourceMetrics"] as? [[String: Any]])
      let scopes = try #require(resources[0]["scopeMetrics"] as? [[String: Any]])
      let metrics = try #require(scopes[0]["metrics"] as? [[String: Any]])
      let histogram = try #require(metrics[1]["histogram"] as? [String: Any])
      return try #require((histogram["dataPoints"] as? [[String: Any]])?.first)
    }
    let counts = try #require(try point(reports)["bucketCounts"] as? [String])
    #expect(counts.prefix(3) == ["1", "1", "0"])
    let times = try point([early])
    let begin = try #require((times["startTimeUnixNano"] as? String).flatMap { Int64($0) })
    let end = try #require((times["timeUnixNano"] as? String).flatMap { Int64($0) })
    #expect(begin == 1_789_999_000_000_000_001 && end == begin)
  }

  @Test("Sentry: an envelope of one event, whose length and ids are right")
  func sentry() throws {
    let report = report()
    let data = StallExport.sentry.data(of: [report])
    let parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    #expect(parts.count == 4 && parts[3].isEmpty)
    let (header, item, event) = (try object(parts[0]), try object(parts[1]), try object(parts[2]))
    #expect(item["type"] as? String == "event" && item["length"] as? Int == parts[2].count)
    let id = try #require(event["event_id"] as? String)
    #expect(
      header["event_id"] as? String == id && id.count == 32
        && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(event["release"] as? String == "feed@2.4" && event["level"] as? String == "warning")
    #expect(event["fingerprint"] as? [String] == [report.fingerprintText])
    let values = try #require((event["exception"] as? [String: Any])?["values"] as? [[String: Any]])
    #expect(values[0]["value"] as? String == report.sentence)
    let frames = try #require((values[0]["stacktrace"] as? [String: Any])?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["function"] as? String } == ["main", "feed.refresh()", "feed.parse()"])
    #expect(
      frames.last?["instruction_addr"] as? String == "0x50003010" && frames.last?["in_app"] as? Bool == true)
    let images = try #require((event["debug_meta"] as? [String: Any])?["images"] as? [[String: Any]])
    #expect(images[0]["code_id"] as? String == Self.id.hexadecimal)
    #expect(images[0]["debug_id"] as? String == "04030201-0605-0807-090a-0b0c0d0e0f10")
    #expect(images[0]["image_addr"] as? String == "0x50000000")
    // The same stall is the same event, another is not.
    #expect(StallExport.sentry.data(of: [report]) == data)
    let other = try object(
      StallExport.sentry.data(of: [self.report(2)]).split(separator: 10).map(Array.init)[0])
    #expect(other["event_id"] as? String != id)
    #expect(StallExport.sentry.mostStalls == 1 && SentryEnvelope.debugID([]).count == 36)
  }

  @Test("Markdown: nothing that the program says is markup")
  func markdown() {
    let text = String(
      decoding: StallExport.markdown.data(of: [report { $0.callout.label = "```\n# x @you" }]), as: UTF8.self)
    #expect(text.contains("feed.parse()") && text.contains("fingerprint") && text.contains("web-1"))
    // Outside of the blocks there are our own lines only.
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if line == open { fence = nil }
      } else if ticks.count >= 3 {
        fence = ticks
      } else {
        #expect(line.isEmpty || line.hasPrefix("## ") || line.hasPrefix("### "), "\(line)")
      }
    }
    #expect(fence == nil && text.contains("````"))
  }

  @Test(
    "are there for a report without a stack, and with the worst of names", arguments: StallExport.allCases)
  func worst(_ format: StallExport) throws {
    let worst = "\u{1B}[31m\u{202E}\"'`<&|;\n\r\t\u{0}\\"
    let report = report {
      $0.samples = []
      $0.repeatCounts = []
      $0.pointSample = nil
      $0.loop = worst
      $0.threadName = worst
      $0.callout.label = worst
      $0.callout.site = worst
      $0.startedWall = (.max, .max)
      $0.lastSeen = .max >> 1
      $0.suppressed = Int(Int32.max)
    }
    let data = format.data(of: [report])
    #expect(!data.isEmpty || format == .folded)
    switch format {
    case .pprof: _ = try PprofReader(gzip: data)
    case .folded, .markdown: break
    case .sentry: for line in data.split(separator: 10) { _ = try object(Array(line)) }
    case .speedscope, .chrome, .otlpLogs, .otlpMetrics: _ = try object(data)
    }
    _ = format.data(of: [])
  }
}
