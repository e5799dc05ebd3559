import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Modes and the common modes.
@Suite(.hangLimit) struct ModeTests {
  /// One item of each kind, and whether they are in modes.
  private struct Items: Sendable {
    let source = RunLoop.Source {}
    let timer = RunLoop.Timer(at: .distantFuture) { _ in }
    let observer = RunLoop.Observer(activities: .all) { _ in }

    func add(_ loop: RunLoop, _ mode: RunLoop.Mode) {
      loop.add(source, to: mode)
      loop.add(timer, to: mode)
      loop.add(observer, to: mode)
    }

    func remove(_ loop: RunLoop, _ mode: RunLoop.Mode) {
      loop.remove(source, from: mode)
      loop.remove(timer, from: mode)
      loop.remove(observer, from: mode)
    }

    /// For each mode a letter for each kind that is in it.
    func places(_ loop: RunLoop, _ modes: RunLoop.Mode...) -> String {
      modes.map { mode in
        (loop.contains(source, in: mode) ? "s" : "-") + (loop.contains(timer, in: mode) ? "t" : "-")
          + (loop.contains(observer, in: mode) ? "o" : "-")
      }.joined(separator: " ")
    }
  }

  @Test func commonItemsAreInEveryCommonModeNowAndLater() throws {
    let places = try onFreshThread {
      let loop = RunLoop.current
      let items = Items()
      var places: [String] = []
      try loop.addCommonMode("early")
      items.add(loop, .common)
      places.append(items.places(loop, .common, .default, "early", "late"))
      try loop.addCommonMode("late")
      places.append(items.places(loop, .common, .default, "early", "late"))
      items.remove(loop, .common)
      places.append(items.places(loop, .common, .default, "early", "late"))
      return places
    }
    // "early" came into being with its first item, when it was common already.
    #expect(places == ["sto sto sto ---", "sto sto sto sto", "--- --- --- ---"])
  }

  @Test func removingFromOneModeLeavesTheItemCommon() throws {
    let places = try onFreshThread {
      let loop = RunLoop.current
      let items = Items()
      items.add(loop, .common)
      items.remove(loop, .default)
      // As with CFRunLoop, a timer that is in no mode is nowhere.
      let alone = items.places(loop, .common, .default)
      try loop.addCommonMode("late")
      return [alone, items.places(loop, .common, .default, "late")]
    }
    #expect(places == ["s-o ---", "sto --- sto"])
  }

  @Test func removingFromCommonTakesExplicitMembershipsOfCommonModesToo() {
    let places = onFreshThread {
      let loop = RunLoop.current
      let items = Items()
      items.add(loop, .default)
      items.add(loop, "other")
      items.remove(loop, .common)
      let before = items.places(loop, .common, .default, "other")
      items.add(loop, .common)
      items.remove(loop, .common)
      return [before, items.places(loop, .common, .default, "other")]
    }
    #expect(places == ["--- sto sto", "--- --- sto"])
  }

  @Test func runInCommonFinishesAtOnceAndMakesNoMode() {
    let (result, modes) = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {}, to: .common)
      loop.perform(inModes: [.common]) {}
      return (loop.run(mode: .common), loop.allModes)
    }
    #expect(result == .finished)
    #expect(modes == [.default])
  }

  @Test func commonIsACommonModeAlreadyAndHarmless() {
    let modes = onFreshThread {
      let loop = RunLoop.current
      try? loop.addCommonMode(.common)
      try? loop.addCommonMode("common")
      loop.add(RunLoop.Source {}, to: .common)
      return (loop.allModes, loop.commonModes)
    }
    #expect(modes.0 == [.default] && modes.1 == [.default])
  }

  @Test func modesAreDistinguishedByTheirText() {
    #expect(RunLoop.Mode(rawValue: "common") == .common)
    #expect(RunLoop.Mode(rawValue: "default") == .default)
    #expect(("x" as RunLoop.Mode).hashValue == RunLoop.Mode(rawValue: "x").hashValue)
    #expect(RunLoop.Mode.default != .common)
    #expect("\(RunLoop.Mode.common)" == "common")
    let places = onFreshThread {
      let items = Items()
      items.add(.current, RunLoop.Mode(rawValue: "com" + "mon"))
      return items.places(.current, .common, .default)
    }
    #expect(places == "sto sto")
  }

  @Test func emptyNameIsAModeLikeAnyOther() {
    let results = onFreshThread {
      let loop = RunLoop.current
      loop.perform(inModes: [""]) {}
      return [loop.run(mode: "", for: .zero), loop.run(mode: "", for: .zero)]
    }
    #expect(results == [.timedOut, .finished])
  }

  @Test func unknownAndEmptyModesFinishAtOnceWithoutComingIntoBeing() {
    let (results, modes) = onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      log.watch(loop)
      let results = [
        loop.run(mode: "unknown"), loop.run(mode: .default), loop.run(mode: .default, for: .zero),
      ]
      _ = loop.contains(RunLoop.Source {}, in: "asked for")
      _ = loop.nextFireDate(in: "asked for")
      loop.remove(RunLoop.Timer(after: .zero) { _ in }, from: "asked for")
      return (results, loop.allModes.map(\.rawValue) + log.lines)
    }
    #expect(results == [.finished, .finished, .finished])
    #expect(modes == ["default"])
  }

  @Test func modeThatIsEmptiedIsKept() {
    let (before, after) = onFreshThread {
      let loop = RunLoop.current
      let items = Items()
      items.add(loop, "a")
      let before = loop.allModes
      items.remove(loop, "a")
      return (before, loop.allModes)
    }
    #expect(before == [.default, "a"])
    #expect(after == before)
  }

  @Test func moreThanSixtyFourModesWork() throws {
    let log = Log()
    let wrong = try onFreshThread(SimulatedClock()) { () -> [String] in
      let loop = RunLoop.current
      let modes = (0..<150).map { RunLoop.Mode(rawValue: "mode \($0)") }
      let items = modes.map { _ in Items() }
      for (items, mode) in zip(items, modes) { items.add(loop, mode) }
      var wrong: [String] = []
      for (index, items) in items.enumerated() {
        for (other, mode) in modes.enumerated()
        where items.places(loop, mode) != (index == other ? "sto" : "---") {
          wrong.append("\(index) in \(mode)")
        }
      }
      // One timer, source and observer in all of them.
      let start = loop.now
      let timer = RunLoop.Timer(at: start.advanced(by: .seconds(1)), repeating: .seconds(1)) { _ in
        log("timer in \(loop.currentMode!)")
      }
      let source = RunLoop.Source { log("source in \(loop.currentMode!)") }
      for mode in modes {
        loop.add(timer, to: mode)
        loop.add(source, to: mode)
      }
      for mode in [modes[2], modes[63], modes[64], modes[149]] {
        source.signal()
        loop.run(mode: mode, until: timer.fireDate!.advanced(by: .milliseconds(1)))
      }
      for mode in modes where mode != modes[149] { loop.remove(timer, from: mode) }
      if modes.filter({ loop.contains(timer, in: $0) }) != [modes[149]] { wrong.append("removal") }
      try loop.addCommonMode(modes[149])
      try loop.addCommonMode(modes[3])
      items[0].add(loop, .common)
      if items[0].places(loop, modes[149], modes[3], modes[4], .default) != "sto sto --- sto" {
        wrong.append("common: \(items[0].places(loop, modes[149], modes[3], modes[4], .default))")
      }
      loop.perform(inModes: [modes[70], modes[148]]) { log("block in \(loop.currentMode!)") }
      loop.run(mode: modes[148], for: .zero)
      return wrong
    }
    #expect(wrong == [])
    #expect(
      log.lines
        == ["mode 2", "mode 63", "mode 64", "mode 149"].flatMap { ["source in \($0)", "timer in \($0)"] }
        + ["block in mode 148"])
  }

  @Test func currentModeIsTheInnermostRuns() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let note = { @Sendable (name: String) in log("\(name) \(loop.currentMode?.rawValue ?? "none")") }
      loop.add(RunLoop.Source {}, to: "inner")
      for mode in [.default, "inner"] as [RunLoop.Mode] {
        loop.add(RunLoop.Observer(activities: [.entry, .exit]) { note($0.shortName) }, to: mode)
      }
      loop.perform {
        note("block")
        loop.run(mode: "inner", for: .zero)
        note("block")
      }
      note("before")
      loop.run(for: .zero)
      note("after")
    }
    #expect(
      log.lines == [
        "before none", "En default", "block default", "En inner", "Ex inner", "block default", "Ex default",
        "after none",
      ])
  }

  @Test func aModeThatIsMadeCommonAgainDoesNotTakeBackWhatWasRemoved() throws {
    let places = try onFreshThread {
      let loop = RunLoop.current
      let items = Items()
      try loop.addCommonMode("late")
      items.add(loop, .common)
      items.remove(loop, "late")
      let before = items.places(loop, .common, .default, "late")
      try loop.addCommonMode("late")
      try loop.addCommonMode(.default)
      return [before, items.places(loop, .common, .default, "late"), "\(loop.commonModes.count)"]
    }
    #expect(places == ["sto sto ---", "sto sto ---", "2"])
  }
}
