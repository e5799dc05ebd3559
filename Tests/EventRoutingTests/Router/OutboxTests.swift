import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// What waits for a client that does not read is bounded, and what begins or ends is kept longest.
@Suite("An outbox", .hangLimit)
struct OutboxTests {
  private static func touch(_ phase: HIDEvent.Contact.Phase, _ identity: UInt32, _ x: Double = 0) -> HIDEvent
  {
    HIDEvent(timestamp: 1, .digitizer([.init(identity, phase, x: x, y: 0)]))
  }

  @Test("gives everything in order while there is room")
  func order() {
    var outbox = Outbox()
    var hadRoom = true
    for number in 0..<2000 { hadRoom = outbox.append(Self.touch(.moved, 1, Double(number))) && hadRoom }
    for number in 0..<2000 {
      #expect(outbox.next == Self.touch(.moved, 1, Double(number)))
      outbox.removeFirst()
    }
    #expect(hadRoom && outbox.isEmpty && outbox.summedUp == 0)
  }

  @Test("sums up moves, then drops the oldest, then has no room for beginnings and ends")
  func bounds() {
    var outbox = Outbox()
    var hadRoom = true
    for number in 0..<100_000 { hadRoom = outbox.append(Self.touch(.moved, 1, Double(number))) && hadRoom }
    #expect(hadRoom && outbox.count == Outbox.summingUpFrom)
    #expect(outbox.summedUp == 100_000 - UInt64(Outbox.summingUpFrom))
    var kept = 0
    while outbox.append(Self.touch(kept % 2 == 0 ? .began : .ended, 2)) { kept += 1 }
    #expect(kept == Outbox.most && outbox.count == Outbox.most)
    let dropped = outbox.removeAll()
    let hasRoom = outbox.append(Self.touch(.began, 3))
    #expect(dropped == Outbox.most && hasRoom && outbox.count == 1)
  }
}
