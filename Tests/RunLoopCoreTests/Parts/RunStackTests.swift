import TestHarness
import Testing

@testable import RunLoopCore

/// Runs inside runs.
@Suite(.hangLimit) struct RunStackTests {
  /// What a macro can look at.
  private final class Stack {
    var runs = RunStack()
    var depth: Int { runs.depth }
    var innermost: UInt64 { runs.innermost }
    var isStopRequested: Bool { runs.stopRequested.load(ordering: .relaxed) }

    /// Begins a run, and gives its number.
    func begin() -> UInt64 {
      let number = runs.nextNumber
      runs.begin(number)
      return number
    }

    func request() { runs.stopRequested.store(true, ordering: .relaxed) }
    func takeStop() -> Bool { runs.takeStop() }
  }

  @Test func theEndOfARunRestoresTheOneAround() {
    let stack = Stack()
    let outer = stack.begin()
    let inner = stack.begin()
    #expect(stack.depth == 2 && stack.innermost == inner)
    stack.runs.end(outer: outer)
    #expect(stack.depth == 1 && stack.innermost == outer)
    stack.runs.end(outer: 0)
    #expect(stack.depth == 0 && stack.innermost == 0)
  }

  /// What was put on the agenda for one run must not meet a later one.
  @Test func noTwoRunsHaveOneNumber() {
    let stack = Stack()
    let first = stack.begin()
    var numbers = [first]
    for _ in 0..<3 {
      numbers.append(stack.begin())
      stack.runs.end(outer: first)
    }
    stack.runs.end(outer: 0)
    numbers.append(stack.begin())
    #expect(Set(numbers + [0]).count == 6)
  }

  @Test func aRequestStopsOneRun() {
    let stack = Stack()
    #expect(!stack.takeStop())
    stack.request()
    #expect(stack.takeStop())
    #expect(!stack.takeStop())
  }

  @Test(arguments: [false, true])
  func aRunEndsInACopyThatIsNotMadeUsable(wasStopped: Bool) {
    let stack = Stack()
    _ = stack.begin()
    if wasStopped { stack.request() }
    stack.runs.becameCopy()
    #expect(stack.isStopRequested)
    stack.runs.reinitialize()
    #expect(stack.isStopRequested == wasStopped)
  }

  @Test func aCopyWithoutARunRemembersNoStop() {
    let stack = Stack()
    stack.runs.becameCopy()
    stack.runs.reinitialize()
    #expect(!stack.isStopRequested)
  }
}
