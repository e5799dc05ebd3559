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
    queue.drain(in: modes[mode]) { $0.body.call() }
  }

  @Test func aBlockOvertakesNoOlderOneOfItsThread() {
    add("own 1", isOwner: true)
    add("other 1", isOwner: false)
    add("own 2", isOwner: true)
    add("other 2", isOwner: false)
    #expect(queue.count == 4 && !queue.isEmpty(for: modes[0]))
    #expect(call(0) == ["own 1", "other 1", "own 2", "other 2"])
    #expect(queue.count == 0 && queue.isEmpty(for: modes[0]))
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

  /// Otherwise each turn would cost as much as all blocks together that its mode does not run.
  @Test func aBlockOfAnotherModeIsLookedAtOnceUntilAModeChanges() {
    for index in 0..<100 { add("\(index)", isOwner: index % 2 == 0, mode: 1) }
    #expect(!queue.isEmpty(for: modes[0]))
    drain(0)
    #expect(queue.isEmpty(for: modes[0]) && queue.count == 100, "a turn of the mode has nothing to look at")
    #expect(!queue.isEmpty(for: modes[1]) && queue.hasBlock(for: modes[1]) && !queue.hasBlock(for: modes[0]))
    modes[0].isCommon.store(true, ordering: .relaxed)
    #expect(!queue.isEmpty(for: modes[0]), "blocks of the common modes may be among them")
    drain(0)
    #expect(queue.isEmpty(for: modes[0]) && queue.count == 100)
    #expect(call(1).count == 100 && queue.count == 0)
  }

  @Test func blocksThatWereSetAsideStayInFrontOfLaterOnes() {
    for index in 0..<3 { add("\(index)", isOwner: index == 1, mode: 1) }
    drain(0)
    add("3", isOwner: true, mode: 1)
    drain(0)
    add("4", isOwner: true, mode: 1)
    modes[0].isCommon.store(true, ordering: .relaxed)
    add("5", isOwner: true, mode: 1)
    drain(0)
    add("6", isOwner: true, mode: 1)
    #expect(call(1) == ["0", "1", "2", "3", "4", "5", "6"])
  }

  /// Most lists are short, and cost no memory of their own.
  @Test func aListOfEarlyModesIsAMask() {
    let modes = [0, 3, 30, 31, 40]
    var mask = Block.Target.Mask()
    let areTaken = [3, 30, 31].map { mask.insert($0) }
    #expect(areTaken == [true, true, false])
    #expect(modes.map { mask.contains($0, isCommon: true) } == [false, true, true, false, false])
    let isTaken = mask.insert(nil)
    #expect(isTaken && modes.map { mask.contains($0, isCommon: false) } == [false, true, true, false, false])
    #expect(modes.allSatisfy { mask.contains($0, isCommon: true) })
    #expect(MemoryLayout<Block>.stride == 32)
  }

  /// An inner run of a block does not see the blocks of the outer drain.
  @Test func aRunInsideADrainHasItsOwnBlocks() {
    let queue = queue
    let (log, modes) = (log, modes)
    add("aside", isOwner: true, mode: 1)
    let outer = Block(
      body: {
        _ = queue.enqueue(Block(body: { log("inner") }, target: .mode(0)), isOwner: true)
        _ = queue.enqueue(Block(body: { log("aside inside") }, target: .mode(1)), isOwner: true)
        #expect(queue.interrupt() && !queue.interrupt())
        queue.drain(in: modes[0]) { $0.body.call() }
        #expect(queue.isEmpty(for: modes[0]) && queue.hasBlock(for: modes[1]))
        #expect(queue.counts(for: modes, isOwner: true) == [0, 1])
        queue.resume()
        #expect(
          queue.counts(for: modes, isOwner: true) == [0, 1], "what the outer drain set aside is dequeued")
        log("outer")
      }, target: .mode(0))
    _ = queue.enqueue(outer, isOwner: true)
    add("behind", isOwner: true)
    #expect(call(0) == ["inner", "outer", "behind"])
    #expect(queue.counts(for: modes, isOwner: true) == [0, 2])
    #expect(call(1) == ["aside", "aside inside"])
    #expect(queue.count == 0)
  }

  /// As a thread does that ends inside a block.
  @Test func aQueueThatIsClosedInADrainReturnsWhatThatHasTaken() {
    add("left", isOwner: true, mode: 1)
    let counts = Counter()
    let (queue, modes) = (queue, modes)
    let closing = Block(body: { counts.add(queue.close().count) }, target: .mode(0))
    let inner = Block(
      body: {
        _ = queue.enqueue(Block(body: {}, target: .mode(1)), isOwner: true)
        _ = queue.enqueue(closing, isOwner: true)
        _ = queue.enqueue(Block(body: {}, target: .mode(0)), isOwner: true)
        _ = queue.interrupt()
        queue.drain(in: modes[0]) { $0.body.call() }
      }, target: .mode(0))
    _ = queue.enqueue(inner, isOwner: true)
    add("behind", isOwner: true)
    add("from elsewhere", isOwner: false)
    #expect(call(0) == [])
    #expect(counts.value == 5, "two of the inner drain, three of the outer")
  }
}
