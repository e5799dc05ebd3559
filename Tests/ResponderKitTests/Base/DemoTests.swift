import Testing

/// `runloop demo touches` prints the articles' logs.
@Suite struct DemoTests {
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
}
