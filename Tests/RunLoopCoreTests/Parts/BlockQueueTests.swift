import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// The blocks that wait for a loop.
@Suite(.hangLimit) struct BlockQueueTests {
  private let queue = BlockQueue()
  private let log = Log()
  private let modes = (0..<2).map { ModeState(RunLoop.Mode(rawValue: "\($0)"), index: $0) }

  @discardableResult
  private func add(_ name: String, isOwner: Bool, wasPosted: Bool = false, mode: Int32 = 0)
    -> BlockQueue.Queueing
  {
    let log = log
    return queue.enqueue(
      Block(body: { log(name) }, target: .mode(mode), wasPosted: wasPosted), isOwner: isOwner)
  }

  /// Calls all blocks of the mode, as a loop does, and puts the others back.
  private func call(_ mode: Int) -> [String] {
    drain(mode)
    return log.take()
  }

  private func drain(_ mode: Int) {
    queue.drain { block in
      guard block.runs(in: modes[mode]) else { return false }
      block.body.call()
      return true
    }
  }

  @Test func aBlockOvertakesNoOlderOneOfItsThread() {
    add("own 1", isOwner: true)
    add("other 1", isOwner: false)
    add("own 2", isOwner: true)
    add("other 2", isOwner: false)
    #expect(queue.count == 4 && !queue.isEmpty)
    #expect(call(0) == ["own 1", "other 1", "own 2", "other 2"])
    #expect(queue.count == 0 && queue.isEmpty)
  }

  @Test func whatIsLeftComesBeforeWhatCameSince() {
    add("left 1", isOwner: true, mode: 1)
    add("left 2", isOwner: false, mode: 1)
    let (queue, log) = (queue, log)
    let since = Block(body: { log("since") }, target: .mode(1))
    let run = Block(body: { _ = queue.enqueue(since, isOwner: true) }, target: .mode(0))
    _ = queue.enqueue(run, isOwner: false)
    drain(0)
    add("later", isOwner: false, mode: 1)
    #expect(queue.count == 4)
    #expect(queue.counts(for: modes, isOwner: true) == [0, 4])
    #expect(queue.counts(for: modes, isOwner: false) == [0, 1])
    #expect(call(1) == ["left 1", "left 2", "since", "later"])
    #expect(queue.counts(for: modes, isOwner: true) == [0, 0])
  }

  /// A loop is woken for the first posted block of those that it has not taken.
  @Test func aBlockBehindAPostedOneNeedsNoWakeUp() {
    #expect(add("performed", isOwner: false) == .queued)
    #expect(add("first", isOwner: false, wasPosted: true) == .queued)
    #expect(add("second", isOwner: false, wasPosted: true) == .behindPosted)
    #expect(add("own", isOwner: true, wasPosted: true) == .behindPosted)
    #expect(call(0).count == 4)
    #expect(add("third", isOwner: false, wasPosted: true) == .queued)
  }

  @Test func blocksAreFoundByModeAndByHowTheyCame() {
    add("performed", isOwner: true, mode: 0)
    #expect(queue.hasBlock(for: modes[0]) && !queue.hasBlock(for: modes[1]))
    #expect(!queue.hasBlock(for: modes[0], postedOnly: true))
    add("posted", isOwner: false, wasPosted: true, mode: 1)
    #expect(queue.hasBlock(for: modes[1], postedOnly: true))
    #expect(call(1) == ["posted"])
    #expect(queue.hasBlock(for: modes[0]) && !queue.hasBlock(for: modes[1]))
  }

  @Test func aClosedQueueReturnsItsBlocksAndRefusesOthers() {
    add("own", isOwner: true)
    add("other", isOwner: false)
    let dropped = queue.close().count
    #expect(dropped == 2 && queue.count == 0)
    #expect(add("own", isOwner: true) == .refused)
    #expect(add("other", isOwner: false, wasPosted: true) == .refused)
    #expect(queue.count == 0 && call(0).isEmpty)
  }

  /// An inner drain does not run the blocks of the outer drain's batch.
  @Test func aDrainInsideADrainHasItsOwnBlocks() {
    let queue = queue
    let (log, modes) = (log, modes)
    add("left", isOwner: true, mode: 1)
    let outer = Block(
      body: {
        _ = queue.enqueue(Block(body: { log("inner") }, target: .mode(0)), isOwner: true)
        _ = queue.enqueue(Block(body: { log("left of the inner") }, target: .mode(1)), isOwner: true)
        queue.drain { block in
          guard block.runs(in: modes[0]) else { return false }
          block.body.call()
          return true
        }
        log("outer")
      }, target: .mode(0))
    _ = queue.enqueue(outer, isOwner: true)
    add("behind", isOwner: true)
    #expect(call(0) == ["inner", "outer", "behind"])
    #expect(call(1) == ["left", "left of the inner"])
    #expect(queue.count == 0)
  }

  /// As a thread does that ends inside a block.
  @Test func aQueueThatIsClosedInADrainReturnsWhatThatHasTaken() {
    add("left", isOwner: true, mode: 1)
    let counts = Counter()
    let queue = queue
    let closing = Block(body: { counts.add(queue.close().count) }, target: .mode(0))
    let inner = Block(
      body: {
        _ = queue.enqueue(closing, isOwner: true)
        _ = queue.enqueue(Block(body: {}, target: .mode(0)), isOwner: true)
        queue.drain { block in
          block.body.call()
          return true
        }
      }, target: .mode(0))
    _ = queue.enqueue(inner, isOwner: true)
    add("behind", isOwner: true)
    add("from elsewhere", isOwner: false)
    #expect(call(0) == [])
    #expect(counts.value == 4, "one of the inner drain, three of the outer")
  }
}
