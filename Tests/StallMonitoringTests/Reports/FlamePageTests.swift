import TestHarness
import Testing

@testable import StallMonitoring

/// What a flame graph's page says.
@Suite(.hangLimit) struct FlamePageTests {
  @Test func withoutScriptsABoxIsAsWideAsItsPartOfTheOneAroundIt() {
    var record = StallRecord()
    record.lastSeen = 10_000
    // Each stands for the time up to half way to the next.
    record.samples = [(1_000, [2, 1]), (1_410, [8, 9])].map { (time: UInt64, addresses: [UInt]) in
      var stack = StackSample()
      (stack.time, stack.addresses) = (time, addresses)
      return stack
    }
    let still = FlamePage.still(CallTree(record, named: SymbolNames(images: [])).root)
    for (width, name) in [
      ("100.00", "all"), ("12.05", "0x1"), ("87.95", "0x9"), ("100.00", "0x2"), ("100.00", "0x8"),
    ] {
      #expect(still.contains("width:\(width)%\"><span>\(name), "), "\(name): \(still)")
    }
  }

  @Test func noTextInThePageIsMarkup() {
    let text = "<i>&</script>"
    let page = FlamePage.html(
      title: text, sentence: text, facts: [(text, text)], tree: CallTree(title: text))
    #expect(!page.contains("<i>"))
    #expect(page.contains("<p class=\"sentence\">&lt;i&gt;&amp;&lt;/script&gt;</p>"))
  }

  @Test func aThreadsEndThatIsWaitedForIsNoLock() {
    for (kind, name) in [(.join, "Waited for"), (.mutex, "Lock held by")] as [(LockOwner.Kind, String)] {
      let page = StallReport.sample {
        $0.diagnosis.lockOwner = LockOwner(kind: kind, thread: 9, threadName: "x", stack: StackSample())
      }.flamePage
      #expect(page.contains("<dt>\(name)</dt><dd>thread 9 x</dd>"))
    }
  }

  @Test func stallsOfOneProcessAreOfOneProcess() {
    let run = StallReport.sample(modules: []) { _ in }.run
    var other = run
    other.name = "y"
    func facts(_ runs: [StallRun]) -> String {
      StallReport.flamePage(of: runs.map { (StallReport.sample { _ in }.record, $0) }, title: "x")
    }
    #expect(facts([run, run]).contains("<dt>Processes</dt><dd>1</dd>"))
    #expect(facts([run, other, run]).contains("<dt>Processes</dt><dd>2</dd>"))
    #expect(facts([run, other]).contains("2 stalls of 2.00 s together."))
  }
}
