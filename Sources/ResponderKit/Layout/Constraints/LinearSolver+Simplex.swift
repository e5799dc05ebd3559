/// Steps on the tableau. Each keeps what the rows say together, and no restricted symbol negative.
extension LinearSolver {
  mutating func symbol(isRestricted: Bool) -> Int32 {
    let symbol = Int32(rowOf.count)
    rowOf.append(-1)
    columns.append([])
    definitions.append(nil)
    uses.append(0)
    isErased.append(false)
    sums.append(0)
    stamps.append(0)
    self.isRestricted.append(isRestricted)
    return symbol
  }

  /// Makes a new symbol of "0 = row" basic.
  mutating func install(_ row: LinearRow, _ subject: Int32) {
    var row = row
    row.solve(for: subject)
    let index = Int32(rows.count)
    rows.append(row)
    basics.append(subject)
    rowOf[Int(subject)] = index
    for cell in row.cells { columns[Int(cell.symbol)].append(index) }
  }

  /// Replaces a symbol in all rows by what it is equal to.
  private mutating func substitute(_ symbol: Int32, by row: LinearRow) {
    let places = columns[Int(symbol)]
    columns[Int(symbol)] = []
    var new: [Int32] = []
    for place in places {
      let value = rows[Int(place)].remove(symbol)
      guard value != 0 else { continue }
      new.removeAll(keepingCapacity: true)
      work.rows += 1
      rows[Int(place)].add(row, times: value, new: &new)
      for symbol in new { columns[Int(symbol)].append(place) }
    }
  }

  /// Makes a symbol of a row basic in place of the one that is.
  private mutating func pivot(_ index: Int32, _ entering: Int32) {
    let leaving = basics[Int(index)]
    var row = rows[Int(index)]
    row.add(leaving, -1)
    row.solve(for: entering)
    rows[Int(index)] = row
    columns[Int(leaving)].append(index)
    basics[Int(index)] = entering
    rowOf[Int(leaving)] = -1
    rowOf[Int(entering)] = index
    substitute(entering, by: row)
  }

  private mutating func drop(_ index: Int32) {
    rowOf[Int(basics[Int(index)])] = -1
    basics[Int(index)] = -1
    rows[Int(index)] = LinearRow()
  }

  /// The row whose basic symbol is the first to become 0 when a symbol grows. Of several the least symbol's (Bland's rule: the
  /// method ends).
  func firstRow(limiting symbol: Int32) -> Int32? {
    var best: (row: Int32, ratio: Double)?
    for index in columns[Int(symbol)] {
      let basic = basics[Int(index)]
      guard basic >= 0 else { continue }
      let value = rows[Int(index)][symbol]
      guard value < -LinearRow.tiny else { continue }
      let ratio = max(rows[Int(index)].constant, 0) / -value
      guard let least = best else {
        best = (index, ratio)
        continue
      }
      if ratio < least.ratio || ratio == least.ratio && basic < basics[Int(least.row)] {
        best = (index, ratio)
      }
    }
    return best?.row
  }

  /// Adds "0 = row" of restricted symbols only: its value is a symbol of its own at first, which is then made 0, if that is possible.
  mutating func addArtificially(_ row: LinearRow) -> Bool {
    var row = row
    if row.constant < 0 { row.scale(-1) }
    let artificial = symbol(isRestricted: true)
    row.add(artificial, -1)
    install(row, artificial)
    while case let index = rowOf[Int(artificial)], index >= 0, rows[Int(index)].constant > Self.slop {
      let entering = rows[Int(index)].cells.first { $0.value < -LinearRow.tiny }?.symbol
      guard let entering, let limit = firstRow(limiting: entering), stepsLeft > 0 else {
        drop(index)
        return false
      }
      stepsLeft -= 1
      pivot(limit, entering)
    }
    if case let index = rowOf[Int(artificial)], index >= 0 {
      rows[Int(index)].constant = 0
      if let symbol = rarest(in: rows[Int(index)]) {
        pivot(index, symbol)
      } else {
        drop(index)
      }
    }
    erase(artificial)
    return true
  }

  /// The symbol that is in the fewest rows, of those whose coefficients are not small beside the largest one.
  private func rarest(in row: LinearRow) -> Int32? {
    let least = (row.cells.map { abs($0.value) }.max() ?? 0) / 8
    return row.cells.filter { abs($0.value) >= least }
      .min { columns[Int($0.symbol)].count < columns[Int($1.symbol)].count }?.symbol
  }

  /// Takes a symbol that is not basic out of all rows: it stays 0.
  mutating func erase(_ symbol: Int32) {
    for index in columns[Int(symbol)] { _ = rows[Int(index)].remove(symbol) }
    columns[Int(symbol)] = []
    isErased[Int(symbol)] = true
  }

  /// Adds a symbol's cost to those of symbols that are not basic.
  func charge(_ symbol: Int32, _ weight: Double, _ cost: inout [Double]) {
    let row = rowOf[Int(symbol)]
    guard row >= 0 else {
      cost[Int(symbol)] += weight
      return
    }
    for cell in rows[Int(row)].cells { cost[Int(cell.symbol)] += weight * cell.value }
  }

  /// Lets symbols grow whose growth costs less than nothing, until there is none.
  mutating func minimize(_ cost: inout [Double]) {
    // No symbol below this index has a negative cost.
    var first = 0
    while stepsLeft > 0 {
      let entering = cost[first...].firstIndex { $0 < -LinearRow.tiny }
      guard let entering else { return }
      first = entering + 1
      let gain = cost[entering]
      cost[entering] = 0
      guard let limit = firstRow(limiting: Int32(entering)) else { continue }
      stepsLeft -= 1
      pivot(limit, Int32(entering))
      for cell in rows[Int(limit)].cells {
        cost[Int(cell.symbol)] += gain * cell.value
        if cost[Int(cell.symbol)] < -LinearRow.tiny { first = min(first, Int(cell.symbol)) }
      }
    }
  }
}
