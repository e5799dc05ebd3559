import TestHarness
import Testing

@testable import ResponderKit

/// What the solver does for many views grows as their number does.
@Suite(.hangLimit) struct SolverWorkTests {
  private typealias Work = (definitions: Int, rows: Int)

  /// Adds "0 = the sum of the variables times the factors, and a number".
  private func require(
    _ solver: inout LinearSolver, _ terms: [(Int32, Double)], _ constant: Double = 0,
    _ relation: LinearSolver.Relation = .equal
  ) {
    let isTaken = solver.require(row(terms, constant), relation)
    #expect(isTaken)
  }

  private func row(_ terms: [(Int32, Double)], _ constant: Double) -> LinearRow {
    var row = LinearRow(constant)
    for (variable, factor) in terms { row.add(variable, factor) }
    return row
  }

  /// Places one below the other, whose heights are known only later.
  private func column(_ count: Int) -> LinearSolver {
    var solver = LinearSolver()
    let places = (0..<count).map { _ in (top: solver.variable(), height: solver.variable()) }
    for place in places { require(&solver, [(place.height, 1)], 0, .greaterOrEqual) }
    require(&solver, [(places[0].top, 1)], -7)
    for (above, below) in zip(places, places.dropFirst()) {
      require(&solver, [(below.top, 1), (above.top, -1), (above.height, -1)], -2)
    }
    for place in places { solver.prefer(row([(place.height, 1)], -5), .equal, level: 250) }
    solver.solve()
    #expect(solver.value(places[count - 1].top) == 7 + Double(count - 1) * 7)
    return solver
  }

  @Test func aColumnIsSolvedWithoutLookingUpAllOfItForEachView() {
    let (first, second) = (column(100), column(400))
    let (small, large) = (first.work, second.work)
    #expect(large.definitions < small.definitions * 5 && large.rows <= small.rows * 5)
    // A place is defined by the one above it, not by the heights of all that are.
    let (few, many) = (symbols(first), symbols(second))
    #expect(many < few * 5, "\(few) \(many)")
  }

  private func symbols(_ solver: LinearSolver) -> Int {
    solver.definitions.reduce(0) { $0 + ($1?.cells.count ?? 0) }
  }

  /// Lengths that are all equal, and not negative.
  private func equals(_ count: Int) -> Work {
    var solver = LinearSolver()
    let lengths = (0..<count).map { _ in solver.variable() }
    for length in lengths { require(&solver, [(length, 1)], 0, .greaterOrEqual) }
    for length in lengths.dropFirst() { require(&solver, [(length, 1), (lengths[0], -1)]) }
    require(&solver, lengths.map { ($0, 1) }, -Double(count) * 3)
    solver.solve()
    #expect(lengths.allSatisfy { solver.value($0) == 3 })
    return solver.work
  }

  @Test func equalLengthsDoNotRewriteEachOther() {
    let (small, large) = (equals(100), equals(400))
    #expect(large.rows < small.rows * 6, "\(small) \(large)")
    #expect(large.definitions < small.definitions * 6, "\(small) \(large)")
  }

  /// Places beside each other, with one unknown width, each of which is in a container.
  private func row(_ count: Int) -> Work {
    var solver = LinearSolver()
    let (left, right, width) = (solver.variable(), solver.variable(), solver.variable())
    let places = (0..<count).map { _ in solver.variable() }
    var before = (left, 0.0)
    for place in places {
      require(&solver, [(place, 1), (before.0, -1), (width, -before.1)], -8)
      require(&solver, [(place, 1), (width, 1), (right, -1)], 0, .lessOrEqual)
      before = (place, 1)
    }
    require(&solver, [(left, 1)], -10)
    solver.prefer(row([(width, 1)], -5), .equal, level: 250)
    solver.solve()
    #expect(solver.value(places[count - 1]) == 18 + Double(count - 1) * 13)
    return solver.work
  }

  @Test func aRowOfOneWidthIsSolvedWithoutLookingUpAllOfItForEachView() {
    let (small, large) = (row(50), row(200))
    #expect(large.definitions < small.definitions * 5, "\(small) \(large)")
  }
}
