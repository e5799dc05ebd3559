import Foundation
import TestHarness
import Testing

/// `runloop demo touches` prints the articles' logs; `runloop demo stall` finds a handler that blocks.
@Suite(.hangLimit) struct DemoTests {
  @Test func theDemoPlaysTheArticlesTapsAndPrintsTheirLogs() throws {
    let lines = try Probe.run("demo", "touches", program: "runloop")
    // Without the times.
    let words = lines.compactMap { line in line.range(of: " ms  ").map { String(line[$0.upperBound...]) } }
    let pass = ArticleTraceTests.hitTestPass
    var wanted = pass + pass
    for what in ["touchBegan"] + Array(repeating: "touchesMoved", count: 4) + ["touchesEnded"] {
      wanted += ["blueView", "grayView", "whiteView", "<FindingViewViewController>"].map { "\($0) \(what)" }
    }
    #expect(words.suffix(40) == wanted[...])
    let asked = words.prefix(16).filter { $0.hasSuffix("pointInside") }
    let figure = ["white1", "orange2", "red3", "blue3"]
    #expect(asked == (figure + figure).map { "\($0) pointInside" })
    #expect(lines.contains { $0.contains("TestView 'blueView' (80 60; 100 100) touches 1") })
  }

  /// The monitor reports a touch handler that blocks, and the phase in which it does.
  @Test("S000-9, S001-5") func aTouchHandlerThatBlocksIsFoundInTheSource0() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // On a busy machine the watcher may be held up longer than the handler is.
    let parts = ["by source '", "BlockingView.touchesBegan", "cause       sleep"]
    var text = ""
    for _ in 0..<5 where !parts.allSatisfy({ text.contains($0) }) {
      let lines = try? Probe.run("demo", "stall", "--folder", folder, program: "runloop")
      text = lines?.joined(separator: "\n") ?? "the demo failed"
    }
    for part in parts { #expect(text.contains(part), "\(text)") }
  }
}
