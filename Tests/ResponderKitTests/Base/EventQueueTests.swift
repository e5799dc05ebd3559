import HIDEvents
import RunLoopCore
import TestHarness
import Testing

@testable import ResponderKit

/// The queue of events alone: order, room, and what is dropped.
@Suite(.hangLimit) struct EventQueueTests {
  private func key(_ number: Int) -> HIDEvent { HIDEvent(timestamp: UInt64(number), .remoteControl(.play)) }
  private func move(_ number: Int) -> HIDEvent {
    HIDEvent(
      timestamp: UInt64(number), .digitizer([.init(UInt32(number % 2), .moved, x: Double(number), y: 0)]))
  }

  private func rest(_ queue: EventQueue) -> [UInt64] {
    var times: [UInt64] = []
    while let entry = queue.take() { times.append(entry.event.timestamp) }
    return times
  }

  @Test func eventsComeOutInTheirOrderHoweverManyPassThrough() {
    let queue = EventQueue()
    var (into, out) = (0, 0)
    // Never empty, so that its memory is tidied up in between.
    for waiting in [1, 10, 700, 3] {
      for _ in 0..<6000 {
        while into - out < waiting {
          queue.append(key(into))
          into += 1
        }
        guard queue.take()?.event.timestamp == UInt64(out) else {
          Issue.record("the event \(out) is not the next one, with \(waiting) waiting")
          return
        }
        out += 1
        #expect(queue.count == into - out)
      }
    }
    #expect(rest(queue) == (out..<into).map { UInt64($0) })
    #expect(queue.isEmpty && queue.takeDropped() == 0)
  }

  @Test func theOldestMovesAreDroppedFirstAndNothingElse() {
    let queue = EventQueue()
    queue.append(key(0))
    for number in 1...10 { queue.append(move(number)) }
    for number in 11..<EventQueue.capacity { queue.append(key(number)) }
    #expect(queue.takeDropped() == 0)
    for number in 2000..<2003 { queue.append(key(number)) }
    #expect(queue.takeDropped() == 3)
    #expect(queue.takeDropped() == 0)
    #expect(
      rest(queue).prefix(9) == [0, 4, 5, 6, 7, 8, 9, 10, 11])
  }

  @Test func oneMoreThanTheCapacityIsTheFirstThatDrops() {
    let queue = EventQueue()
    for number in 0..<EventQueue.capacity { queue.append(move(number)) }
    #expect(queue.count == EventQueue.capacity && queue.takeDropped() == 0)
    queue.append(move(EventQueue.capacity))
    #expect(queue.count == EventQueue.capacity && queue.takeDropped() == 1)
    #expect(rest(queue) == (1...EventQueue.capacity).map { UInt64($0) })
  }

  @Test func movesInTwoWindowsOfTheDesktopStayTwoEvents() {
    let queue = EventQueue()
    for (number, host) in [(0, 1), (1, 1), (2, 2), (3, 0), (4, 0)] as [(Int, UInt32)] {
      queue.append(move(2 * number), host: host)
    }
    #expect([queue.take()?.host, queue.take()?.host, queue.take()?.host] == [1, 2, 0])
    #expect(queue.isEmpty)
  }

  @Test func movesOfTheSameFingersBecomeOneEventWithItsSamples() {
    let queue = EventQueue()
    let contacts = { (phase: HIDEvent.Contact.Phase, x: Double) in
      [HIDEvent.Contact(1, phase, x: x, y: 0), HIDEvent.Contact(2, .moved, x: x, y: 0)]
    }
    for number in 0..<4 {
      queue.append(HIDEvent(timestamp: UInt64(number), .digitizer(contacts(.moved, Double(number)))))
    }
    queue.append(HIDEvent(timestamp: 4, .digitizer(contacts(.ended, 4))))
    queue.append(HIDEvent(timestamp: 5, .pointer(.init(.moved, x: 5, y: 0))))
    queue.append(HIDEvent(timestamp: 6, .pointer(.init(.moved, x: 6, y: 0))))
    queue.append(HIDEvent(timestamp: 7, .pointer(.init(.scrolled, x: 7, y: 0))))
    let first = queue.take()
    #expect(first?.event.timestamp == 3)
    #expect(first?.earlier.map(\.timestamp) == [0, 1, 2])
    // An end is never part of another event, and neither is a turn of the wheel.
    #expect(rest(queue) == [4, 6, 7])
  }

  /// What comes back to be used again is empty.
  @Test func anEventThatIsTakenHasNoSamplesOfAnEarlierOne() {
    let queue = EventQueue()
    for round in 0..<3 {
      for number in 0..<5 { queue.append(move(2 * (round * 5 + number))) }
      guard let entry = queue.take() else { return #expect(Bool(false), "no event") }
      #expect(entry.earlier.map(\.timestamp) == (0..<4).map { UInt64(2 * (round * 5 + $0)) })
      queue.recycle(entry)
      queue.append(move(1))
      #expect(queue.take()?.earlier.isEmpty == true)
    }
  }

  @Test func waitersForRoomAreCalledOnceAndAsSoonAsHalfOfTheQueueIsFree() {
    let queue = EventQueue()
    let calls = Guarded(0)
    for number in 0..<EventQueue.capacity { queue.append(key(number)) }
    queue.whenThereIsRoom { calls.withLock { $0 += 1 } }
    for _ in 1..<EventQueue.capacity / 2 { _ = queue.take() }
    #expect(calls.withLock { $0 } == 0)
    _ = queue.take()
    #expect(calls.withLock { $0 } == 1)
    for _ in 0..<100 { _ = queue.take() }
    #expect(calls.withLock { $0 } == 1)
    // One event more than half of it waits: not now. Half of it: at once.
    while queue.count <= EventQueue.capacity / 2 { queue.append(key(0)) }
    queue.whenThereIsRoom { calls.withLock { $0 += 10 } }
    #expect(calls.withLock { $0 } == 1)
    _ = queue.take()
    #expect(calls.withLock { $0 } == 11)
    queue.whenThereIsRoom { calls.withLock { $0 += 100 } }
    #expect(calls.withLock { $0 } == 111)
  }
}
