import PlainText
import TestHarness
import Testing

@testable import BenchmarkKit

/// A machine that does not exist.
let someMachine = Machine(
  processor: "Some \"CPU\" <1>", processors: [0, 3], kernel: "Linux 6", clockSource: "tsc", governor: "none",
  load: "0.1 0.2 0.3", swift: "6.3", build: "release")

func someReport() -> Report {
  var latencies = Histogram()
  for value in 1...1000 { latencies.record(UInt64(value * value)) }
  return Report(
    machine: someMachine,
    results: [
      Measurement("timer-churn", [.init("pending", 1000)], loop: "libuv", values: [33.25, 31, 32]),
      Measurement("wake", [.init("cpus", "0 and 1")], values: [1000, 1100], latencies: latencies),
      Measurement("memory", [.init("of", "a \"quoted\", odd\nname\u{1}é𝄞")], unit: "bytes", values: [96]),
    ])
}

@Suite("A report", .hangLimit)
struct ReportTests {
  @Test("is read back from its JSON as it was")
  func roundTrip() throws {
    var report = someReport()
    report.results[1].clock = .elapsed
    report.unmeasured = [Unmeasured("touch-load", [.init("pacing", "batch")], reason: "too busy", place: 1)]
    let read = try Report(json: report.json)
    #expect(read == report)
    #expect(read.json == report.json)
  }

  @Test("has the members that the form promises, in its order")
  func form() throws {
    let report = Report(machine: someMachine, results: [someReport().results[0]])
    #expect(
      report.json.contains(
        #"{"workload":"timer-churn","loop":"libuv","parameters":{"pending":1000},"unit":"ns","median":32,"min":31,"#
          + #""max":33.25,"p50":null,"p90":null,"p99":null,"p999":null,"rounds":3,"#))
    let small = Report(machine: someMachine, results: [Measurement("turn", values: [0.12345])])
    #expect(small.json.contains(#""median":0.123,"#))
    let value = try JSON(parsing: Array(report.json.utf8), deepest: 10)
    #expect(value["schema"]?.count == 2)
    #expect(value["machine"]?["cpus"]?.text == "[0,3]")
  }

  @Test(
    "that is no JSON is refused with the place",
    arguments: [
      ("", 1, 1), ("{", 1, 2), ("{\"a\" 1}", 1, 6), ("[1,]", 1, 4), ("[1\n 2]", 2, 2), ("\"a", 1, 3),
      ("\"\\x\"", 1, 3),
      ("\"\\u12g4\"", 1, 6), ("01", 1, 2), ("-", 1, 2), ("1.e", 1, 3), ("nul", 1, 1), ("{} {}", 1, 4),
      ("{1:2}", 1, 2),
      ("1e999", 1, 6), ("\"\\ud800x\"", 1, 8), ("\"\\udc00\"", 1, 8),
    ])
  func malformed(_ text: String, _ line: Int, _ column: Int) {
    #expect {
      try Report(json: text)
    } throws: { error in
      (error as? ReportError)?.position == .init(line: line, column: column)
    }
  }

  @Test("nested without end does not use up the stack")
  func depth() {
    #expect(throws: ReportError.self) { try Report(json: String(repeating: "[", count: 100_000)) }
  }

  @Test(
    "that is JSON but no report is refused with what is missing",
    arguments: [
      ("[]", "schema"), (#"{"schema":3,"results":[]}"#, "reads 1 and 2"), (#"{"schema":1}"#, "results"),
      (#"{"schema":1,"results":[{"unit":"ns"}]}"#, "results[0]"),
      (#"{"schema":1,"results":[{"workload":"turn","median":"x"}]}"#, "\"median\""),
      (#"{"schema":1,"results":[{"workload":"turn","median":-0.5}]}"#, "\"median\" is less than 0"),
      (#"{"schema":1,"results":[{"workload":"turn","parameters":{"a":[]}}]}"#, "\"a\" is neither"),
    ])
  func incomplete(_ text: String, _ part: String) {
    #expect {
      try Report(json: text)
    } throws: { error in
      let error = error as? ReportError
      return error?.position == nil && error?.description.contains(part) == true
    }
  }

  @Test("as CSV quotes what needs it, and has as many fields in each line")
  func csv() {
    #expect(Report.quoted("plain") == "plain")
    #expect(Report.quoted("a,b") == "\"a,b\"")
    #expect(Report.quoted("say \"a\"") == "\"say \"\"a\"\"\"")
    #expect(Report.quoted("a\r\nb") == "\"a\r\nb\"")
    #expect(Report.quoted("a\nb") == "\"a\nb\"" && Report.quoted("a\rb") == "\"a\rb\"")
    let lines = someReport().csv.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines[0].split(separator: ",").count == 16)
    #expect(lines[1] == "timer-churn,pending=1000,libuv,ns,32,1,31,33.25,,,,,3,3,,")
    #expect(lines[2].hasSuffix(",250111,810495,980479,,2,1000,,"), "\(lines[2])")
  }

  @Test("as a table has aligned columns, without those that nothing is in")
  func table() {
    var report = someReport()
    report.results.removeLast()
    let lines = report.table().split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("workload") && !lines[0].contains("ratio"))
    #expect(lines[1].contains("32.0 ns"))
    var ours = report.results[0]
    ours.loop = "ours"
    ours.median = 16
    report.results.append(ours)
    #expect(report.ratio(of: report.results[0], to: "ours") == 2)
    #expect(report.table(baseline: "ours").contains("2.00"))
    // A ratio is within what is measured, and to another loop.
    var other = ours
    other.workload = "post"
    other.median = 1
    report.results.insert(other, at: 0)
    #expect(report.ratio(of: report.results[1], to: "ours") == 2)
    #expect(report.ratio(of: ours, to: "ours") == nil && report.ratio(of: ours, to: nil) == nil)
    #expect(report.ratio(of: report.results[1], to: "none") == nil)
  }

  @Test(
    "writes figures with three digits and a unit",
    arguments: [
      (0.0, "0.00 ns"), (1.234, "1.23 ns"), (45.67, "45.7 ns"), (999, "999 ns"), (1234, "1.23 µs"),
      (2.5e6, "2.50 ms"),
      (3e9, "3.00 s"), (-1500, "-1.50 µs"),
    ])
  func quantities(_ value: Double, _ text: String) {
    #expect(Quantity.text(value, unit: "ns") == text)
  }
}
