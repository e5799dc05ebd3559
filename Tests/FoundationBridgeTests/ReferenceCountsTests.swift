import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import FoundationBridge

/// The word, as an object: expectations copy what they look at.
private final class Counts: Sendable {
  private let counts = ReferenceCounts()
  let released = Atomic<Int>(0)

  var isValid: Bool { counts.isValid }
  func makeInvalid() { counts.makeInvalid() }
  func addLoop() { counts.addLoop() }
  func removeLoop() -> Bool { counts.removeLoop() }
  func beginCall() -> Bool { counts.beginCall() }
  func endCall() -> Bool { counts.endCall() }
  func takeOwed() -> Int { counts.takeOwed() }
}

/// The word that counts loops and callouts.
@Suite(.hangLimit) struct ReferenceCountsTests {
  @Test func aCalloutNeedsALoopAndAValidObject() {
    let counts = Counts()
    #expect(counts.isValid)
    #expect(!counts.beginCall())
    counts.addLoop()
    #expect(counts.beginCall())
    #expect(!counts.endCall())
    counts.makeInvalid()
    #expect(!counts.isValid)
    #expect(!counts.beginCall())
  }

  @Test func aReferenceIsReleasedAtOnceWithoutACallout() {
    let counts = Counts()
    counts.addLoop()
    #expect(counts.removeLoop())
    #expect(counts.takeOwed() == 0)
    #expect(!counts.beginCall())
  }

  @Test func theLastCalloutReleasesWhatLoopsGaveUp() {
    let counts = Counts()
    counts.addLoop()
    counts.addLoop()
    #expect(counts.beginCall())
    #expect(counts.beginCall())
    #expect(!counts.removeLoop())
    #expect(!counts.removeLoop())
    #expect(counts.takeOwed() == 0)
    #expect(!counts.endCall())
    #expect(counts.takeOwed() == 0)
    #expect(counts.endCall())
    #expect(counts.takeOwed() == 2)
    #expect(counts.takeOwed() == 0)
  }

  @Test func anInvalidObjectIsStillReleasedByItsCallout() {
    let counts = Counts()
    counts.addLoop()
    #expect(counts.beginCall())
    counts.makeInvalid()
    #expect(!counts.removeLoop())
    #expect(counts.endCall())
    #expect(counts.takeOwed() == 1)
  }

  /// As many releases as there were references, whichever thread makes them.
  @Test func noReferenceIsReleasedTwiceOrNever() {
    let counts = Counts()
    let rounds = 2_000
    counts.addLoop()
    let callers = (0..<2).map { _ in
      FreshThread<Void> {
        for _ in 0..<rounds {
          guard counts.beginCall() else { continue }
          if counts.endCall() { counts.released.add(counts.takeOwed(), ordering: .relaxed) }
        }
      }
    }
    for _ in 0..<rounds {
      counts.addLoop()
      if counts.removeLoop() { counts.released.add(1, ordering: .relaxed) }
    }
    for caller in callers { _ = caller.join() }
    counts.released.add(counts.takeOwed(), ordering: .relaxed)
    #expect(counts.released.load(ordering: .relaxed) == rounds)
  }
}
