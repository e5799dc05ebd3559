import TestHarness
import Testing

@testable import RunLoopCore

/// The modes of a loop and the sets of them.
@Suite(.hangLimit) struct ModeTableTests {
  /// What a macro can look at.
  private final class Box {
    var table = ModeTable()
    var modes: [ModeState] { table.modes }
    var sets: [ModeSet] { table.sets }
    var emptySet: ModeSet { table.emptySet }
    var defaultMode: ModeState { table.defaultMode }
    var commonModes: [RunLoop.Mode] { table.commonModes.map(\.name) }
    var commonNamesWithoutMode: [RunLoop.Mode] { table.commonNamesWithoutMode }
    func isCommon(_ mode: ModeState) -> Bool { mode.isCommon.load(ordering: .relaxed) }
    func mode(_ name: RunLoop.Mode) -> ModeState? { table.mode(named: name) }
    func make(_ name: RunLoop.Mode) -> ModeState { table.make(name) }
    func makeCommon(_ name: RunLoop.Mode) -> Bool { table.makeCommon(name) }
    func knownSet(_ name: RunLoop.Mode) -> ModeSet? { table.knownSet(name)?.takeUnretainedValue() }
    func set(_ set: ModeSet, toggling mode: ModeState) -> ModeSet {
      set.contains(mode) ? table.set(set, removing: Few(mode)) : table.set(set, adding: Few(mode))
    }
  }

  /// The first few are found by comparing, the later ones in a table.
  @Test func eachNameHasOneMode() {
    let box = Box()
    for index in 1..<20 {
      let name = RunLoop.Mode(rawValue: "a mode with a long name \(index)")
      #expect(box.mode(name) == nil)
      let mode = box.make(name)
      #expect(mode.index == index)
      for known in 1...index {
        let again = RunLoop.Mode(rawValue: "a mode with a long name \(known)")
        #expect(box.mode(again)?.index == known)
        #expect(box.knownSet(again)?.modes.map(\.index) == [known])
      }
    }
    #expect(box.modes.map(\.index) == Array(0..<20))
    #expect(box.mode(.default) === box.defaultMode && box.modes[0] === box.defaultMode)
  }

  @Test func aNameBecomesCommonOnce() {
    let box = Box()
    let early = box.make("early")
    #expect(!box.makeCommon(.default))
    #expect(box.makeCommon("early") && !box.makeCommon("early"))
    #expect(box.makeCommon("late"))
    #expect(box.isCommon(early))
    #expect(box.commonModes == [.default, "early"])
    #expect(box.commonNamesWithoutMode == ["late"])
    #expect(box.isCommon(box.make("late")))
    #expect(!box.isCommon(box.make("other")))
    #expect(box.commonModes == [.default, "early", "late"] && box.commonNamesWithoutMode.isEmpty)
  }

  @Test func theCommonSetIsKnownWhenAllCommonModesExist() {
    let box = Box()
    let early = box.make("early")
    #expect(box.knownSet(.common)?.modes.map(\.index) == [0])
    #expect(box.makeCommon("early"))
    let two = box.knownSet(.common)
    #expect(two?.modes.map(\.index) == [0, early.index])
    #expect(box.makeCommon("late"))
    #expect(box.knownSet(.common) == nil)
    let late = box.make("late")
    #expect(box.knownSet(.common)?.modes.map(\.index) == [0, early.index, late.index])
  }

  @Test func aCombinationHasOneSet() throws {
    let box = Box()
    let (a, b) = (box.make("a"), box.make("b"))
    let justA = box.set(box.emptySet, toggling: a)
    let justB = box.set(box.emptySet, toggling: b)
    #expect(justA === box.knownSet("a") && justB === box.knownSet("b"))
    let both = box.set(justA, toggling: b)
    #expect(both.modes.map(\.index) == [a.index, b.index])
    #expect(box.set(justB, toggling: a) === both)
    #expect(box.set(both, toggling: a) === justB && box.set(both, toggling: b) === justA)
    #expect(box.set(justA, toggling: a) === box.emptySet)
    #expect(box.sets.count == 4)
    #expect(both.contains(a) && both.contains(b) && !both.contains(box.defaultMode) && !justA.contains(b))
  }

  /// Timers look at each set that a mode lists.
  @Test func aModeListsASetOnceAndOnlyForTimers() {
    let box = Box()
    let (a, b) = (box.make("a"), box.make("b"))
    let both = box.set(box.set(box.emptySet, toggling: a), toggling: b)
    #expect(a.timerSets.count == 1)
    both.getsTimers()
    both.getsTimers()
    #expect(a.timerSets.map { $0 === both } == [false, true])
    #expect(box.makeCommon("a"))
    let common = box.knownSet(.common)
    #expect(a.timerSets.last === common && box.defaultMode.timerSets.last === common)
  }

  /// A sweep looks at all items of the loop.
  @Test func theNextSweepIsTheLaterTheMoreItemsThereAre() {
    for (items, most) in [(0, 32), (64 * 100, 100)] {
      let box = Box()
      let modes = (0..<101).map { box.make(RunLoop.Mode(rawValue: "\($0)")) }
      box.table.sweep(items: items)
      var made = 0
      while !box.table.needsSweep {
        _ = box.set(box.set(box.emptySet, toggling: modes[made]), toggling: modes[made + 1])
        made += 1
      }
      #expect(made == most)
    }
  }

  @Test func modesAndSetsDoNotHoldEachOtherAfterTheEnd() {
    weak var set: ModeSet?
    weak var mode: ModeState?
    do {
      let box = Box()
      let (a, b) = (box.make("a"), box.make("b"))
      let both = box.set(box.set(box.emptySet, toggling: a), toggling: b)
      (set, mode) = (both, a)
      #expect(box.makeCommon("a") && box.knownSet(.common) != nil)
      box.table.dissolve()
      #expect(box.sets.isEmpty)
    }
    #expect(set == nil && mode == nil)
  }

  @Test func severalModesAreAddedToNoneAndNoneRemoved() {
    let box = Box()
    let (a, b) = (box.make("a"), box.make("b"))
    let both = box.table.set(box.emptySet, adding: Few(contentsOf: [a, b]))
    #expect(both.modes.map(\.index) == [a.index, b.index])
    #expect(box.table.set(both, removing: Few()) === both)
    #expect(box.table.set(both, adding: Few()) === both)
    #expect(box.table.set(both, removing: Few(contentsOf: [b, a])) === box.emptySet)
  }
}
