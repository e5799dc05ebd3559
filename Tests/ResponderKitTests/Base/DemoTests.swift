import Testing

/// `runloop demo touches` prints the articles' logs.
@Suite struct DemoTests {
  @Test func theDemoPlaysTheArticlesTapsAndPrintsTheirLogs() throws {
    let lines = try Probe.run("demo", "touches", program: "runloop")
    // Without the times.
    let words = lines.compactMap { line in line.range(of: " ms  ").map { String(line[$0.upperBound...]) } }
    let pass = ArticleTraceTests.hitTestPass
    let delivery = { (what: String) in
      ["blueView", "grayView", "whiteView", "<FindingViewViewController>"].map { "\($0) \(what)" }
    }
    #expect(
      words.suffix(40)
        == (pass + pass + delivery("touchBegan") + (1...4).flatMap { _ in delivery("touchesMoved") }
        + delivery("touchesEnded"))[...])
    #expect(
      words.prefix(16).filter { $0.hasSuffix("pointInside") }.map { $0.split(separator: " ")[0] }
        == ["white1", "orange2", "red3", "blue3", "white1", "orange2", "red3", "blue3"])
    #expect(lines.contains { $0.contains("TestView 'blueView' (80 60; 100 100) touches 1") })
  }
}
