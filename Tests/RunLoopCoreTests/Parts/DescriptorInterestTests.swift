import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// The list of sources whose interest has changed, without a loop.
@Suite(.hangLimit) struct DescriptorInterestTests {
  /// No loop, mode or lock is at these addresses, and nothing looks there.
  private func registration() -> Registration {
    let address = UnsafeRawPointer(bitPattern: 4096)!
    return Registration(RunLoop.Source {}, loopAddress: address, cellAddress: 0, setAddress: address)
  }

  @Test func changesAreTakenInTheOrderOfNotingOnceEach() {
    let all = (0..<3).map { _ in registration() }
    var interest = DescriptorInterest()
    func take() -> Int? {
      interest.takeChange().map { taken in all.firstIndex { $0 === taken } ?? -1 }
    }
    for number in [1, 0, 1] { interest.note(all[number]) }
    var taken = [take()]
    // It comes behind the one that was behind it.
    for number in [2, 1] { interest.note(all[number]) }
    for _ in 0..<4 { taken.append(take()) }
    #expect(taken == [1, 0, 2, 1, nil])
    let hasChanges = interest.hasChanges
    #expect(!hasChanges)
    interest.note(all[0])
    #expect(take() == 0)
  }

  @Test func theListKeepsItsRegistrationsAndReleasesThemInTheEnd() {
    weak var first: Registration?
    weak var second: Registration?
    do {
      var interest = DescriptorInterest()
      do {
        let (one, other) = (registration(), registration())
        (first, second) = (one, other)
        interest.note(one)
        interest.note(other)
      }
      #expect(first != nil && second != nil)
      _ = interest.takeChange()
      #expect(first == nil && second != nil)
    }
    #expect(first == nil && second == nil)
  }
}
