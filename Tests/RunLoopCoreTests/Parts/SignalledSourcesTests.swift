import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// The sources that were signalled, without their loop.
@Suite(.hangLimit) struct SignalledSourcesTests {
  private final class Place {
    let sources = SignalledSources()
    private var table = ModeTable()
    lazy var modes = (0..<4).map { table.make(RunLoop.Mode(rawValue: "\($0)")) }
    private var registrations: [Registration] = []
    private var sequence: UInt64 = 0

    var isEmpty: Bool { modes.allSatisfy { sources.isEmpty(for: $0) } }
    var count: Int { sources.listedCount.load(ordering: .relaxed) }

    func registration(_ label: String, order: Int = 0, mode: Int = 0) -> Registration {
      let registration = Registration(
        RunLoop.Source(order: order, label: label) {},
        // Not used here.
        loopAddress: UnsafeRawPointer(bitPattern: 64)!, cellAddress: 0,
        setAddress: table.knownSet(modes[mode].name)!.takeUnretainedValue().address)
      registration.index = registrations.count
      registrations.append(registration)
      return registration
    }

    func move(_ registration: Registration, to mode: Int) {
      registration.modeSet = table.knownSet(modes[mode].name)!.takeUnretainedValue()
    }

    func remove(_ registration: Registration) { sources.remove(registration, modes: modes) }

    func mark(_ registration: Registration) {
      sequence += 1
      registration.source?.signalSequence.store(sequence, ordering: .relaxed)
      registration.source?.mark.store(true, ordering: .relaxed)
    }

    func list(_ registration: Registration) {
      mark(registration)
      sources.list(.passUnretained(registration))
    }

    func push(_ registration: Registration) {
      mark(registration)
      sources.push(registration)
    }

    func labels(_ mode: Int) -> [String] {
      let labels = sources.beginBatch(in: modes[mode])._withUnsafeGuaranteedRef { batch in
        (0..<batch.count).map { batch[$0].takeUnretainedValue().item.label }
      }
      if let batch = sources.endBatch() { sources.keep(batch) }
      return labels
    }

    /// Whether each listed registration knows its place.
    var knowTheirPlaces: Bool {
      sources.listed.enumerated().allSatisfy { $0.element.takeUnretainedValue().listIndex == $0.offset }
    }
  }

  @Test func theyComeByOrderAndThenBySignal() {
    let place = Place()
    for (label, order) in [("c", 0), ("d", 0), ("a", -2), ("e", 7), ("b", -1)] {
      place.list(place.registration(label, order: order))
    }
    #expect(place.labels(0) == ["a", "b", "c", "d", "e"])
  }

  @Test func aSourceOfAnotherModeStaysListed() {
    let place = Place()
    place.list(place.registration("here"))
    place.list(place.registration("there", mode: 1))
    #expect(place.labels(0) == ["here"] && place.labels(1) == ["there"] && place.count == 2)
    #expect(place.sources.hasSignalled(in: place.modes[1]))
  }

  @Test func aSourceThatWasPerformedLeavesTheListAndCanReturn() {
    let place = Place()
    let registrations = ["a", "b"].map { place.registration($0) }
    registrations.forEach { place.list($0) }
    #expect(registrations[0].source?.takeSignal() == true)
    #expect(place.labels(0) == ["b"] && place.count == 1)
    #expect(!registrations[0].isListed)
    place.list(registrations[0])
    #expect(place.labels(0) == ["b", "a"])
  }

  @Test func theOnlyOneIsTakenInItsModeOnly() {
    let place = Place()
    let registration = place.registration("a")
    place.list(registration)
    #expect(!place.sources.takeOnly(registration, at: 0, place.modes[1]))
    #expect(place.count == 1 && registration.isListed)
    #expect(place.sources.takeOnly(registration, at: 0, place.modes[0]))
    #expect(place.isEmpty && registration.source?.isSignalled == false)
    place.list(registration)
    #expect(place.sources.takeOnly(registration, at: 0, place.modes[0]))
    // Its mark was taken elsewhere: it leaves the list, and is not performed.
    place.list(registration)
    #expect(registration.source?.takeSignal() == true)
    #expect(!place.sources.takeOnly(registration, at: 0, place.modes[1]))
    #expect(place.isEmpty)
  }

  @Test func whatOtherThreadsStackedIsListedOnce() {
    let place = Place()
    let registrations = ["a", "b", "c"].map { place.registration($0) }
    #expect(place.isEmpty)
    registrations.forEach { place.push($0) }
    #expect(!place.isEmpty && place.count == 0)
    place.list(registrations[1])
    place.sources.takeStack()
    #expect(place.count == 3 && Set(place.labels(0)) == ["a", "b", "c"])
    registrations.forEach { place.push($0) }
    #expect(place.sources.hasSignalled(in: place.modes[0]))
    #expect(place.count == 3)
  }

  /// Its memory goes: neither stack nor list must have it.
  @Test func aRegistrationThatIsGivenUpIsNowhere() {
    let place = Place()
    let registrations = ["a", "b", "c"].map { place.registration($0) }
    place.push(registrations[0])
    place.list(registrations[1])
    place.push(registrations[2])
    for registration in registrations {
      place.remove(registration)
      registration.index = -1
      let isStacked = registration.isStacked.load(ordering: .relaxed)
      #expect(!registration.isListed && !isStacked)
    }
    #expect(place.isEmpty && place.labels(0).isEmpty)
    place.list(registrations[0])
    #expect(place.isEmpty)
  }

  /// Its place is known, so that giving up many costs no search for each.
  @Test func eachListedOneKnowsItsPlace() {
    let place = Place()
    let registrations = (0..<20).map { place.registration("\($0)", mode: $0 % 2) }
    registrations.forEach { place.list($0) }
    for index in [0, 19, 7, 8, 3] {
      place.remove(registrations[index])
      #expect(place.knowTheirPlaces && registrations[index].listIndex == -1)
    }
    // Some were performed since.
    for index in [1, 5, 6] { _ = registrations[index].source?.takeSignal() }
    #expect(place.labels(0) == ["2", "4", "10", "12", "14", "16", "18"])
    #expect(place.count == 12 && place.knowTheirPlaces)
    place.remove(registrations[18])
    #expect(place.count == 11 && place.knowTheirPlaces)
  }

  // MARK: Sources of other modes

  /// How many sources a turn of the mode would look at.
  private func looks(_ place: Place, _ mode: Int) -> Int {
    let listed = place.sources.listed
    return listed.count - place.sources.firstToLookAt(for: place.modes[mode])
  }

  @Test func aTurnPassesOverWhatTheLastOneLeftForAnotherMode() {
    let place = Place()
    for index in 0..<20 { place.list(place.registration("\(index)", mode: index % 4 == 0 ? 0 : 1)) }
    #expect(looks(place, 0) == 20 && !place.sources.isEmpty(for: place.modes[0]))
    #expect(place.labels(0) == ["0", "4", "8", "12", "16"])
    #expect(looks(place, 0) == 5 && place.knowTheirPlaces)
    for registration in place.sources.listed.suffix(5) {
      _ = registration.takeUnretainedValue().source?.takeSignal()
    }
    #expect(place.labels(0).isEmpty && looks(place, 0) == 0)
    #expect(place.sources.isEmpty(for: place.modes[0]) && !place.sources.isEmpty(for: place.modes[1]))
    #expect(!place.sources.hasSignalled(in: place.modes[0]))
    // New ones are looked at, alone.
    place.list(place.registration("late"))
    #expect(looks(place, 0) == 1 && place.labels(0) == ["late"] && place.knowTheirPlaces)
    place.push(place.registration("stacked"))
    #expect(!place.sources.isEmpty(for: place.modes[0]))
    #expect(looks(place, 1) == 16)
    #expect(place.labels(1).count == 15)
    #expect(!place.sources.isEmpty(for: place.modes[0]) && looks(place, 0) == 16)
  }

  @Test func aSourceThatJoinsAModeIsLookedAtAgain() {
    let place = Place()
    let registrations = (0..<3).map { place.registration("\($0)", mode: 1) }
    registrations.forEach { place.list($0) }
    #expect(place.labels(0).isEmpty && place.sources.isEmpty(for: place.modes[0]))
    place.move(registrations[1], to: 0)
    place.sources.joined(registrations[1], Few(place.modes[0]))
    #expect(!place.sources.isEmpty(for: place.modes[0]) && place.labels(0) == ["1"])
  }

  @Test func aSourceThatJoinsAModeThatDoesNotRunIsStillSkipped() {
    let place = Place()
    let registrations = (0..<3).map { place.registration("\($0)", mode: 1) }
    registrations.forEach { place.list($0) }
    #expect(place.labels(0).isEmpty)
    place.sources.joined(registrations[1], Few(place.modes[1]))
    // Nor does one that is not listed change anything.
    place.sources.joined(place.registration("late"), Few(place.modes[0]))
    #expect(looks(place, 0) == 0 && place.sources.isEmpty(for: place.modes[0]))
  }

  @Test func theOnlyOneBehindSkippedOnesIsTakenWithoutABatch() {
    let place = Place()
    for index in 0..<3 { place.list(place.registration("\(index)", mode: 1)) }
    #expect(place.labels(0).isEmpty && place.sources.onlyPlace(for: place.modes[0]) == nil)
    let here = place.registration("here")
    for _ in 0..<2 {
      place.list(here)
      #expect(place.sources.onlyPlace(for: place.modes[1]) == nil)
      let only = place.sources.onlyPlace(for: place.modes[0])
      #expect(only == 3 && place.sources[3].takeUnretainedValue() === here)
      #expect(place.sources.takeOnly(here, at: 3, place.modes[0]))
      #expect(looks(place, 0) == 0 && place.count == 3 && place.knowTheirPlaces)
    }
    // One of another mode joins the skipped ones.
    let there = place.registration("there", mode: 1)
    place.list(there)
    #expect(!place.sources.takeOnly(there, at: 3, place.modes[0]) && looks(place, 0) == 0 && place.count == 4)
    #expect(place.labels(1).count == 4)
  }

  @Test func theOnlyOneIsPassedOverInAnotherModeAndNotItsSuccessor() {
    let place = Place()
    let registration = place.registration("a", mode: 1)
    place.list(registration)
    #expect(!place.sources.takeOnly(registration, at: 0, place.modes[0]))
    #expect(place.sources.isEmpty(for: place.modes[0]) && !place.sources.isEmpty(for: place.modes[1]))
    #expect(place.sources.takeOnly(registration, at: 0, place.modes[1]))
    let here = place.registration("b")
    place.list(here)
    #expect(!place.sources.isEmpty(for: place.modes[0]) && place.labels(0) == ["b"])
  }

  @Test func aSourceThatIsRemovedAmongOthersOfAnotherModeLeavesThemInTheirPlaces() {
    for removed in 0..<3 {
      let place = Place()
      let registrations = (0..<3).map { place.registration("\($0)", mode: 1) }
      registrations.forEach { place.list($0) }
      #expect(place.labels(0).isEmpty)
      place.remove(registrations[removed])
      #expect(place.count == 2 && place.knowTheirPlaces && looks(place, 0) == 0)
      #expect(place.labels(1) == ["0", "1", "2"].filter { $0 != "\(removed)" })
    }
  }

  @Test func aSourceThatIsRemovedLeavesTheOthersOnTheirSide() {
    for removed in 0..<6 {
      let place = Place()
      let registrations = (0..<6).map { place.registration("\($0)", mode: $0 % 2) }
      registrations.forEach { place.list($0) }
      #expect(place.labels(0) == ["0", "2", "4"] && looks(place, 0) == 3)
      place.remove(registrations[removed])
      #expect(looks(place, 0) == (removed % 2 == 0 ? 2 : 3) && place.knowTheirPlaces)
      #expect(place.labels(0) == ["0", "2", "4"].filter { $0 != "\(removed)" })
      #expect(place.labels(1) == ["1", "3", "5"].filter { $0 != "\(removed)" })
    }
  }

  @Test func aBatchIsUsedAgainWhenItHasEnded() {
    let place = Place()
    // Retained, so that another one has another address.
    func begin() -> SourceBatch { place.sources.beginBatch(in: place.modes[0]).takeUnretainedValue() }
    let first = begin()
    let inner = begin()
    #expect(inner !== first)
    for _ in 0..<2 { if let batch = place.sources.endBatch() { place.sources.keep(batch) } }
    #expect(begin() === first && place.sources.endBatch()?.count == 0)
  }

  /// Several threads stack registrations while one takes them: none is lost, and none comes twice.
  @Test func threadsThatStackAtOnceLoseNothing() {
    nonisolated(unsafe) let place = Place()
    nonisolated(unsafe) let registrations = (0..<4).map { place.registration("\($0)") }
    let rounds = 2_000
    let left = Atomic<Int>(registrations.count)
    let threads = registrations.indices.map { index in
      FreshThread {
        for _ in 0..<rounds {
          registrations[index].source?.mark.store(true, ordering: .sequentiallyConsistent)
          place.sources.push(registrations[index])
        }
        left.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      }
    }
    var most = 0
    while left.load(ordering: .sequentiallyConsistent) > 0 {
      place.sources.takeStack()
      most = max(most, place.count)
    }
    threads.forEach { $0.join() }
    place.sources.takeStack()
    #expect(most <= registrations.count && place.count == registrations.count)
  }
}
