import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// What each of several modes passes over in the list of signalled sources, without their loop.
@Suite(.hangLimit) struct PassedOverSourcesTests {
  private final class Place {
    let sources = SignalledSources()
    private var table = ModeTable()
    private(set) var modes: [ModeState] = []
    private(set) var all: [Registration] = []

    init(modes count: Int = 4) {
      modes = (0..<count).map { table.make(RunLoop.Mode(rawValue: "\($0)")) }
    }

    /// A signalled source in the modes.
    @discardableResult
    func list(_ numbers: Int...) -> Registration {
      let modes = Few(contentsOf: numbers.map { self.modes[$0] })
      let registration = Registration(
        RunLoop.Source(label: "\(all.count)") {},
        // Not used here.
        loopAddress: UnsafeRawPointer(bitPattern: 64)!, cellAddress: 0,
        setAddress: table.set(table.emptySet, adding: modes).address)
      registration.index = all.count
      all.append(registration)
      signal(registration)
      return registration
    }

    func signal(_ registration: Registration) {
      registration.source?.signalSequence.store(UInt64(registration.index), ordering: .relaxed)
      registration.source?.mark.store(true, ordering: .relaxed)
      sources.list(.passUnretained(registration))
    }

    func remove(_ registration: Registration) {
      sources.remove(registration, modes: modes)
      registration.index = -1
    }

    /// A turn that performs what is signalled in the mode.
    func turn(_ mode: Int) -> [String] {
      let performed = sources.beginBatch(in: modes[mode])._withUnsafeGuaranteedRef { batch in
        (0..<batch.count).map { batch[$0].takeUnretainedValue() }.filter { $0.source?.takeSignal() ?? false }
      }
      if let batch = sources.endBatch() { sources.keep(batch) }
      return performed.map(\.item.label)
    }

    /// How many sources a turn of the mode would look at.
    func looks(_ mode: Int) -> Int { sources.listed.count - sources.firstToLookAt(for: modes[mode]) }

    func passedOver(_ mode: Int) -> Int { modes[mode].passedOver.load(ordering: .relaxed) }

    /// Whether each source knows its place, and no mode passes over one of its own.
    var isWhole: Bool {
      sources.listed.enumerated().allSatisfy { $0.element.takeUnretainedValue().listIndex == $0.offset }
        && modes.allSatisfy { mode in
          sources.listed.prefix(sources.firstToLookAt(for: mode)).allSatisfy {
            !$0.takeUnretainedValue().isIn(mode)
          }
            && !(sources.isEmpty(for: mode) && sources.hasSignalled(in: mode))
        }
    }
  }

  @Test func modesThatAlternateEachPassOverWhatWaitsForAThird() {
    let place = Place()
    for _ in 0..<50 { place.list(3) }
    for round in 0..<3 {
      for mode in 0..<3 {
        let own = place.list(mode)
        if round > 0 { #expect(place.looks(mode) <= 3) }
        #expect(place.turn(mode) == [own.item.label] && place.isWhole)
      }
      for mode in 0..<3 { #expect(place.turn(mode).isEmpty && place.looks(mode) == 0) }
    }
    for mode in 0..<3 { #expect(place.sources.isEmpty(for: place.modes[mode])) }
    #expect(place.turn(3).count == 50 && place.isWhole)
  }

  @Test func aSourceThatIsSignalledAgainIsFoundInEachOfItsModes() {
    let place = Place()
    place.list(3)
    let both = place.list(0, 1)
    #expect(place.turn(2).isEmpty && place.turn(0) == ["1"] && place.turn(1).isEmpty)
    #expect(place.looks(0) <= 1 && place.looks(1) == 0)
    place.signal(both)
    #expect(place.isWhole && place.looks(0) == 1 && place.looks(1) == 1)
    #expect(place.turn(1) == ["1"] && place.turn(0).isEmpty)
  }

  /// The list has become shorter than what a mode has passed over.
  @Test func aSourceThatIsListedWhereAModePassedOverAnotherIsFound() {
    let place = Place()
    for _ in 0..<4 { place.list(1) }
    #expect(place.turn(0).isEmpty && place.turn(1).count == 4 && place.turn(1).isEmpty)
    #expect(place.sources.listed.isEmpty)
    place.list(2)
    place.list(0)
    #expect(place.isWhole && place.turn(0) == ["5"] && place.turn(2) == ["4"])
  }

  @Test func aSourceThatJoinsIsLookedAtFromItsPlaceOn() {
    let place = Place()
    for _ in 0..<6 { place.list(3) }
    #expect(place.turn(0).isEmpty && place.turn(1).isEmpty)
    place.sources.joined(place.all[2], Few(place.modes[1]))
    #expect(place.looks(0) == 0 && place.looks(1) == 4)
  }

  /// Modes pass over different numbers: 0 over all, 1 and 2 over fewer.
  @Test func aSourceThatIsRemovedLeavesToEachModeWhatItPassesOver() {
    for removed in 0..<9 {
      let place = Place()
      for _ in 0..<3 { place.list(3) }
      #expect(place.turn(1).isEmpty)
      for _ in 0..<3 { place.list(1, 3) }
      #expect(place.turn(2).isEmpty)
      for _ in 0..<3 { place.list(1, 2, 3) }
      #expect(place.turn(0).isEmpty)
      #expect([place.looks(0), place.looks(1), place.looks(2)] == [0, 6, 3])
      place.remove(place.all[removed])
      #expect(
        [place.looks(0), place.looks(1), place.looks(2)] == [0, removed < 3 ? 6 : 5, removed < 6 ? 3 : 2])
      #expect(place.isWhole && place.sources.listed.count == 8)
      #expect(place.turn(3) == (0..<9).filter { $0 != removed }.map { "\($0)" })
    }
  }

  /// Modes with equal and with different numbers, of which the longest is that of the last.
  @Test func manyModesEachKeepWhatTheyPassOver() {
    for removed in [0, 7, 24, 39] {
      let place = Place(modes: 21)
      for mode in 0..<20 {
        if mode % 2 == 0 { for _ in 0..<4 { place.list(20) } }
        if mode % 3 > 0 { #expect(place.turn(mode).isEmpty) }
      }
      let before = (0..<20).map { place.passedOver($0) }
      place.remove(place.all[removed])
      #expect(place.isWhole && place.sources.listed.count == 39)
      #expect((0..<20).map { place.passedOver($0) } == before.map { $0 > removed ? $0 - 1 : $0 })
      #expect(place.turn(20).count == 39 && place.isWhole)
    }
  }

  /// Signals behind it cost nothing then.
  @Test func whatAnyModePassesOverFallsWithIt() {
    let place = Place()
    for _ in 0..<50 { place.list(3) }
    #expect(place.turn(0).isEmpty && place.turn(1).isEmpty && place.sources.mostPassedOver == 50)
    for (number, registration) in place.all.enumerated().dropLast(20) {
      place.remove(registration)
      #expect(place.sources.mostPassedOver == 49 - number)
    }
    // The list has become shorter than what the modes have passed over.
    #expect(place.turn(3).count == 20 && place.turn(3).isEmpty && place.sources.listed.isEmpty)
    #expect(place.sources.mostPassedOver == 20)
    place.remove(place.list(3))
    #expect(place.sources.mostPassedOver == 0 && place.passedOver(0) == 0 && place.isWhole)
  }
}
