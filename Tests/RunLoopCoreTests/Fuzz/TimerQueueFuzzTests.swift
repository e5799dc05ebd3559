import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// The queue of timers by itself, with entries that are out of date, against a list that is sorted.
///
/// `MAINSPRING_FUZZ_ROUNDS` makes it larger.
@Suite(.hangLimit) struct TimerQueueFuzzTests {
  /// What the queue should have: each timer's date as it was set last.
  private struct Model {
    var timers: [RunLoop.Timer] = []
    var isIn: Set<Int> = []
    var set = ModeSet(Few())
    var sequence: UInt64 = 0

    /// - Parameter span: how far dates are apart; some tolerances are as long.
    init(_ count: Int, _ span: UInt64) {
      for index in 0..<count {
        let tolerance = index % 3 == 0 ? span >> (UInt64(index) % 5 * 3) : 0
        timers.append(
          RunLoop.Timer(
            at: .distantFuture, tolerance: .nanoseconds(Int64(tolerance)),
            label: index % 4 == 0 ? "labelled" : ""
          ) { _ in })
      }
    }

    /// Gives a timer a date as a loop does: in place, when it is in the queue. Whether it is.
    @discardableResult
    mutating func set(_ index: Int, to time: Nanoseconds) -> Bool {
      sequence += 1
      timers[index].fireTime = time
      timers[index].sequence = sequence
      guard isIn.contains(index) else { return false }
      set.queue.move(timers[index])
      return true
    }

    /// False when it was there.
    @discardableResult
    mutating func insert(_ index: Int) -> Bool {
      guard isIn.insert(index).inserted else { return false }
      timers[index].setAddress = set.address
      set.queue.insert(timers[index])
      return true
    }

    /// False when it was not there.
    @discardableResult
    mutating func remove(_ index: Int, leavesEntry: Bool = false) -> Bool {
      guard isIn.remove(index) != nil else { return false }
      if leavesEntry { set.queue.leave(timers[index]) } else { set.queue.remove(timers[index]) }
      return true
    }

    /// The timers that are due, in order, as they should be.
    func due(_ now: Nanoseconds) -> [Int] {
      isIn.filter { timers[$0].fireTime <= now }.sorted { timers[$0].isDue(before: timers[$1]) }
    }

    mutating func take(_ now: Nanoseconds) -> [Int] {
      var list = TimerList()
      set.queue.takeDue(now, into: &list)
      let numbers = Dictionary(
        uniqueKeysWithValues: timers.enumerated().map { (Unmanaged.passUnretained($1).toOpaque(), $0) })
      // Nothing is done with what is taken but to look where it is: it may not be a timer.
      let taken = (0..<list.count).map { numbers[list[$0].toOpaque()] ?? -1 }
      isIn.subtract(taken)
      return taken
    }

    /// Each timer knows its entry, entries are in order, none of a timer that is in is later than its date, and the others
    /// are marked.
    func check() -> Bool {
      var entries = 0
      for index in 0..<set.queue.count {
        let entry = set.queue[index]
        let timer = entry.timer.takeUnretainedValue()
        guard timer.queueIndex == Int32(index), timer.entryTime == entry.time,
          index == 0 || !entry.isBefore(set.queue[(index - 1) / 4])
        else { return false }
        if timer.flags.contains(.hasLeft) { continue }
        entries += 1
        if (timer.entryTime, timer.entrySequence) > (timer.fireTime, timer.sequence) { return false }
      }
      return entries == isIn.count
        && timers.indices.allSatisfy {
          isIn.contains($0) || timers[$0].queueIndex == -1 || timers[$0].flags.contains(.hasLeft)
        }
    }

    /// When the loop must wake: no later than the first end of a window, and not before the first entry. Of few entries
    /// all are looked at: then it is that end.
    func wakesInTime() -> Bool {
      let wake = set.queue.latestWake()
      let end = isIn.map { timers[$0].latestFireTime }.min() ?? .never
      return set.queue.count <= 64 ? wake == end : wake <= end && wake >= set.queue.firstTime
    }
  }

  @Test func whatIsDueIsTakenInOrderWhateverWasPutOff() {
    var tally = FuzzTally("timers in a queue")
    for seed in Fuzz.seeds(24) { Self.play(seed, &tally) }
    tally.expectMostStepsDidSomething()
  }

  private static func play(_ seed: UInt64, _ tally: inout FuzzTally) {
    var dice = SplitMix(seed)
    let count = [3, 20, 150, 700, 3_000].randomElement(using: &dice)!
    // Few instants or many, so that dates are equal or far apart.
    let span = UInt64([4, 60, 1_000, 1 << 40, 1 << 56].randomElement(using: &dice)!)
    var model = Model(count, span)
    var now: Nanoseconds = 1_000
    for index in 0..<count {
      model.set(index, to: now + dice.next() % span)
      model.insert(index)
    }
    for _ in 0..<24 {
      // Most are put off, some come sooner, some go and come.
      for _ in 0..<Int.random(in: 0...count, using: &dice) {
        let index = Int.random(in: 0..<count, using: &dice)
        let time = model.timers[index].fireTime
        let change = dice.next() % 16
        // One that is out comes back, in most cases with another date.
        if !model.isIn.contains(index) {
          if change < 12 { model.set(index, to: now + dice.next() % span) }
          tally.count(model.insert(index))
          continue
        }
        switch change {
        case 0: tally.count(model.remove(index))
        case 1: tally.count(model.remove(index, leavesEntry: true))
        case 2, 3: tally.count(model.set(index, to: now + dice.next() % span))
        case 4: tally.count(model.set(index, to: .never))
        // The same time again: only the order changes.
        case 5: tally.count(model.set(index, to: time))
        default:
          let base = time == .never ? now : time
          tally.count(model.set(index, to: base + dice.next() % (span / 2 + 1)))
        }
      }
      switch dice.next() % 8 {
      case 0: model.set.queue.settle(most: Int.random(in: 0...100, using: &dice))
      case 1: _ = model.set.queue.settle(until: now)
      default: break
      }
      #expect(model.check(), "seed \(seed)")
      #expect(model.wakesInTime(), "seed \(seed)")
      now += dice.next() % span
      let due = model.due(now)
      #expect(model.take(now) == due, "seed \(seed), \(due.count) of \(model.isIn.count) due")
      #expect(model.check(), "seed \(seed)")
      for index in due where dice.next() % 4 != 0 {
        model.set(index, to: now + 1 + dice.next() % span)
        model.insert(index)
      }
    }
    for index in 0..<count { model.remove(index) }
    #expect(model.check())
  }
}
