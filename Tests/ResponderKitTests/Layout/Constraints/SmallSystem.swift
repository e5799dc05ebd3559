@testable import ResponderKit

/// A few linear constraints, which can be solved by the solver, and by looking at every point where as many of them as there are
/// variables are exactly met: one of these points is best.
struct SmallSystem {
  struct Line {
    var coefficients: [Double]
    var constant: Double
    var relation: LinearSolver.Relation
    /// Nil: required.
    var level: Float?

    func value(_ point: [Double]) -> Double {
      zip(coefficients, point).reduce(constant) { $0 + $1.0 * $1.1 }
    }

    /// How much lacks at a point.
    func lack(_ point: [Double]) -> Double {
      let value = value(point)
      switch relation {
      case .equal: return abs(value)
      case .lessOrEqual: return max(value, 0)
      case .greaterOrEqual: return max(-value, 0)
      }
    }
  }

  var count: Int
  var lines: [Line]

  /// The required lines that the solver refuses, and the point that it finds.
  func solved() -> (refused: [Int], point: [Double], stepsLeft: Int) {
    var solver = LinearSolver()
    let variables = (0..<count).map { _ in solver.variable() }
    var refused: [Int] = []
    for (index, line) in lines.enumerated() {
      var row = LinearRow(line.constant)
      for (variable, coefficient) in zip(variables, line.coefficients) { row.add(variable, coefficient) }
      if let level = line.level {
        solver.prefer(row, line.relation, level: level)
      } else if !solver.require(row, line.relation) {
        refused.append(index)
      }
    }
    solver.solve()
    return (refused, variables.map(solver.value), solver.stepsLeft)
  }

  /// What lacks at a point, level by level from the highest one.
  func lacks(_ point: [Double]) -> [Double] {
    Set(lines.compactMap(\.level)).sorted(by: >).map { level in
      lines.filter { $0.level == level }.reduce(0) { $0 + $1.lack(point) }
    }
  }

  /// Whether a point keeps all required lines but some.
  func isAllowed(_ point: [Double], but refused: [Int] = []) -> Bool {
    lines.enumerated().allSatisfy { index, line in
      line.level != nil || refused.contains(index) || line.lack(point) < 1e-5
    }
  }

  /// The least lacks of all points that are allowed; nil: there is none.
  func leastLacks() -> [Double]? {
    var best: [Double]?
    func choose(_ from: Int, _ chosen: [Line]) {
      if chosen.count == count {
        guard let point = Self.meet(chosen), isAllowed(point) else { return }
        let lacks = lacks(point)
        if best.map({ Self.isLess(lacks, $0) }) ?? true { best = lacks }
        return
      }
      for index in from..<max(from, lines.count) { choose(index + 1, chosen + [lines[index]]) }
    }
    choose(0, [])
    return best
  }

  static func isLess(_ left: [Double], _ right: [Double]) -> Bool {
    for (one, other) in zip(left, right) where abs(one - other) > 1e-5 { return one < other }
    return false
  }

  /// The point where lines are exactly met; nil: there is none, or more than one. By Gauss's elimination.
  private static func meet(_ lines: [Line]) -> [Double]? {
    let count = lines.count
    var rows = lines.map { $0.coefficients + [-$0.constant] }
    for column in 0..<count {
      let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      guard abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
