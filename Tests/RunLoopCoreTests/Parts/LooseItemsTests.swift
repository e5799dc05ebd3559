import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// A loop's items in no mode, without the loop.
@Suite(.hangLimit) struct LooseItemsTests {
  private func observers(_ count: Int) -> [RunLoop.Observer] {
    (0..<count).map { RunLoop.Observer(activities: [], label: "\($0)") { _ in } }
  }

  private func labels(_ items: borrowing LooseItems) -> [Int] {
    items.all.compactMap { Int($0.takeUnretainedValue().label) }
  }

  @Test func theyStayInTheirOrder() {
    let observers = observers(40)
    var items = LooseItems()
    var expected: [Int] = []
    for (number, observer) in observers.enumerated() {
      #expect(observer.looseIndex == nil)
      items.append(observer)
      expected.append(number)
    }
    // Most leave, so that empty places are removed several times, and some return.
    for number in [3, 0, 39] + Array(5..<38) {
      items.remove(observers[number])
      expected.removeAll { $0 == number }
      #expect(observers[number].looseIndex == nil && observers[number].queueIndex == -1)
      if number % 7 == 0 {
        items.append(observers[number])
        expected.append(number)
      }
      let (labels, count) = (labels(items), items.count)
      #expect(labels == expected && count == expected.count)
    }
    for number in expected { items.remove(observers[number]) }
    let left = items.all.count
    #expect(left == 0)
  }

  /// A timer has an entry in a queue or a place among them, in the same word.
  @Test func aTimerAmongThemHasNoEntry() {
    let timer = RunLoop.Timer(at: .distantFuture) { _ in }
    var items = LooseItems()
    items.append(timer)
    #expect(timer.queueIndex < 0 && timer.looseIndex == 0)
    items.remove(timer)
    #expect(timer.queueIndex == -1)
  }

  @Test func emptyPlacesAreRemovedWhenTheyOutnumberTheItemsByEight() {
    let observers = observers(100)
    var items = LooseItems()
    for observer in observers { items.append(observer) }
    for observer in observers.prefix(90) { items.remove(observer) }
    let places = observers.suffix(10).compactMap(\.looseIndex)
    #expect(places == Array(places[0]..<places[0] + 10) && places[9] < 28)
  }
}
