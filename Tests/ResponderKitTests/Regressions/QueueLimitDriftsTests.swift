import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// The number of events that may be dropped drifted: a queue that had dropped moves was never full again, and its reader
/// never stopped reading.
@Suite(.hangLimit) struct QueueLimitDriftsTests {
  private func key(_ number: Int) -> HIDEvent { HIDEvent(timestamp: UInt64(number), .remoteControl(.play)) }
  /// Alternate ones are not summed up.
  private func move(_ number: Int) -> HIDEvent {
    HIDEvent(
      timestamp: UInt64(number), .digitizer([.init(UInt32(number % 2), .moved, x: Double(number), y: 0)]))
  }

  @Test func aQueueThatHasDroppedAllItsMovesIsFull() {
    let queue = EventQueue()
    for number in 0..<10 { queue.append(move(number)) }
    for number in 10..<EventQueue.capacity { queue.append(key(number)) }
    #expect(queue.count == EventQueue.capacity && !queue.isFull)
    for number in 0..<10 {
      #expect(!queue.isFull, "\(10 - number) moves may be dropped")
      queue.append(key(number))
      #expect(queue.count == EventQueue.capacity)
    }
    #expect(queue.isFull && queue.takeDropped() == 10)
  }

  @Test func movesThatWereTakenOutMakeNoRoom() {
    let queue = EventQueue()
    for number in 0..<10 { queue.append(move(number)) }
    for _ in 0..<10 { _ = queue.take() }
    for number in 0..<EventQueue.capacity {
      #expect(!queue.isFull)
      queue.append(key(number))
    }
    #expect(queue.isFull && queue.takeDropped() == 0)
  }

  @Test func movesThatWereSummedUpCountOnce() {
    let queue = EventQueue()
    for number in 0..<10 { queue.append(move(2 * number)) }
    #expect(queue.count == 1)
    for number in 1..<EventQueue.capacity { queue.append(key(number)) }
    #expect(!queue.isFull)
    queue.append(key(0))
    #expect(queue.isFull && queue.count == EventQueue.capacity)
  }

  /// Random events in and out, beside a queue that is simple and slow.
  @Test func fullIsFullWhateverCameBefore() {
    var tally = FuzzTally("events in and out of the queue")
    for seed in Fuzz.seeds(3) {
      var random = SplitMix(seed)
      let queue = EventQueue()
      var model: [HIDEvent] = []
      var isFilling = true
      for number in 0..<6000 {
        if model.isEmpty { isFilling = true }
        // Goes on for a while with a full queue.
        if queue.isFull, random.next() % 300 == 0 { isFilling = false }
        if random.next() % 100 < (isFilling ? 15 : 85) {
          let event = queue.take()?.event
          tally.count(event != nil)
          #expect(event == (model.isEmpty ? nil : model.removeFirst()))
        } else {
          let event = random.next() % 100 < 30 ? move(number) : key(number)
          tally.count(true)
          queue.append(event)
          append(event, to: &model)
        }
        let isFull = model.count >= EventQueue.capacity && model.allSatisfy { !$0.onlyMoves }
        if queue.isFull != isFull || queue.count != model.count {
          Issue.record("full: \(queue.isFull), not \(isFull); \(queue.count) events, not \(model.count)")
          return
        }
      }
    }
    tally.expectMostStepsDidSomething()
  }

  private func append(_ event: HIDEvent, to model: inout [HIDEvent]) {
    if let last = model.last, event.sumsUp(last) { return model[model.count - 1] = event }
    if model.count >= EventQueue.capacity, let index = model.firstIndex(where: \.onlyMoves) {
      model.remove(at: index)
    }
    model.append(event)
  }
}
