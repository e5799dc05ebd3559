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
    both.listInModes()
    both.listInModes()
    #expect(a.timerSets.map { $0 === both } == [false, true])
    #expect(box.makeCommon("a"))
    #expect(box.knownSet(.common)?.modes.count == 2 && a.timerSets.count == 2)
  }

  /// A timer that joins one mode after the other leaves a set without timers behind with each step.
  @Test func aModeListsASetWhileItHasTimers() throws {
    let box = Box()
    let (a, b) = (box.make("a"), box.make("b"))
    let both = box.set(box.set(box.emptySet, toggling: a), toggling: b)
    let all = box.set(both, toggling: box.defaultMode)
    let timers = (0..<2).map { _ in RunLoop.Timer(after: .seconds(5)) { _ in } }
    func listed(_ mode: ModeState) -> [Int] { mode.timerSets.map(\.modes.count) }
    for timer in timers { both.enqueue(timer) }
    all.listInModes()
    #expect(listed(a) == [1, 2, 3] && listed(box.defaultMode) == [1, 3])
    both.unlistIfEmpty()
    both.queue.remove(timers[1])
    both.unlistIfEmpty()
    #expect(listed(a) == [1, 2, 3])
    both.queue.remove(timers[0])
    both.unlistIfEmpty()
    #expect(listed(a) == [1, 3] && listed(b) == [1, 3])
    let own = try #require(box.knownSet("a"))
    own.unlistIfEmpty()
    both.enqueue(timers[0])
    #expect(listed(a) == [1, 3, 2] && a.firstTimer === timers[0])
    both.queue.remove(timers[0])
  }

  /// Without it, each of the sets would be made again for each item.
  @Test func whatItemsJoinedSinceTheLastSweepIsKept() {
    let box = Box()
    let modes = (0..<40).map { box.make(RunLoop.Mode(rawValue: "\($0)")) }
    var sets: [ObjectIdentifier] = []
    func join() {
      var set = box.emptySet
      sets = []
      for mode in modes {
        set = box.set(set, toggling: mode)
        sets.append(ObjectIdentifier(set))
      }
    }
    join()
    let first = sets
    box.table.sweep(items: 0)
    join()
    #expect(sets == first)
    box.table.sweep(items: 0)
    #expect(box.sets.count == 41 + 39)
    // No item has joined them meanwhile.
    box.table.sweep(items: 0)
    #expect(box.sets.count == 41)
  }

  @Test func theSetOfTheCommonModesIsThatOfTheirList() {
    let box = Box()
    _ = box.make("a")
    #expect(box.makeCommon("a"))
    let common = box.knownSet(.common)
    #expect(common.map { box.table.set(box.emptySet, adding: $0.modes) === common } == true)
    #expect(box.table.set(box.emptySet, adding: box.table.commonModes) === common)
  }

  @Test func modesAreMergedInTheOrderOfMaking() {
    let box = Box()
    let modes = (0..<6).map { box.make(RunLoop.Mode(rawValue: "\($0)")) }
    func set(_ indices: [Int]) -> ModeSet {
      box.table.set(box.emptySet, adding: Few(contentsOf: indices.map { modes[$0] }))
    }
    for (old, added) in [([1, 4], [0, 2, 3, 5]), ([0, 1], [2, 5]), ([3, 5], [0, 1]), ([2], [3])] {
      let both = box.table.set(set(old), adding: Few(contentsOf: added.map { modes[$0] }))
      #expect(both.modes.map(\.index) == (old + added).sorted().map { modes[$0].index })
    }
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
