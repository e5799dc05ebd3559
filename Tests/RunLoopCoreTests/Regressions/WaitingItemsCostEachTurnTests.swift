import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Each turn looked at every block whose modes did not run, so that ten thousand of them cost a turn half a millisecond. They are
/// set aside now, and must come back in each of the ways in which a mode can come to run them.
@Suite(.hangLimit) struct WaitingItemsCostEachTurnTests {
  /// What a thread logs whose loop has a source in the modes `a`, `b` and `default`.
  private func lines(_ body: @escaping @Sendable (RunLoop, Log) throws -> Void) rethrows -> [String] {
    try onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      let source = RunLoop.Source {}
      for mode in ["a", "b", .default] as [RunLoop.Mode] { loop.add(source, to: mode) }
      try body(loop, log)
      return log.lines
    }
  }

  private static func turns(_ loop: RunLoop, _ mode: RunLoop.Mode, _ count: Int = 3) {
    for _ in 0..<count { loop.run(mode: mode, for: .zero) }
  }

  @Test("They run in the order of queueing when another mode runs, also inside a timer's callout")
  func otherMode() {
    let seen = lines { loop, log in
      for index in 0..<3 { loop.perform(inModes: ["b"]) { log("\(index)") } }
      Self.turns(loop, "a")
      loop.perform(inModes: ["b", .default]) { log("3") }
      log("none yet")
      let timer = RunLoop.Timer(after: .zero) { _ in
        log("inside")
        Self.turns(loop, "b", 1)
        log("end")
      }
      loop.add(timer, to: "a")
      Self.turns(loop, "a")
      Self.turns(loop, "b")
    }
    #expect(seen == ["none yet", "inside", "0", "1", "2", "3", "end"])
  }

  @Test("What an inner run set aside runs when the outer one continues")
  func outerMode() {
    let seen = lines { loop, log in
      let timer = RunLoop.Timer(after: .zero) { _ in
        loop.perform(inModes: ["a"]) { log("of a") }
        Self.turns(loop, "b")
        log("end")
      }
      loop.add(timer, to: "a")
      Self.turns(loop, "a", 1)
    }
    #expect(seen == ["end", "of a"])
  }

  @Test("An inner run of a block does not see what the outer run has dequeued, and its own come after that")
  func insideABlock() {
    let seen = lines { loop, log in
      loop.perform(inModes: ["b"]) { log("outer's") }
      loop.perform(inModes: ["a"]) {
        loop.perform(inModes: ["b"]) { log("inner's") }
        Self.turns(loop, "b")
        loop.perform(inModes: ["b"]) { log("later") }
        log("end")
      }
      Self.turns(loop, "a")
      Self.turns(loop, "b")
    }
    #expect(seen == ["inner's", "end", "outer's", "later"])
  }

  @Test("What an inner run of a block passes over keeps its order, and counts as pending")
  func leftInside() {
    let seen = lines { loop, log in
      loop.perform(inModes: ["a"]) {
        loop.perform(inModes: [.default]) { log("first") }
        loop.perform(inModes: ["b"]) { loop.perform(inModes: [.default]) { log("second") } }
        Self.turns(loop, "b", 1)
        log("\(loop.snapshot().pendingBlocks)")
      }
      Self.turns(loop, "a")
      Self.turns(loop, .default)
    }
    #expect(seen == ["2", "first", "second"])
  }

  @Test(
    "Blocks for the common modes run in a mode that becomes common, on the loop's thread and by another one")
  func becomesCommon() throws {
    let seen = try lines { loop, log in
      loop.post { log("posted") }
      Self.turns(loop, "a")
      log("not common")
      try loop.addCommonMode("a")
      Self.turns(loop, "a")
      loop.post { log("again") }
      Self.turns(loop, "b")
      try onFreshThread { try loop.addCommonMode("b") }
      Self.turns(loop, "b")
    }
    #expect(seen == ["not common", "posted", "again"])
  }

  @Test("A mode that becomes common is kept running by blocks that were set aside")
  func becomesCommonWithNothingElse() throws {
    let seen = try lines { loop, log in
      let source = RunLoop.Source {}
      loop.add(source, to: "c")
      loop.post { log("posted") }
      Self.turns(loop, "c")
      loop.remove(source, from: "c")
      log("\(loop.run(mode: "c", for: .zero))")
      try loop.addCommonMode("c")
      log("\(loop.run(mode: "c", for: .zero))")
    }
    #expect(seen == ["finished", "posted", "timedOut"])
  }

  @Test("Blocks keep their order when a mode becomes common between them")
  func becomesCommonBetween() {
    let seen = lines { loop, log in
      loop.perform(inModes: [.common]) { log("1") }
      loop.perform(inModes: ["a"]) {
        try? loop.addCommonMode("a")
        log("common")
        Self.turns(loop, "a", 1)
        log("inner run ended")
      }
      loop.perform(inModes: [.common]) { log("2") }
      Self.turns(loop, "a")
    }
    #expect(seen == ["common", "inner run ended", "1", "2"])
  }

  @Test("They count as pending, keep their mode's runs going, and are released with the loop")
  func pending() {
    let canary = Counter()
    let seen = lines { loop, log in
      let held = Held(canary)
      loop.perform(inModes: ["c"]) { held.use() }
      Self.turns(loop, "a")
      let snapshot = loop.snapshot()
      log("\(snapshot.pendingBlocks) \(snapshot.modes.first { $0.name == "c" }?.pendingBlocks ?? -1)")
      loop.perform(inModes: ["d"]) { log("d \(loop.run(mode: "c", for: .zero))") }
      Self.turns(loop, "a")
      log("\(loop.run(mode: "d", for: .zero))")
    }
    #expect(seen == ["1 1", "d finished", "timedOut"])
    #expect(canary.value == 1)
  }

  private final class Held: Sendable {
    private let canary: Counter
    init(_ canary: Counter) { self.canary = canary }
    deinit { canary.add(1) }
    func use() {}
  }
}
