import TestHarness
import Testing

@testable import RunLoopCore

/// A list that nearly always has one element.
@Suite(.hangLimit) struct FewTests {
  @Test(arguments: 0...4) func itIsWhatAnArrayIs(count: Int) {
    let all = Array(1...5).prefix(count)
    var list = Few<Int>()
    for element in all { list.append(element) }
    #expect(list.count == count && list.isEmpty == all.isEmpty && list.first == all.first)
    #expect(Array(list) == Array(all))
    #expect(list.indices.map { list[$0] } == Array(all))
    #expect(Array(Few(contentsOf: all)) == Array(all))
  }

  @Test(arguments: 1...4) func eachElementCanBeRemoved(count: Int) {
    for removed in 1...count {
      var list = Few(contentsOf: 1...count)
      list.removeAll { $0 == removed }
      #expect(Array(list) == (1...count).filter { $0 != removed })
      list.append(9)
      #expect(list.last == 9 && list.count == count)
    }
  }

  @Test func aCopyIsKnownAsOneUntilItIsChanged() {
    final class Thing {}
    for count in 0...3 {
      let things = (0..<count).map { _ in Thing() }
      let list = Few(contentsOf: things)
      var copy = list
      #expect(list.isCopy(of: copy))
      copy.append(Thing())
      #expect(!list.isCopy(of: copy) && !copy.isCopy(of: list))
      // With lists of more than one, equality is not looked for.
      if count > 1 { #expect(!list.isCopy(of: Few(contentsOf: things))) }
      var other = Few(Thing())
      for thing in things.dropFirst() { other.append(thing) }
      if count > 0 { #expect(!list.isCopy(of: other)) }
    }
    #expect(!Few(Thing()).isCopy(of: Few()))
  }

  @Test func anElementThatIsRemovedIsReleased() {
    final class Thing {}
    weak var seen: Thing?
    var list = Few<Thing>()
    do {
      let thing = Thing()
      seen = thing
      list.append(thing)
      list.append(Thing())
      list.removeAll { $0 === thing }
    }
    #expect(seen == nil && list.count == 1)
  }
}
