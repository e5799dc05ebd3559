import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// A loop's sources, without a loop.
@Suite(.hangLimit) struct RegistrationListTests {
  /// No loop, mode or lock is at these addresses, and nothing looks there.
  private func registrations(_ count: Int) -> [Registration] {
    (0..<count).map { _ in
      let address = UnsafeRawPointer(bitPattern: 4096)!
      return Registration(RunLoop.Source {}, loopAddress: address, cellAddress: 0, setAddress: address)
    }
  }

  @Test func aRemovedSourceStaysUntilItsOwnCallHasReturned() {
    let sources = registrations(4)
    var list = RegistrationList()
    for source in sources { list.append(source) }
    for (source, depth) in zip(sources, [1, 2, 1]) { source.callDepth = depth }
    for source in sources { list.remove(source) }
    // The last one was in no call.
    var seen = [list.takeDeparted(sources[3]) == nil]
    for number in [1, 0, 1, 2] {
      sources[number].callDepth -= 1
      seen.append(list.takeDeparted(sources[number]) === sources[number])
    }
    #expect(seen == [true, false, true, true, true])
    let left = list.abandon().count
    #expect(left == 0)
  }

  @Test func theLastSourceTakesThePlaceOfARemovedOne() {
    let sources = registrations(3)
    var list = RegistrationList()
    for source in sources { list.append(source) }
    list.remove(sources[0])
    let (indices, count) = (sources.map(\.index), list.all.count)
    #expect(indices == [-1, 1, 0] && count == 2)
    // Twice is once.
    list.remove(sources[0])
    list.remove(sources[1])
    let last = list.all.map { $0 === sources[2] }
    #expect(last == [true] && sources[2].index == 0)
  }
}
