import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// A mode that became common, and an item that was added to the common modes, cost the square of the number of common modes: each step
/// left a set of modes behind, and compared all of them. Five hundred common modes took four seconds.
@Suite(.hangLimit) struct CommonModesCostTheirCubeTests {
  /// What costs the cube is beyond all bounds below also with the smaller number.
  private static let number = ThreadSanitizer.isOn ? 1000 : 2000
  /// Seconds of processor time: more than twice what it takes, since neighbours slow a processor down.
  private static let most = ThreadSanitizer.isOn ? 20.0 : 10

  private func makeCommon(_ numbers: Range<Int>) throws {
    for index in numbers { try RunLoop.current.addCommonMode(RunLoop.Mode(rawValue: "mode \(index)")) }
  }

  @Test("Thousands of common modes with items of each kind are made in seconds, and each has all items")
  func modes() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let timers = (0..<3).map { RunLoop.Timer(after: .seconds(1000 + $0)) { _ in } }
      let observers = (0..<3).map { RunLoop.Observer(activities: .entry, order: -$0) { _ in } }
      let sources = (0..<3).map { _ in RunLoop.Source {} }
      for timer in timers { loop.add(timer, to: .common) }
      for observer in observers { loop.add(observer, to: .common) }
      for source in sources { loop.add(source, to: .common) }
      let begun = threadTime()
      try makeCommon(0..<Self.number)
      let seconds = threadTime() - begun
      #expect(seconds < Self.most, "\(seconds) s")
      #expect(loop.modeTable.combinations.count < 100, "\(loop.modeTable.combinations.count) sets are kept")
      let modes: [RunLoop.Mode] = [
        "mode 0", "mode 63", "mode 64", RunLoop.Mode(rawValue: "mode \(Self.number - 1)"),
      ]
      for mode in modes {
        #expect(timers.allSatisfy { loop.contains($0, in: mode) })
        #expect(observers.allSatisfy { loop.contains($0, in: mode) })
        #expect(sources.allSatisfy { loop.contains($0, in: mode) })
        #expect(loop.mode(named: mode)?.observers.all.map(\.order) == [-2, -1, 0])
      }
    }
  }

  @Test("Items that are added to thousands of common modes, moved and removed cost milliseconds each")
  func items() throws {
    try onFreshThread {
      let loop = RunLoop.current
      try makeCommon(0..<Self.number)
      let begun = threadTime()
      for round in 0..<50 {
        let timer = RunLoop.Timer(after: .seconds(1000 - round)) { _ in }
        let observer = RunLoop.Observer(activities: .entry) { _ in }
        let source = RunLoop.Source {}
        // With another mode, too, so that its modes are not the common ones.
        loop.add(timer, to: RunLoop.Mode(rawValue: "other \(round % 7)"))
        loop.add(timer, to: .common)
        loop.add(observer, to: .common)
        loop.add(source, to: .common)
        timer.fireDate = loop.now.advanced(by: .seconds(1))
        loop.remove(timer, from: .common)
        #expect(!loop.contains(timer, in: "mode 7"))
        loop.remove(observer, from: .common)
        source.invalidate()
        timer.invalidate()
      }
      let seconds = threadTime() - begun
      #expect(seconds < Self.most, "\(seconds) s")
    }
  }

  @Test(
    "A mode lists a combination of modes while a timer has these modes, not those that timers were in on the way"
  )
  func listed() {
    let (most, after) = onFreshThread { () -> (Int, Int) in
      let loop = RunLoop.current
      let names = (0..<20).map { RunLoop.Mode(rawValue: "mode \($0)") }
      var most = 0
      func count() -> Int { loop.modes.map(\.timerSets.count).max() ?? 0 }
      let timers = (0..<3).map { RunLoop.Timer(after: .seconds(1000 + $0)) { _ in } }
      for timer in timers {
        for name in names {
          loop.add(timer, to: name)
          most = max(most, count())
        }
      }
      for name in names.dropLast() { for timer in timers { loop.remove(timer, from: name) } }
      return (most, count())
    }
    // Its own, the one that all timers have, the one that the last timer has got, and the one that it leaves.
    #expect(most <= 4 && after <= 4, "\(most) \(after)")
  }

  /// An item that joins mode after mode leaves a set of modes behind with each step.
  @Test("Sets of modes that no item has any more are dropped; those of items in any state are kept")
  func sweep() throws {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      let names = (0..<100).map { RunLoop.Mode(rawValue: "mode \($0)") }
      let timer = script.timer("timer", at: 5)
      let left = script.timer("left", at: 6)
      let observer = RunLoop.Observer(activities: .exit) { _ in script("observer") }
      let source = RunLoop.Source { script("source") }
      for mode in names.prefix(2) {
        loop.add(observer, to: mode)
        loop.add(source, to: mode)
        loop.add(left, to: mode)
      }
      loop.remove(left, from: names[0])
      let firing = script.timer("firing", at: 1) { firing in
        // While its callout runs, a timer is in no queue.
        for mode in names {
          loop.add(timer, to: mode)
          if mode != names[0] { loop.remove(timer, from: names[0]) }
        }
        script("\(loop.contains(firing, in: names[1])) \(loop.contains(firing, in: names[2]))")
      }
      for mode in names.prefix(2) { loop.add(firing, to: mode) }
      loop.run(mode: names[0], for: .seconds(2))
      script("\(loop.modeTable.combinations.count < 64)")
      source.signal()
      loop.run(mode: names[1], for: .seconds(7))
      return script.log.lines
    }
    #expect(
      lines == [
        "1 firing", "1 true false", "2 observer", "2 true", "2 source", "5 timer", "6 left", "9 observer",
      ])
  }
}
