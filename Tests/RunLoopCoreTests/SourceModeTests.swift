import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// Signalled sources of several modes and several threads, and ones that leave while they are called.
@Suite(.hangLimit) struct SourceModeTests {
  @Test(arguments: 1...3)
  func aSourceOfAnotherModeKeepsItsMarkUntilThatRuns(count: Int) {
    let lines = onFreshThread(SimulatedClock()) { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let sources = (0..<count).map { number in RunLoop.Source { log("\(number) in \(loop.currentMode!)") } }
      for source in sources {
        loop.add(source, to: "other")
        source.signal()
      }
      log("\(loop.run(for: .seconds(1)))")
      log("\(sources.allSatisfy(\.isSignalled))")
      loop.run(mode: "other", for: .zero)
      return log.lines
    }
    #expect(lines == ["timedOut", "true"] + (0..<count).map { "\($0) in other" })
  }

  /// Among them some that are in the mode.
  @Test func onlyTheModesOwnSourcesArePerformed() {
    let lines = onFreshThread(SimulatedClock()) { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      for number in 0..<6 {
        let source = RunLoop.Source { log("\(number)") }
        if number != 2 { loop.add(source, to: number % 2 == 0 ? "even" : "odd") }
        if number == 5 { loop.add(source, to: "even") }
        source.signal()
        if number == 2 { loop.add(source, to: .common) }
      }
      for mode in ["odd", "even", .default] as [RunLoop.Mode] {
        log("\(mode)")
        loop.run(mode: mode, for: .zero)
      }
      return log.lines
    }
    #expect(lines == ["odd", "1", "3", "5", "even", "0", "4", "default", "2"])
  }

  @Test(arguments: 2...4)
  func sourcesArePerformedByOrderHoweverFewAreSignalled(count: Int) {
    let lines = onFreshThread(SimulatedClock()) { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      // Signalled in the opposite order.
      for number in (0..<count).reversed() {
        let source = RunLoop.Source(order: number) { log("\(number)") }
        loop.add(source)
        source.signal()
      }
      loop.run(for: .zero)
      return log.lines
    }
    #expect(lines == (0..<count).map(String.init))
  }

  /// On the loop's thread, on another one, or half and half.
  @Test(arguments: 0...2)
  func severalSourcesArePerformedRoundAfterRound(threads: Int) {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      let sources = (0..<3).map { number in RunLoop.Source(order: number) { log("\(number)") } }
      for source in sources { loop.add(source) }
      for _ in 0..<4 {
        for (number, source) in sources.enumerated() {
          if number < threads { source.signal() } else { onFreshThread { source.signal() } }
        }
        loop.run(for: .zero)
        // A turn with nothing signalled.
        loop.run(for: .zero)
        log("-")
      }
      return log.lines
    }
    #expect(lines == Array(repeating: ["0", "1", "2", "-"], count: 4).flatMap { $0 })
  }

  @Test func sourcesThatAnotherThreadSignalsArePerformedInTheOrderOfTheirSignals() {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      let sources = (0..<5).map { number in RunLoop.Source { log("\(number)") } }
      for source in sources { loop.add(source) }
      onFreshThread { for number in [3, 0, 4, 1, 2, 3] { sources[number].signal() } }
      loop.run(for: .zero)
      return log.lines
    }
    #expect(lines == ["3", "0", "4", "1", "2"])
  }

  // MARK: Leaving in a callout

  private final class Weak: @unchecked Sendable {
    weak var source: RunLoop.Source?
  }

  enum Leaving: CaseIterable {
    case removal, invalidation
  }

  /// - Parameter nested: an inner run performs the source in its own callout; it leaves there.
  private func leave(_ leaving: Leaving, nested: Bool) -> (lines: [String], isReleased: Bool, later: [String])
  {
    onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let weak = Weak()
      func make() {
        let canary = Canary(log, "released")
        let calls = Counter()
        let source = RunLoop.Source {
          canary.sing()
          let call = calls.add()
          log("call \(call)")
          if nested, call == 1 {
            weak.source?.signal()
            loop.run(for: .zero)
          } else {
            switch leaving {
            case .removal: if let source = weak.source { loop.remove(source) }
            case .invalidation: weak.source?.invalidate()
            }
          }
          log("end \(call)")
        }
        weak.source = source
        loop.add(source)
        source.signal()
      }
      make()
      // Not to the loop's end, nor to another source's call.
      loop.run(for: .zero)
      let lines = log.take()
      let isReleased = weak.source == nil
      let other = RunLoop.Source { log("other") }
      loop.add(other)
      other.signal()
      loop.run(for: .zero)
      return (lines, isReleased, log.lines)
    }
  }

  @Test(arguments: Leaving.allCases)
  func aSourceThatLeavesInItsCalloutIsReleasedAfterIt(leaving: Leaving) {
    let result = leave(leaving, nested: false)
    #expect(result.lines == ["call 1", "end 1", "released"])
    #expect(result.isReleased)
    #expect(result.later == ["other"])
  }

  @Test(arguments: Leaving.allCases)
  func aSourceThatLeavesInANestedCallIsReleasedAfterTheOuter(leaving: Leaving) {
    let result = leave(leaving, nested: true)
    #expect(result.lines == ["call 1", "call 2", "end 2", "end 1", "released"])
    #expect(result.isReleased)
    #expect(result.later == ["other"])
  }

  /// What is called comes back, in as many loops and modes as before.
  @Test func aSourceThatIsRemovedAndAddedAgainInItsCalloutStays() {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      let box = Box<RunLoop.Source>()
      let source = RunLoop.Source {
        log("call")
        loop.remove(box.value!)
        loop.add(box.value!)
      }
      box.value = source
      loop.add(source)
      for _ in 0..<3 {
        source.signal()
        loop.run(for: .zero)
      }
      box.value = nil
      return log.lines
    }
    #expect(lines == ["call", "call", "call"])
  }
}
