package import Testing

/// Counts the steps of a fuzz test that did something. A test whose steps meet an empty world shows nothing, and
/// nothing else would say so.
package struct FuzzTally {
  private let name: String
  package private(set) var steps = 0
  package private(set) var effective = 0

  package init(_ name: String) {
    self.name = name
  }

  /// Counts one step.
  ///
  /// - Parameter didSomething: whether the step could do what it was to do: its object was there, the state changed.
  package mutating func count(_ didSomething: Bool) {
    steps += 1
    if didSomething { effective += 1 }
  }

  package static func += (tally: inout FuzzTally, other: FuzzTally) {
    tally.steps += other.steps
    tally.effective += other.effective
  }

  /// Prints the sum; fails below 80 %.
  package func expectMostStepsDidSomething(sourceLocation: SourceLocation = #_sourceLocation) {
    print("\(name): \(effective) of \(steps) steps did something")
    #expect(steps > 0 && effective * 5 >= steps * 4, "\(name): too few steps", sourceLocation: sourceLocation)
  }
}
