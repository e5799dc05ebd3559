import TestHarness
import Testing

@testable import RunLoopCore

/// The observers of a mode.
@Suite(.hangLimit) struct ObserverListTests {
  private func observer(_ order: Int, _ activities: RunLoop.Activity = .entry) -> RunLoop.Observer {
    RunLoop.Observer(activities: activities, order: order) { _ in }
  }

  @Test("They are kept by order, in the order of adding among equals, as by insertion into an array")
  func order() {
    var dice = SystemRandomNumberGenerator()
    let mode = ModeState("mode", index: 1)
    var expected: [RunLoop.Observer] = []
    for _ in 0..<400 {
      if Bool.random(using: &dice) || expected.isEmpty {
        let added = observer(Int.random(in: -3...3, using: &dice))
        expected.insert(added, at: expected.firstIndex { $0.order > added.order } ?? expected.count)
        mode.insert(added)
      } else {
        mode.remove(expected.remove(at: Int.random(in: expected.indices, using: &dice)))
      }
      #expect(mode.observers.all.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }
  }

  @Test("A mode observes what any of its observers wants, and nothing more once that one has left")
  func activities() {
    let mode = ModeState("mode", index: 1)
    let (first, second, all) = (observer(0, [.entry, .exit]), observer(0, .exit), observer(0, .all))
    for observer in [first, second, all] { mode.insert(observer) }
    #expect(mode.observes(.beforeWaiting) && mode.observes(.exit))
    mode.remove(all)
    #expect(!mode.observes(.beforeWaiting) && mode.observes(.entry))
    mode.remove(first)
    #expect(!mode.observes(.entry) && mode.observes(.exit))
    mode.remove(second)
    #expect(!mode.observes(.exit))
  }

  @Test(
    "Adding and removing make no new list; during a phase the first change makes one, and the phase keeps its own"
  )
  func copies() {
    let mode = ModeState("mode", index: 1)
    let observers = (0..<20).map { observer($0) }
    var lists = Set([ObjectIdentifier(mode.observers)])
    func change(_ body: () -> Void) {
      body()
      lists.insert(ObjectIdentifier(mode.observers))
    }
    for observer in observers { change { mode.insert(observer) } }
    for observer in observers.prefix(5) { change { mode.remove(observer) } }
    #expect(lists.count == 1)
    let list = mode.beginPhase().takeUnretainedValue()
    for observer in observers.suffix(5) { change { mode.remove(observer) } }
    change { mode.insert(observers[0]) }
    #expect(lists.count == 2 && list.all.map(\.order) == Array(5..<20))
    #expect(mode.endPhase(list) === list)
    #expect(mode.observers.all.map(\.order) == [0] + Array(5..<15))
  }

  @Test("A list releases the observers that leave it, and all others with itself")
  func lifetime() {
    weak var left: RunLoop.Observer?
    weak var kept: RunLoop.Observer?
    do {
      let mode = ModeState("mode", index: 1)
      do {
        let (first, second) = (observer(0), observer(0))
        (left, kept) = (first, second)
        mode.insert(first)
        mode.insert(second)
        mode.remove(first)
      }
      #expect(left == nil && kept != nil)
    }
    #expect(kept == nil)
  }
}
