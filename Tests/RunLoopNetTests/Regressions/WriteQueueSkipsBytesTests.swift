import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopNet

/// What waits for a socket is sent once and in order, however little the socket takes at a time.
@Suite(.hangLimit) struct WriteQueueSkipsBytesTests {
  /// A queue and a socket that takes as much as it is asked to.
  private struct Model {
    var queue = WriteQueue()
    var written: [UInt8] = []
    var taken: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { queue.append($0) }
      written += bytes
    }

    /// Sends at most `most` bytes, which must be the next ones.
    mutating func take(_ most: Int) {
      let count = taken.count
      queue.send { bytes in
        taken += bytes.prefix(most)
        return min(most, bytes.count)
      }
      let new = taken.count - count
      let isNext =
        taken.count <= written.count
        && taken.withUnsafeBytes { taken in
          written.withUnsafeBytes { written in
            new == 0 || memcmp(taken.baseAddress! + count, written.baseAddress! + count, new) == 0
          }
        }
      if !isNext { isInOrder = false }
    }

    private(set) var isInOrder = true
    var isConsistent: Bool {
      isInOrder && queue.count == written.count - taken.count && queue.isEmpty == (queue.count == 0)
    }
  }

  @Test func repeatedShortWritesContinueWhereTheLastOneEnded() {
    var model = Model()
    model.append(pattern(10))
    for count in [3, 3, 1, 2, 1] { model.take(count) }
    #expect(model.taken == pattern(10))
    #expect(model.queue.isEmpty)
  }

  /// Sent bytes are removed when they are the greater part: what follows them stays.
  @Test func removalOfSentBytesKeepsTheUnsentOnes() {
    var model = Model()
    model.append(pattern(10_000))
    model.take(6000)
    model.append([1, 2, 3])
    #expect(model.queue.count == 4003)
    model.take(2000)
    model.append([4, 5, 6])
    while !model.queue.isEmpty, model.taken.count <= model.written.count { model.take(1000) }
    #expect(model.taken == pattern(10_000) + [1, 2, 3, 4, 5, 6])
  }

  @Test func anEmptiedQueueBeginsAnew() {
    var model = Model()
    for _ in 0..<3 {
      model.append(pattern(300_000))
      model.take(299_999)
      #expect(model.queue.count == 1)
      model.take(.max)
      #expect(model.queue.isEmpty)
    }
    #expect(model.isConsistent)
  }

  @Test func anySequenceOfWritesIsSentOnceAndInOrder() {
    var tally = FuzzTally("writes and short writes")
    let bytes = pattern(53_000)
    for seed in Fuzz.seeds(8) {
      var random = SplitMix(seed)
      var model = Model()
      for step in 0..<300 {
        let before = model.written.count + model.taken.count
        if random.next() % 3 == 0 {
          let first = Int(random.next() % 50_000)
          model.append(Array(bytes[first..<(first + Int(random.next() % 3000))]))
        } else {
          model.take(Int(random.next() % 1200))
        }
        tally.count(model.written.count + model.taken.count > before)
        guard model.isConsistent else {
          Issue.record("seed \(seed), step \(step)")
          return
        }
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
