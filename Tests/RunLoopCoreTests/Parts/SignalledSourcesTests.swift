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
    lazy var modes = (0..<2).map { table.make(RunLoop.Mode(rawValue: "\($0)")) }
    private var seats: [Seat] = []
    private var sequence: UInt64 = 0

    var count: Int { sources.listedCount.load(ordering: .relaxed) }

    func seat(_ label: String, order: Int = 0, mode: Int = 0) -> Seat {
      let seat = Seat(
        RunLoop.Source(order: order, label: label) {},
        // Looked at by nobody here.
        loopAddress: UnsafeRawPointer(bitPattern: 64)!, cellAddress: 0,
        setAddress: table.knownSet(modes[mode].name)!.takeUnretainedValue().address)
      seat.index = seats.count
      seats.append(seat)
      return seat
    }

    func mark(_ seat: Seat) {
      sequence += 1
      seat.source?.signalSequence.store(sequence, ordering: .relaxed)
      seat.source?.mark.store(true, ordering: .relaxed)
    }

    func list(_ seat: Seat) {
      mark(seat)
      sources.list(.passUnretained(seat))
    }

    func push(_ seat: Seat) {
      mark(seat)
      sources.push(seat)
    }

    func labels(_ mode: Int) -> [String] { sources.signalled(in: modes[mode]).map(\.item.label) }
  }

  @Test func theyComeByOrderAndThenBySignal() {
    let place = Place()
    for (label, order) in [("c", 0), ("d", 0), ("a", -2), ("e", 7), ("b", -1)] {
      place.list(place.seat(label, order: order))
    }
    #expect(place.labels(0) == ["a", "b", "c", "d", "e"])
  }

  @Test func oneOfAnotherModeStaysListed() {
    let place = Place()
    place.list(place.seat("here"))
    place.list(place.seat("there", mode: 1))
    #expect(place.labels(0) == ["here"] && place.labels(1) == ["there"] && place.count == 2)
    #expect(place.sources.hasSignalled(in: place.modes[1]))
  }

  @Test func oneThatWasPerformedLeavesTheListAndCanComeBack() {
    let place = Place()
    let seats = ["a", "b"].map { place.seat($0) }
    seats.forEach { place.list($0) }
    #expect(seats[0].source?.takeSignal() == true)
    #expect(place.labels(0) == ["b"] && place.count == 1)
    #expect(!seats[0].isListed)
    place.list(seats[0])
    #expect(place.labels(0) == ["b", "a"])
  }

  @Test func theOnlyOneIsTakenInItsModeOnly() {
    let place = Place()
    let seat = place.seat("a")
    place.list(seat)
    #expect(!place.sources.takeOnly(seat, place.modes[1]))
    #expect(place.count == 1 && seat.isListed)
    #expect(place.sources.takeOnly(seat, place.modes[0]))
    #expect(place.sources.isEmpty && seat.source?.isSignalled == false)
    place.list(seat)
    #expect(place.sources.takeOnly(seat, place.modes[0]))
    // Its mark was taken elsewhere: it leaves the list, and is not performed.
    place.list(seat)
    #expect(seat.source?.takeSignal() == true)
    #expect(!place.sources.takeOnly(seat, place.modes[1]))
    #expect(place.sources.isEmpty)
  }

  @Test func whatOtherThreadsStackedIsListedOnce() {
    let place = Place()
    let seats = ["a", "b", "c"].map { place.seat($0) }
    #expect(place.sources.isEmpty)
    seats.forEach { place.push($0) }
    #expect(!place.sources.isEmpty && place.count == 0)
    place.list(seats[1])
    place.sources.takeStack()
    #expect(place.count == 3 && Set(place.labels(0)) == ["a", "b", "c"])
    seats.forEach { place.push($0) }
    #expect(place.sources.hasSignalled(in: place.modes[0]))
    #expect(place.count == 3)
  }

  /// Its memory goes: neither stack nor list must have it.
  @Test func aSeatThatIsGivenUpIsNowhere() {
    let place = Place()
    let seats = ["a", "b", "c"].map { place.seat($0) }
    place.push(seats[0])
    place.list(seats[1])
    place.push(seats[2])
    for seat in seats {
      place.sources.remove(seat)
      seat.index = -1
      let isStacked = seat.isStacked.load(ordering: .relaxed)
      #expect(!seat.isListed && !isStacked)
    }
    #expect(place.sources.isEmpty && place.labels(0).isEmpty)
    place.list(seats[0])
    #expect(place.sources.isEmpty)
  }

  /// Several threads stack seats while one takes them: none is lost, and none comes twice.
  @Test func threadsThatStackAtOnceLoseNothing() {
    nonisolated(unsafe) let place = Place()
    nonisolated(unsafe) let seats = (0..<4).map { place.seat("\($0)") }
    let rounds = 2_000
    let left = Atomic<Int>(seats.count)
    let threads = seats.indices.map { index in
      FreshThread {
        for _ in 0..<rounds {
          seats[index].source?.mark.store(true, ordering: .sequentiallyConsistent)
          place.sources.push(seats[index])
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
    #expect(most <= seats.count && place.count == seats.count)
  }
}
