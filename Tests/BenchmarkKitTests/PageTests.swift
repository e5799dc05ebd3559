import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A page", .hangLimit)
struct PageTests {
  private let page: String = {
    var report = someReport()
    report.results.append(
      Measurement("timer-churn", [.init("pending", 1000)], loop: "ours <us>", values: [1, 2]))
    var one = Histogram()
    one.record(5)
    report.results.append(Measurement("wake", [.init("cpus", "one & only")], values: [5], latencies: one))
    return report.html(title: "A < B & \"C\"", baseline: "ours <us>")
  }()

  /// The names of the tags that stand open at the end, or what is wrong.
  private func openTags(_ page: String) -> [String] {
    var open: [String] = []
    for piece in page.split(separator: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">") else { return ["no end: \(piece)"] }
      let tag = piece[..<end]
      if tag.hasPrefix("!") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return ["</\(tag)> closes another"] }
      } else {
        open.append(String(tag.prefix { $0 != " " }))
      }
    }
    return open
  }

  @Test("is well formed: every tag is closed, and no text is taken for markup")
  func wellFormed() {
    #expect(openTags(page) == [])
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html"))
    #expect(page.contains("<title>A &lt; B &amp; &quot;C&quot;</title>"))
    #expect(page.contains("one &amp; only") && page.contains("ours &lt;us&gt;"))
    #expect(!page.contains("nan") && !page.contains("inf"))
  }

  @Test("needs nothing from elsewhere")
  func selfContained() {
    for word in ["http:", "https:", "//", "src=", "href=", "url(", "@import", "<script", "<link"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("has a section per workload, curves for latencies and bars for the rest")
  func sections() {
    #expect(page.components(of: "<section>") == 3)
    #expect(page.components(of: "class=\"area") == 2)
    #expect(page.components(of: "class=\"line") == 2)
    #expect(page.components(of: "class=\"bar") == 3)
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  @Test("of an empty report is a page too")
  func empty() {
    #expect(openTags(Report(machine: someMachine).html()) == [])
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
