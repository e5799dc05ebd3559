/// A solver of linear equations and inequalities of which some must hold, and others are satisfied as well as possible: those of a
/// higher level first, and among equal ones so that the sum of what is lacking is least. It knows nothing of views.
///
/// The method is Cassowary's, with two differences. A variable may have any value, and is defined by an expression of other symbols as soon
/// as something is added that it is in; definitions are kept as they are and looked up, since steps of the simplex method need not know
/// them: chains of views stay short expressions. The symbols that inequalities add, slack and error, are never negative, and each row of
/// the tableau says what one of them, the basic one, is equal to by the others. And levels are not weights of one sum: each level is
/// minimized by itself; what would make it worse is 0 from then on.
///
/// (G. Badros, A. Borning, P. Stuckey: The Cassowary Linear Arithmetic Constraint Solving Algorithm, 2001.)
struct LinearSolver {
  enum Relation: Hashable {
    case lessOrEqual, equal, greaterOrEqual
  }

  /// What rounding may make of a required equation.
  static let slop = 1e-6

  // MARK: The tableau; see LinearSolver+Simplex.swift

  /// What basic symbols are equal to. A row that was dropped stays, without a basic symbol.
  var rows: [LinearRow] = []
  /// The basic symbol of each row, or -1.
  var basics: [Int32] = []
  /// The row of each symbol that is basic, or -1.
  var rowOf: [Int32] = []
  /// The rows that each symbol is in; also some that it has left, and rows twice.
  var columns: [[Int32]] = []
  /// Symbols that are never negative.
  var isRestricted: [Bool] = []
  /// Symbols that stay 0.
  var isErased: [Bool] = []
  /// Steps that are left, so that rounding can not make it go around in circles.
  var stepsLeft = 20_000

  // MARK: Variables; see LinearSolver+Definitions.swift

  /// What a variable is equal to, if anything says so.
  var definitions: [LinearRow?] = []
  /// In how many definitions a symbol is.
  var uses: [Int32] = []
  /// Values, after `solve()`.
  var values: [Double] = []
  /// For sums by symbol; 0 otherwise.
  var sums: [Double] = []
  /// The number of the last search that came to a symbol.
  var stamps: [UInt32] = []
  var stamp: UInt32 = 0
  /// How many definitions were looked up, and how many rows were changed by others, for tests.
  var work = (definitions: 0, rows: 0)

  private struct SoftRow {
    var expression: LinearRow
    var isEquation: Bool
    var weight: Double
  }
  private var softRows: [Float: [SoftRow]] = [:]

  init() {}

  // MARK: Making a system

  /// A new variable: of any value.
  mutating func variable() -> Int32 { symbol(isRestricted: false) }

  /// Adds an equation or inequality between an expression of variables and 0 that must hold. False: it contradicts those that were added
  /// before, or is no number, and is not added.
  mutating func require(_ expression: LinearRow, _ relation: Relation) -> Bool {
    guard expression.isFinite else { return false }
    var (row, subject) = prepared(expression)
    if relation == .lessOrEqual { row.scale(-1) }
    if row.cells.isEmpty {
      return relation == .equal ? abs(row.constant) <= Self.slop : row.constant >= -Self.slop
    }
    if relation == .equal {
      guard let subject else { return addArtificially(row) }
      define(subject, row)
      return true
    }
    let slack = symbol(isRestricted: true)
    row.add(slack, -1)
    if let subject {
      define(subject, row)
    } else if row.constant >= -LinearRow.tiny {
      row.constant = max(row.constant, 0)
      install(row, slack)
    } else {
      return addArtificially(row)
    }
    return true
  }

  /// Adds an equation or inequality that need not hold. What lacks is counted `weight` times among those of its level.
  mutating func prefer(_ expression: LinearRow, _ relation: Relation, level: Float, weight: Double = 1) {
    guard expression.isFinite, weight.isFinite, !level.isNaN else { return }
    var row = expression
    if relation == .lessOrEqual { row.scale(-1) }
    softRows[level, default: []].append(
      SoftRow(expression: row, isEquation: relation == .equal, weight: weight))
  }

  // MARK: Solving it

  /// Satisfies what need not hold, level by level. At last those of the expressions `rest` are made 0 that could still have any value.
  mutating func solve(rest: [LinearRow] = []) {
    satisfy()
    solve(open(rest).map { SoftRow(expression: $0, isEquation: true, weight: 1) })
    findValues()
  }

  /// Satisfies what need not hold, level by level.
  mutating func satisfy() {
    for level in softRows.keys.sorted(by: >) { solve(softRows[level] ?? []) }
    softRows = [:]
  }

  /// Whether an expression has one value only in all that satisfies the system, after `satisfy()`. Only one symbol at a time is tried.
  mutating func isDecided(_ expression: LinearRow) -> Bool {
    reduced(expression).cells.allSatisfy { cell in
      if abs(cell.value) <= Self.slop { return true }
      guard isRestricted[Int(cell.symbol)], let limit = firstRow(limiting: cell.symbol) else { return false }
      return rows[Int(limit)].constant <= Self.slop
    }
  }

  /// Satisfies one level. What would make it worse is 0 from then on, and taken out of all rows: lower levels find short ones.
  private mutating func solve(_ softRows: [SoftRow]) {
    var costly: [(symbol: Int32, weight: Double)] = []
    for soft in softRows { add(soft, &costly) }
    if costly.isEmpty { return }
    var cost = [Double](repeating: 0, count: rowOf.count)
    for (symbol, weight) in costly { charge(symbol, weight, &cost) }
    minimize(&cost)
    for symbol in cost.indices where cost[symbol] > LinearRow.tiny { erase(Int32(symbol)) }
  }

  private mutating func add(_ soft: SoftRow, _ costly: inout [(symbol: Int32, weight: Double)]) {
    var (row, subject) = prepared(soft.expression)
    // What nothing can change need not be counted.
    guard !row.cells.isEmpty else { return }
    let (above, below) = (symbol(isRestricted: true), symbol(isRestricted: true))
    row.add(above, -1)
    row.add(below, 1)
    if let subject {
      define(subject, row)
    } else {
      install(row, row.constant >= 0 ? above : below)
    }
    costly.append((below, soft.weight))
    if soft.isEquation { costly.append((above, soft.weight)) }
  }

  /// The value of a variable, after `solve()`.
  func value(_ variable: Int32) -> Double {
    let value = values[Int(variable)]
    let whole = value.rounded()
    return abs(value - whole) < 1e-7 ? whole : value
  }
}
