/// Variables, which the tableau does not contain: what they are equal to.
extension LinearSolver {
  /// The expression without variables that are defined and without basic symbols.
  mutating func reduced(_ expression: LinearRow) -> LinearRow {
    let isDone = expression.cells.allSatisfy {
      definitions[Int($0.symbol)] == nil && rowOf[Int($0.symbol)] < 0 && !isErased[Int($0.symbol)]
    }
    if isDone { return expression }
    var row = LinearRow(expression.constant)
    var touched: [Int32] = []
    for cell in expression.cells { note(cell.symbol, cell.value, &touched) }
    // Each definition is looked up once, with what all of its uses come to.
    for symbol in order(of: touched).reversed() {
      guard let definition = definitions[Int(symbol)] else { continue }
      let factor = sums[Int(symbol)]
      sums[Int(symbol)] = 0
      guard factor != 0 else { continue }
      row.constant += factor * definition.constant
      for cell in definition.cells { note(cell.symbol, factor * cell.value, &touched) }
    }
    for symbol in touched where rowOf[Int(symbol)] >= 0 && sums[Int(symbol)] != 0 {
      let factor = sums[Int(symbol)]
      sums[Int(symbol)] = 0
      row.constant += factor * rows[Int(rowOf[Int(symbol)])].constant
      for cell in rows[Int(rowOf[Int(symbol)])].cells { note(cell.symbol, factor * cell.value, &touched) }
    }
    for symbol in touched.sorted() {
      if !isErased[Int(symbol)] { row.append(symbol, sums[Int(symbol)]) }
      sums[Int(symbol)] = 0
    }
    return row
  }

  private mutating func note(_ symbol: Int32, _ value: Double, _ touched: inout [Int32]) {
    touched.append(symbol)
    sums[Int(symbol)] += value
  }

  /// Defines a variable of "0 = row".
  mutating func define(_ variable: Int32, _ row: LinearRow) {
    var definition = row
    definition.solve(for: variable)
    definitions[Int(variable)] = definition
    for cell in definition.cells { uses[Int(cell.symbol)] += 1 }
  }

  /// What is added to the system, reduced unless it has a new variable, and the variable that it defines.
  mutating func prepared(_ expression: LinearRow) -> (row: LinearRow, subject: Int32?) {
    if let new = newVariable(in: expression) { return (shortened(expression), new) }
    let row = reduced(expression)
    return (row, variable(in: row))
  }

  /// A variable that nothing defines or uses yet. The expression can define it unreduced, so a chain of views is not expanded for each view.
  private func newVariable(in expression: LinearRow) -> Int32? {
    expression.cells.first {
      !isRestricted[Int($0.symbol)] && definitions[Int($0.symbol)] == nil && uses[Int($0.symbol)] == 0
        && abs($0.value) >= LinearRow.tiny
    }?.symbol
  }

  /// The expression with definitions in place of variables, where these make it no longer: in a row of views of one unknown width each place is
  /// then defined by the first one and the width, not by the place before.
  private func shortened(_ expression: LinearRow) -> LinearRow {
    var row = expression
    for cell in expression.cells {
      guard let definition = definitions[Int(cell.symbol)], definition.cells.count < 3 else { continue }
      var other = row
      let factor = other.remove(cell.symbol)
      other.constant += factor * definition.constant
      for cell in definition.cells { other.add(cell.symbol, factor * cell.value) }
      if other.cells.count <= row.cells.count { row = other }
    }
    return row
  }

  /// The variable of a reduced row that is in the fewest definitions.
  func variable(in row: LinearRow) -> Int32? {
    var best: (symbol: Int32, count: Int32)?
    for cell in row.cells where !isRestricted[Int(cell.symbol)] {
      let count = uses[Int(cell.symbol)]
      if best.map({ count < $0.count }) ?? true { best = (cell.symbol, count) }
    }
    return best?.symbol
  }

  /// Finds the values of all variables; what nothing defines is 0.
  mutating func findValues() {
    values = [Double](repeating: 0, count: rowOf.count)
    for symbol in rowOf.indices where rowOf[symbol] >= 0 {
      values[symbol] = rows[Int(rowOf[symbol])].constant
    }
    for symbol in order(of: definitions.indices.map { Int32($0) }) {
      guard let definition = definitions[Int(symbol)] else { continue }
      values[Int(symbol)] = definition.cells.reduce(definition.constant) {
        $0 + $1.value * values[Int($1.symbol)]
      }
    }
  }

  /// The expressions with a variable that can still have any value.
  mutating func open(_ expressions: [LinearRow]) -> [LinearRow] {
    var isOpen = definitions.indices.map { definitions[$0] == nil && !isRestricted[$0] }
    for symbol in order(of: definitions.indices.map { Int32($0) }) {
      guard let definition = definitions[Int(symbol)] else { continue }
      isOpen[Int(symbol)] = definition.cells.contains { isOpen[Int($0.symbol)] }
    }
    return expressions.filter { $0.cells.contains { isOpen[Int($0.symbol)] } }
  }

  /// The variables that the symbols' definitions lead to, themselves included: each behind those in its own definition.
  private mutating func order(of symbols: [Int32]) -> [Int32] {
    var order: [Int32] = []
    stamp += 1
    var stack: [(symbol: Int32, isDone: Bool)] = []
    for symbol in symbols where definitions[Int(symbol)] != nil { stack.append((symbol, false)) }
    while let (symbol, isDone) = stack.popLast() {
      if isDone {
        order.append(symbol)
        continue
      }
      guard stamps[Int(symbol)] != stamp, let definition = definitions[Int(symbol)] else { continue }
      stamps[Int(symbol)] = stamp
      work.definitions += 1
      stack.append((symbol, true))
      for cell in definition.cells where definitions[Int(cell.symbol)] != nil {
        stack.append((cell.symbol, false))
      }
    }
    return order
  }
}
