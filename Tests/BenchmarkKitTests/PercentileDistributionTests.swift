import LinuxSystem
import PlainText
import TestHarness
import Testing

@testable import BenchmarkKit

/// Reads HdrHistogram's percentile distribution, by its description: a line of titles, an empty line, lines of three or four
/// numbers, and three lines that begin with "#[".
private struct HgrmText {
  struct Line: Equatable {
    var value: Double
    var part: Double
    var count: Int
    var inverse: Double?
  }

  struct Wrong: Error {
    let line: Int
  }

  var lines: [Line] = []
  var figures: [String: Double] = [:]

  init(_ text: String) throws {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard all.count > 5, all.last == "", all[1] == "",
      all[0].split(separator: " ") == ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]
    else { throw Wrong(line: 0) }
    for (number, line) in all.dropLast().enumerated().dropFirst(2) {
      if line.hasPrefix("#[") {
        guard line.hasSuffix("]") else { throw Wrong(line: number) }
        for part in line.dropFirst(2).dropLast().split(separator: ",") {
          let sides = part.split(separator: "=").map { $0.split(separator: " ").joined(separator: " ") }
          guard sides.count == 2, let figure = Double(sides[1]) else { throw Wrong(line: number) }
          figures[sides[0]] = figure
        }
        continue
      }
      let words = line.split(separator: " ")
      guard figures.isEmpty, (3...4).contains(words.count), let value = Double(words[0]),
        let part = Double(words[1]), let count = Int(words[2])
      else { throw Wrong(line: number) }
      let inverse = words.count == 4 ? Double(words[3]) : nil
      // The last line is that of all values, and has no fourth number.
      guard (part == 1) == (inverse == nil) else { throw Wrong(line: number) }
      lines.append(Line(value: value, part: part, count: count, inverse: inverse))
    }
  }
}

@Suite("A percentile distribution for HdrHistogram's plotters", .hangLimit)
struct PercentileDistributionTests {
  private func histogram(_ values: [UInt64]) -> Histogram {
    var histogram = Histogram()
    for value in values { histogram.record(value) }
    return histogram
  }

  @Test("is read by its description, with the values' count, mean, deviation and maximum")
  func read() throws {
    let read = try HgrmText(histogram((1...1000).map { $0 * 1000 }).percentileDistribution())
    #expect(read.figures["Total count"] == 1000 && read.figures["Max"] == 1000)
    #expect(abs((read.figures["Mean"] ?? 0) - 500.5) < 0.001)
    #expect(abs((read.figures["StdDeviation"] ?? 0) - 288.675) < 0.3)
    #expect(read.lines.first?.part == 0 && read.lines.first?.value == 1)
    #expect(read.lines.last == .init(value: 1000, part: 1, count: 1000, inverse: nil))
    for (line, next) in zip(read.lines, read.lines.dropFirst()) {
      #expect(line.value <= next.value && line.count <= next.count && line.part <= next.part)
    }
    for line in read.lines {
      // So many values are at most so large, and at least the part that the line names.
      #expect(Double(line.count) >= line.part * 1000 - 1e-6)
      #expect(abs(line.value - Double(line.count)) <= line.value / 1000 + 1)
      if let inverse = line.inverse { #expect(abs(inverse - 1 / (1 - line.part)) < 0.01) }
    }
  }

  @Test("has five steps to a half, five to three quarters, and so on, up to what there are values for")
  func steps() {
    let parts = histogram(Array(1...1000)).percentileLines(ticks: 5).map(\.part)
    let wanted = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.775, 0.8, 0.825, 0.85, 0.875]
    for (part, wanted) in zip(parts, wanted) { #expect(abs(part - wanted) < 1e-9) }
    #expect(parts.count > 50 && parts.count < 60 && parts.last == 1)
    #expect(
      histogram(Array(1...1000)).percentileLines(ticks: 1).prefix(4).map(\.part) == [0, 0.5, 0.75, 0.875])
  }

  @Test("of the first steps is the text that HdrHistogram writes")
  func text() {
    let text = histogram([1000, 1000, 2000, 4000]).percentileDistribution(ticks: 1)
    #expect(
      text == """
               Value     Percentile TotalCount 1/(1-Percentile)

               1.000 0.000000000000          2           1.00
               1.000 0.500000000000          2           2.00
               2.000 0.750000000000          3           4.00
               4.000 0.875000000000          4           8.00
               4.000 1.000000000000          4
        #[Mean    =        2.000, StdDeviation   =        1.225]
        #[Max     =        4.000, Total count    =            4]
        #[Buckets =           35, SubBuckets     =         2048]

        """)
  }

  @Test("has one step a half at least")
  func noSteps() {
    let values = histogram(Array(1...1000))
    #expect(values.percentileDistribution(ticks: 0) == values.percentileDistribution(ticks: 1))
  }

  @Test("of one value or of none is one, too")
  func small() throws {
    let one = try HgrmText(histogram([7]).percentileDistribution(unit: 1))
    #expect(one.lines.last == .init(value: 7, part: 1, count: 1, inverse: nil))
    #expect(histogram([]).percentileLines(ticks: 5) == [])
    #expect(histogram([]).standardDeviation == 0 && histogram([5, 5]).standardDeviation == 0)
    _ = try HgrmText(histogram([]).percentileDistribution() + "")
  }

  @Test("has a file's name that says what was measured, for latencies only")
  func names() {
    var report = someReport()
    report.results[1].loop = "ours/../x"
    let files = report.percentileDistributions
    #expect(files.map(\.name) == ["wake,ours_.._x,cpus=0_and_1.hgrm"])
  }
}

@Suite("A histogram in JSON", .hangLimit)
struct HistogramJSONTests {
  @Test("is read back as it was, whatever is in it")
  func roundTrip() throws {
    var histogram = Histogram()
    for value in [0, 1, 2047, 2048, 999_983, 123_456_789_012, 1 << 40] as [UInt64] {
      histogram.record(value, times: value % 7 + 1)
    }
    #expect(try Histogram(histogram.jsonValue, of: "x") == histogram)
    #expect(try Histogram(Histogram().jsonValue, of: "x") == Histogram())
    let text = histogram.jsonValue.fileText
    #expect(try Histogram(JSON(parsing: Array(text.utf8), deepest: 10), of: "x") == histogram)
    #expect(text.hasPrefix(#"{"count":"#) && text.contains(#""buckets":[[0,0,1],[1,1,2],"#))
  }

  @Test(
    "that can not be is refused with what is wrong",
    arguments: [
      (#"{}"#, "no array \"buckets\""), (#"{"buckets":[[1,2]]}"#, "a bucket"),
      (#"{"count":1,"min":1,"max":1,"sum":1,"buckets":[[1,1,1,1]]}"#, "a bucket"),
      (#"{"buckets":[[1,1,1.5]]}"#, "no whole number \"count\""),
      (#"{"buckets":[[-1,1,1]]}"#, "no whole number \"smallest\""),
      (#"{"buckets":[[1,1,1e19],[2,2,1e19]]}"#, "counts too many"),
      (#"{"count":2,"min":1,"max":1,"sum":1,"buckets":[[1,1,1]]}"#, "do not add up"),
      (#"{"count":1,"min":1,"max":1,"buckets":[[1,1,1]]}"#, "no number \"sum\""),
      (#"{"count":1,"min":5,"max":1,"sum":1,"buckets":[[1,1,1]]}"#, "lie outside"),
      (#"{"count":1,"min":0,"max":1,"sum":1,"buckets":[[7,7,1]]}"#, "lie outside"),
    ])
  func wrong(_ text: String, _ problem: String) throws {
    let value = try JSON(parsing: Array(text.utf8), deepest: 10)
    #expect {
      try Histogram(value, of: "results[0]")
    } throws: { error in
      "\(error)".hasPrefix("results[0]: ") && "\(error)".contains(problem)
    }
  }
}

@Suite("Percentiles have samples", .hangLimit)
struct PercentileSampleTests {
  @Test("None is given with fewer than ten samples beyond it")
  func beyond() {
    for (percent, count, beyond) in [
      (50.0, 20, 10), (50, 19, 9), (90, 100, 10), (90, 99, 9), (99, 1000, 10), (99.9, 10_000, 10),
      (99.9, 9_999, 9), (99.9, 1000, 1), (99.9, 0, 0), (100, 50, 0), (99.9, 1_000_000, 1000),
    ] as [(Double, UInt64, UInt64)] {
      #expect(Statistics.samples(beyond: percent, of: count) == beyond, "\(percent) % of \(count)")
    }
    func measured(_ count: Int) -> Measurement {
      var latencies = Histogram()
      for value in 0..<count { latencies.record(UInt64(value)) }
      return Measurement("wake", values: [1], latencies: latencies)
    }
    let few = measured(999)
    #expect(few.p90 == 899 && few.p99 == nil && few.p999 == nil)
    #expect(measured(1000).p99 == 989 && measured(9_999).p999 == nil && measured(10_000).p999 != nil)
    #expect(Measurement("turn", values: Array(repeating: 1, count: 7)).p50 == nil)
  }
}
