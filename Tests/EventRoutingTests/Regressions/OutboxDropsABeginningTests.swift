import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A full outbox drops moves, the oldest first, and never what begins or ends something.
@Suite("A full outbox", .hangLimit)
struct OutboxDropsABeginningTests {
  private typealias Box = OutboxBox

  @Test("keeps the beginnings that were there first, and the latest moves")
  func beginnings() {
    let box = Box()
    let begun = (0..<10).map { Box.touch(.began, UInt32($0)) }
    #expect(box.append(all: begun))
    // Two contacts by turns: no move sums up the one before it.
    let moves = (0..<5000).map { Box.touch(.moved, UInt32($0 % 2), Double($0)) }
    #expect(box.append(all: moves))
    #expect(box.drained() == begun + moves.suffix(Outbox.summingUpFrom - 10))
  }

  @Test("lets a later move of the same contacts stand for the last one, and for no beginning")
  func sums() {
    let box = Box()
    let begun = (0..<Outbox.summingUpFrom).map { Box.touch(.began, UInt32($0)) }
    #expect(box.append(all: begun))
    #expect(box.append(all: (1...100).map { Box.touch(.moved, 5, Double($0)) }))
    #expect(box.count == Outbox.summingUpFrom + 1 && box.summedUp == 99)
    #expect(box.drained() == begun + [Box.touch(.moved, 5, 100)])
  }

  @Test("has room up to its limit, whatever was in it before")
  func limit() {
    let box = Box()
    #expect(box.append(all: (0..<1500).map { Box.touch(.began, $0) }))
    for _ in 0..<1500 { box.removeFirst() }
    #expect(box.append(all: (0..<50).map { Box.touch(.moved, $0) }))
    var kept: [HIDEvent] = []
    for number in 0..<Outbox.most { kept.append(Box.touch(.began, UInt32(number))) }
    #expect(box.append(all: kept))
    #expect(!box.append(Box.touch(.ended, 1)), "full is full")
    #expect(box.count == Outbox.most && box.summedUp == 50)
    #expect(box.drained() == kept, "the moves made room for beginnings")
  }

  @Test("has no room only when nothing in it may be dropped; beginnings and ends leave it in order")
  func random() {
    var tally = FuzzTally("events of an outbox")
    for seed in Fuzz.seeds(1) {
      var random = SplitMix(seed)
      let box = Box()
      var wanted: [HIDEvent] = []
      var (refused, mostWaiting) = (0, 0)
      for step in 0..<9000 {
        let before = (count: box.count, summedUp: box.summedUp)
        switch random.next() % 10 {
        case 0:
          if let next = box.next {
            if !next.onlyMoves, wanted.removeFirst() != next { Issue.record("seed \(seed), step \(step)") }
            box.removeFirst()
          }
        case 1, 2, 3:
          let event = Box.touch(.moved, UInt32(random.next() % 3), Double(step))
          let hasRoom = box.append(event)
          if !hasRoom { refused += 1 }
        default:
          let event = Box.touch(
            random.next() % 2 == 0 ? .began : .ended, UInt32(random.next() % 9), Double(step))
          if box.append(event) { wanted.append(event) } else { refused += 1 }
        }
        tally.count(box.count != before.count || box.summedUp != before.summedUp)
        mostWaiting = max(mostWaiting, box.count)
        if refused == 1 {
          #expect(box.count == Outbox.most)
          #expect(wanted.count == Outbox.most, "seed \(seed), step \(step): a move still waits")
          break
        }
      }
      #expect(mostWaiting == Outbox.most && refused == 1, "seed \(seed)")
    }
    tally.expectMostStepsDidSomething()
  }
}

/// An outbox that can be changed inside an expectation.
final class OutboxBox {
  private var outbox = Outbox()

  static func touch(_ phase: HIDEvent.Contact.Phase, _ identity: UInt32, _ x: Double = 0) -> HIDEvent {
    HIDEvent(timestamp: 1, .digitizer([.init(identity, phase, x: x, y: 0)]))
  }

  var count: Int { outbox.count }
  var summedUp: UInt64 { outbox.summedUp }
  var next: HIDEvent? { outbox.next }
  func append(_ event: HIDEvent) -> Bool { outbox.append(event) }
  func removeFirst() { outbox.removeFirst() }
  /// Whether there was room for each.
  func append(all events: [HIDEvent]) -> Bool {
    // Not only up to the first that finds no room.
    events.reduce(true) { hadRoom, event in outbox.append(event) && hadRoom }
  }

  func drained() -> [HIDEvent] {
    var events: [HIDEvent] = []
    while let event = outbox.next {
      events.append(event)
      outbox.removeFirst()
    }
    return events
  }
}
