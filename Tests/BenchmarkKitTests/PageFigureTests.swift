import TestHarness
import Testing

@testable import BenchmarkKit

/// The figures that a reader takes from a page, read without a browser.
@Suite("Figures of a page", .hangLimit)
struct PageFigureTests {
  /// The table of a workload: a dictionary for each row, by titles.
  private func rows(_ page: String, _ workload: String) throws -> [[String: String]] {
    let start = try #require(page.firstRange(of: "<h2>\(workload)</h2>")).upperBound
    let section = page[start...].prefix(
      upTo: try #require(page[start...].firstRange(of: "</section>")).lowerBound)
    let lines = section.matches(of: /<tr>(.*?)<\/tr>/.dotMatchesNewlines()).map { line in
      line.1.matches(of: /<t[dh][^>]*>([^<]*)</).map { String($0.1) }
    }
    let titles = try #require(lines.first)
    return lines.dropFirst().map { cells in
      #expect(cells.count == titles.count)
      return Dictionary(uniqueKeysWithValues: zip(titles, cells))
    }
  }

  @Test("stand below their titles, of latencies and of rounds")
  func table() throws {
    var report = someReport()
    report.results[1].clock = .elapsed
    report.results.append(Measurement("wake", [.init("cpus", 2)], values: [7, 9, 8]))
    let rows = try rows(report.html(), "wake")
    #expect(
      rows == [
        [
          "parameters": "cpus=0 and 1", "time": "elapsed", "median": "1.05 µs", "±": "4.8%", "min": "1.00 ns",
          "p90": "810 µs", "p99": "980 µs", "p99.9": "", "max": "1.00 ms", "samples": "1000",
        ],
        [
          "parameters": "cpus=2", "time": "", "median": "8.00 ns", "±": "12.5%", "min": "7.00 ns", "p90": "",
          "p99": "", "p99.9": "", "max": "9.00 ns", "samples": "",
        ],
      ])
  }

  @Test("of several loops have the ratio to the first one")
  func ratios() throws {
    var report = Report(machine: someMachine)
    for (loop, value) in [("ours", 50.0), ("libuv", 120)] {
      report.results.append(Measurement("post", loop: loop, values: [value]))
    }
    let rows = try rows(report.html(baseline: "ours"), "post")
    #expect(rows.map { $0["loop"] } == ["ours", "libuv"] && rows.map { $0["ratio"] } == ["1", "2.40"])
    #expect(report.html(baseline: "ours").contains("× 2.40"))
  }

  @Test("are a curve that rises to the part of the values that are no larger")
  func curve() throws {
    var histogram = Histogram()
    histogram.record(100, times: 10)
    histogram.record(1_000, times: 10)
    let text = LatencyPlots.distribution([.init(name: "a", histogram: histogram, colour: 0)]).text
    let path = try #require(text.firstMatch(of: /class="line c0" d="([^"]*)"/)).1
    let points = path.split(separator: "L").map { $0.split(separator: " ").compactMap { Double($0) } }
    let half = try #require(text.firstMatch(of: /y="([0-9.]+)">50%</))
    // Text stands four pixels below its line.
    #expect(abs((Double(half.1) ?? 0) - 4 - (points[1].last ?? 0)) < 0.11, "\(path)")
    #expect(points.count == 3 && points[2].last == 12, "\(path)")
  }

  @Test("of a debug build mean nothing, and on a busy machine little: the head says so, and else does not")
  func head() {
    var machine = someMachine
    #expect(!machine.header.contains("MEAN NOTHING") && !machine.header.contains("BUSY"))
    machine.build = "debug"
    machine.load = "2.5 0 0"
    #expect(machine.header.contains("THESE FIGURES MEAN NOTHING") && machine.header.contains("BUSY"))
  }
}
