import Synchronization
import TestHarness
import Testing

@testable import RunLoopCore

/// Timers that fire together, in batches within batches, without a loop.
@Suite(.hangLimit) struct TimerFiringsTests {
  /// A mode and its timers, as a loop with the lock at `home` has them: with a reference to each that is in the mode.
  private final class World {
    let home: UInt = 4096
    var firings = TimerFirings()
    private var table = ModeTable()
    private(set) var timers: [RunLoop.Timer] = []

    var mode: ModeState { table.defaultMode }
    var set: ModeSet { mode.onlySet.takeUnretainedValue() }
    /// Which timers the queue has.
    var queued: [Int] { timers.indices.filter { timers[$0].queueIndex >= 0 } }
    var hasVisitors: Bool { firings.hasVisitors }
    /// The timers that are shown though no queue has them.
    var outside: [Int] { firings.timersOutsideQueues(home: home).map { index($0) } }
    /// The first of them, by a search of its own.
    var firstOutside: Int? {
      firings.firstOutsideQueues(home: home, in: mode).map { index(Unmanaged.passUnretained($0)) }
    }

    deinit {
      // No lock is at the home's address.
      for timer in timers {
        if timer.queueIndex >= 0 { set.queue.remove(timer) }
        timer.home.store(RunLoop.BoundItem.nowhere, ordering: .relaxed)
        if timer.modeSet != nil { Unmanaged.passUnretained(timer).release() }
        timer.setAddress = nil
      }
    }

    /// A timer that is due at its index.
    @discardableResult
    func add() -> RunLoop.Timer {
      let timer = RunLoop.Timer(at: .distantFuture) { _ in }
      timer.fireTime = Nanoseconds(timers.count)
      timer.home.store(home, ordering: .relaxed)
      timers.append(timer)
      join(timer)
      return timer
    }

    func join(_ timer: RunLoop.Timer) {
      if timer.flags.contains(.isHeldByBatch) {
        timer.flags.remove(.isHeldByBatch)
      } else {
        _ = Unmanaged.passRetained(timer)
      }
      timer.setAddress = set.address
      set.queue.insert(timer)
    }

    /// As a loop takes a timer out of its only mode.
    func leave(_ timer: RunLoop.Timer) {
      if timer.queueIndex >= 0 { set.queue.remove(timer) }
      timer.setAddress = nil
      if timer.flags.contains(.isInBatch) {
        timer.flags.insert(.isHeldByBatch)
      } else {
        Unmanaged.passUnretained(timer).release()
      }
    }

    /// A batch of all timers in the queue.
    func begin() -> TimerBatch {
      let batch = firings.begin(mode, now: 1_000).takeUnretainedValue()
      batch.collect()
      return batch
    }

    func putBack() { firings.putBack(home: home) }
    func forget(_ timer: RunLoop.Timer) -> Bool { firings.forget(timer) }
    func receive(_ timer: RunLoop.Timer) { firings.receive(timer) }

    func index(_ timer: Unmanaged<RunLoop.Timer>) -> Int {
      timers.firstIndex { Unmanaged.passUnretained($0).toOpaque() == timer.toOpaque() } ?? -1
    }

    func indices(of batch: TimerBatch) -> [Int] { (0..<batch.count).map { index(batch.timers[$0]) } }

    /// The rest of the turns, without calls: whether the batch had a reference of its own in each.
    func finish(_ batch: TimerBatch) -> [Bool] {
      var owned: [Bool] = []
      while let turn = batch.beginTurn() {
        owned.append(turn.isOwned)
        if turn.isOwned { turn.timer.release() } else { endTurn(turn.timer) }
        batch.endTurn()
      }
      firings.end(batch)
      return owned
    }

    func endTurn(_ timer: Unmanaged<RunLoop.Timer>) {
      let isHeld = timer._withUnsafeGuaranteedRef { timer in
        let isHeld = timer.flags.contains(.isHeldByBatch)
        timer.flags.subtract([.isFiring, .isInBatch, .isHeldByBatch])
        return isHeld
      }
      if isHeld { timer.release() }
    }

    /// Whether each timer has exactly the references that it should have: that of a mode, at most.
    func letsGo() -> Bool {
      for timer in timers where timer.modeSet != nil { leave(timer) }
      let seen = timers.map { Weak(timer: $0) }
      for timer in timers { timer.home.store(RunLoop.BoundItem.nowhere, ordering: .relaxed) }
      timers = []
      return seen.allSatisfy { $0.timer == nil }
    }
  }

  private struct Weak {
    weak var timer: RunLoop.Timer?
  }

  private let world = World()

  private func add(_ count: Int) {
    for _ in 0..<count { world.add() }
  }

  /// Few are taken one by one, many together.
  @Test(arguments: [3, 200])
  func aBatchHasWhatIsDueInOrderAndMarksIt(count: Int) {
    add(count)
    let left = count / 2
    world.add().fireTime = 5_000
    world.set.queue.update(world.timers[count])
    world.set.queue.leave(world.timers[left])
    let batch = world.begin()
    let due = (0..<count).filter { $0 != left }
    #expect(world.indices(of: batch) == due)
    #expect(due.allSatisfy { world.timers[$0].flags.contains(.isInBatch) })
    #expect(world.timers[left].flags.isEmpty && world.timers[left].setAddress == nil)
    #expect(world.timers[count].flags.isEmpty && world.queued == [count])
    #expect(world.finish(batch) == due.map { _ in false })
    Unmanaged.passUnretained(world.timers[left]).release()
    #expect(world.letsGo())
  }

  @Test func aTimerThatLeavesWhileItWaitsIsHeldByTheBatch() {
    add(3)
    let batch = world.begin()
    world.leave(world.timers[1])
    #expect(world.timers[1].flags.contains([.isInBatch, .isHeldByBatch]))
    #expect(world.finish(batch) == [false, false, false])
    #expect(world.timers.allSatisfy { $0.flags.isDisjoint(with: [.isInBatch, .isHeldByBatch]) })
    #expect(world.letsGo())
  }

  /// An inner run sees the timers that wait; the batch has references of its own from then on, one to each.
  @Test(arguments: 1...3)
  func timersThatArePutBackAreInTheirQueueAndLeaveOnTheirOwn(times: Int) {
    add(4)
    let batch = world.begin()
    let first = batch.timers[0]
    let isOwned = batch.beginTurn()?.isOwned
    #expect(isOwned == false)
    world.timers[0].flags.insert(.isFiring)
    world.leave(world.timers[2])
    for _ in 0..<times { world.putBack() }
    #expect(world.queued == [1, 3])
    #expect(world.timers[1...].allSatisfy { $0.flags.isDisjoint(with: [.isInBatch, .isHeldByBatch]) })
    world.leave(world.timers[3])
    world.endTurn(first)
    batch.endTurn()
    #expect(world.finish(batch) == [true, true, true])
    #expect(world.letsGo())
  }

  /// Its flags and its reference are the other loop's business.
  @Test(arguments: [false, true])
  func aTimerThatGoesToAnotherLoopIsForgottenByEveryBatch(isInner: Bool) {
    add(4)
    let outer = world.begin()
    _ = outer.beginTurn()
    world.timers[0].flags.insert(.isFiring)
    let inner = isInner ? world.begin() : nil
    world.leave(world.timers[2])
    #expect(world.forget(world.timers[2]))
    #expect(world.indices(of: outer) == [0, 1, 3])
    #expect(world.timers[2].flags.isEmpty)
    Unmanaged.passUnretained(world.timers[2]).release()
    // The second time it is in none.
    #expect(!world.forget(world.timers[2]))
    // Neither is one that is being called taken out.
    #expect(!world.forget(world.timers[0]) && outer.count == 3)
    if let inner { #expect(world.finish(inner).isEmpty) }
    world.endTurn(outer.timers[0])
    outer.endTurn()
    #expect(world.finish(outer) == [false, false])
    #expect(world.letsGo())
  }

  @Test func timersOutsideQueuesAreThoseThatFireAndThoseThatWait() {
    add(3)
    let outer = world.begin()
    let first = outer.timers[0]
    _ = outer.beginTurn()
    #expect(world.outside == [0, 1, 2] && world.firstOutside == 0)
    // Its date was set in its call.
    world.timers[0].fireTime = 7_000
    #expect(world.firstOutside == 1)
    world.add()
    let inner = world.begin()
    #expect(Set(world.outside) == [0, 1, 2, 3] && world.firstOutside == 1)
    #expect(world.finish(inner) == [false])
    #expect(world.firings.innermost === outer)
    world.endTurn(first)
    outer.endTurn()
    #expect(world.outside == [1, 2])
    world.leave(world.timers[1])
    #expect(world.outside == [2] && world.firstOutside == 2)
    world.join(world.timers[1])
    #expect(world.finish(outer) == [false, false])
    #expect(world.outside.isEmpty && world.firstOutside == nil)
  }

  /// The batch is searched for the first timer of a mode: by each callout that asks for the next date.
  @Test func theSearchForTheFirstContinuesWhereItEnded() {
    add(6)
    let batch = world.begin()
    let first = batch.timers[0]
    _ = batch.beginTurn()
    #expect(batch.places(in: world.mode) == 1..<6)
    for left in 0..<3 { world.leave(world.timers[left]) }
    #expect(world.firstOutside == 3 && batch.places(in: world.mode) == 3..<6)
    let other = ModeState("other", index: 1)
    #expect(batch.places(in: other) == 1..<6)
    #expect(world.firings.firstOutsideQueues(home: world.home, in: other) == nil)
    #expect(batch.places(in: other) == 6..<6 && batch.places(in: world.mode) == 1..<6)
    #expect(world.firstOutside == 3)
    // Those behind it move up.
    #expect(world.forget(world.timers[1]))
    Unmanaged.passUnretained(world.timers[1]).release()
    #expect(batch.places(in: world.mode) == 1..<5 && world.firstOutside == 3)
    world.leave(world.timers[3])
    #expect(world.firstOutside == 4)
    world.endTurn(first)
    batch.endTurn()
    #expect(world.finish(batch) == [false, false, false, false])
    add(1)
    let again = world.begin()
    #expect(again === batch && again.places(in: world.mode) == 0..<again.count)
    _ = world.finish(again)
    #expect(world.letsGo())
  }

  /// A batch from which each timer's call begins an inner run would cost the square of its number otherwise.
  @Test func timersThatWerePutBackAreNotLookedAtAgain() {
    add(4)
    let batch = world.begin()
    let first = batch.timers[0]
    _ = batch.beginTurn()
    world.timers[0].flags.insert(.isFiring)
    world.putBack()
    // As an inner run takes it out, which puts it back itself.
    world.set.queue.remove(world.timers[2])
    world.putBack()
    #expect(world.queued == [1, 3])
    world.set.queue.insert(world.timers[2])
    world.endTurn(first)
    batch.endTurn()
    #expect(world.finish(batch) == [true, true, true])
    #expect(world.letsGo())
  }

  @Test func aBatchIsUsedAgainAsNew() {
    add(2)
    let first = world.begin()
    first.hasFired = true
    _ = first.beginTurn()
    world.putBack()
    world.endTurn(first.timers[0])
    first.endTurn()
    #expect(world.finish(first) == [true])
    world.add()
    let again = world.begin()
    #expect(again === first && world.indices(of: again) == [1, 2])
    #expect(!again.hasFired && again.next == 0 && again.current == 0 && again.outer == nil)
    #expect(world.finish(again) == [false, false])
    #expect(world.letsGo())
  }

  /// It is called by another loop, and in no queue of this one.
  @Test func aVisitorIsKnownUntilItsCallHasReturned() {
    add(2)
    let batch = world.begin()
    _ = batch.beginTurn()
    world.receive(world.timers[0])
    #expect(!world.hasVisitors, "it is called here")
    world.receive(world.timers[1])
    #expect(world.hasVisitors)
    world.firings.removeVisitor(world.timers[0])
    #expect(world.hasVisitors)
    world.firings.removeVisitor(world.timers[1])
    #expect(!world.hasVisitors && world.outside == [0, 1])
    // One that no batch here has either.
    let visitor = world.add()
    world.set.queue.remove(visitor)
    world.receive(visitor)
    #expect(world.outside == [0, 1, 2])
    world.firings.removeVisitor(visitor)
    #expect(world.outside == [0, 1])
    world.endTurn(batch.timers[0])
    batch.endTurn()
    #expect(world.finish(batch) == [false])
  }
}
