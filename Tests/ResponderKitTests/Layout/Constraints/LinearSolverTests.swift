import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What the solver of constraints promises, without any view.
@Suite(.hangLimit) struct LinearSolverTests {
  private typealias Line = SmallSystem.Line

  @Test func whatIsRequiredHoldsExactly() {
    // x + y = 10, x - y = 4, and a wish that can not be had.
    let system = SmallSystem(
      count: 2,
      lines: [
        Line(coefficients: [1, 1], constant: -10, relation: .equal),
        Line(coefficients: [1, -1], constant: -4, relation: .equal),
        Line(coefficients: [1, 0], constant: -100, relation: .equal, level: 999),
      ])
    let (refused, point, _) = system.solved()
    #expect(refused.isEmpty && point == [7, 3])
  }

  @Test func aHigherLevelIsNotTradedForManyLowerOnes() {
    let wish = { (value: Double, level: Float) in
      Line(coefficients: [1], constant: -value, relation: .equal, level: level)
    }
    let system = SmallSystem(count: 1, lines: (0..<200).map { _ in wish(5, 749) } + [wish(80, 750)])
    #expect(system.solved().point == [80])
    // Of equal ones, most are met.
    #expect(SmallSystem(count: 1, lines: [wish(1, 1), wish(7, 1), wish(7, 1)]).solved().point == [7])
  }

  @Test func aContradictionIsRefusedAndTheRestHolds() {
    let system = SmallSystem(
      count: 2,
      lines: [
        Line(coefficients: [1, 0], constant: -10, relation: .equal),
        Line(coefficients: [-1, 1], constant: -5, relation: .greaterOrEqual),
        Line(coefficients: [0, 1], constant: -12, relation: .lessOrEqual),
        Line(coefficients: [0, 1], constant: -20, relation: .equal),
        // Once more: redundant, not a contradiction.
        Line(coefficients: [2, 2], constant: -60, relation: .equal),
      ])
    let (refused, point, _) = system.solved()
    #expect(refused == [2] && point == [10, 20])
  }

  @Test func aRoundingErrorIsNoContradiction() {
    // x = 0.1 + 0.2, which is a little more than 0.3.
    let lines: [(Double, LinearSolver.Relation)] = [
      (0.1 + 0.2, .equal), (0.3, .lessOrEqual), (0.3, .equal), (0.299, .lessOrEqual),
      (0.301, .greaterOrEqual),
    ]
    let system = SmallSystem(
      count: 1, lines: lines.map { Line(coefficients: [1], constant: -$0.0, relation: $0.1) })
    #expect(system.solved().refused == [3, 4])
  }

  @Test func numbersThatAreNoneAreRefused() {
    for bad in [Double.nan, .infinity, -.infinity] {
      let system = SmallSystem(
        count: 1,
        lines: [
          Line(coefficients: [1], constant: bad, relation: .equal),
          Line(coefficients: [bad], constant: 1, relation: .lessOrEqual),
          Line(coefficients: [bad], constant: 1, relation: .equal, level: 3),
          Line(coefficients: [1], constant: -4, relation: .equal, level: 2),
        ])
      let (refused, point, _) = system.solved()
      #expect(refused == [0, 1] && point == [4])
    }
  }

  /// Random systems, half of which contradict themselves, against the best of all points that could be it.
  @Test func randomSystemsAreSolvedAsWellAsPossible() {
    var tally = FuzzTally("random systems")
    for seed in Fuzz.seeds(400) {
      var dice = SplitMix(seed)
      let system = SmallSystem.random(&dice)
      let (refused, point, stepsLeft) = system.solved()
      guard point.allSatisfy(\.isFinite), stepsLeft > 0 else {
        Issue.record("seed \(seed): \(point), \(stepsLeft) steps left")
        continue
      }
      #expect(system.isAllowed(point, but: refused), "seed \(seed): \(point) breaks what is required")
      // A refused line contradicts those that are kept.
      var kept = system
      for index in refused.reversed() { kept.lines.remove(at: index) }
      for index in refused {
        var more = kept
        more.lines.append(system.lines[index])
        #expect(more.leastLacks() == nil, "seed \(seed): line \(index) was refused without need")
      }
      guard let least = kept.leastLacks() else {
        tally.count(false)
        continue
      }
      tally.count(true)
      let found = kept.lacks(point)
      #expect(
        !SmallSystem.isLess(least, found), "seed \(seed): \(found) lacks at \(point), \(least) is possible")
    }
    tally.expectMostStepsDidSomething()
  }
}

extension SmallSystem {
  /// Two or three variables with a weak wish each, so that there is a best point, and up to five lines more.
  static func random(_ dice: inout SplitMix) -> SmallSystem {
    let count = Int.random(in: 2...3, using: &dice)
    var system = SmallSystem(count: count, lines: [])
    let values: [Double] = [-2, -1, 0, 0, 0, 0.5, 1, 1, 1, 2]
    for _ in 0..<Int.random(in: 2...5, using: &dice) {
      let coefficients = (0..<count).map { _ in values.randomElement(using: &dice) ?? 1 }
      let level: Float? = Bool.random(using: &dice) ? nil : [250, 750].randomElement(using: &dice)
      let relations: [LinearSolver.Relation] = [.equal, .lessOrEqual, .greaterOrEqual]
      system.lines.append(
        Line(
          coefficients: coefficients, constant: Double(Int.random(in: -20...20, using: &dice)),
          relation: relations.randomElement(using: &dice) ?? .equal, level: level))
    }
    for variable in 0..<count {
      let wish = Double(Int.random(in: -10...10, using: &dice))
      system.lines.append(
        Line(
          coefficients: (0..<count).map { $0 == variable ? 1 : 0 }, constant: -wish, relation: .equal,
          level: 1))
    }
    return system
  }
}
