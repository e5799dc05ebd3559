/// A linear expression: a constant, and coefficients of symbols in ascending order.
struct LinearRow {
  struct Cell {
    var symbol: Int32
    var value: Double
  }

  var constant = 0.0
  private(set) var cells: [Cell] = []

  /// A coefficient below this is what rounding left of zero.
  static let tiny = 1e-9

  init(_ constant: Double = 0) { self.constant = constant }

  /// The coefficient of a symbol.
  subscript(symbol: Int32) -> Double {
    index(of: symbol).map { cells[$0].value } ?? 0
  }

  var isFinite: Bool { constant.isFinite && cells.allSatisfy(\.value.isFinite) }

  private func index(of symbol: Int32) -> Int? {
    let index = place(of: symbol)
    return index < cells.count && cells[index].symbol == symbol ? index : nil
  }

  /// The index of the first cell whose symbol is not less.
  private func place(of symbol: Int32) -> Int {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func add(_ symbol: Int32, _ value: Double) {
    let index = place(of: symbol)
    guard index < cells.count, cells[index].symbol == symbol else {
      if value != 0 { cells.insert(Cell(symbol: symbol, value: value), at: index) }
      return
    }
    let sum = cells[index].value + value
    if abs(sum) < Self.tiny { cells.remove(at: index) } else { cells[index].value = sum }
  }

  /// Adds a symbol greater than all symbols of the row.
  mutating func append(_ symbol: Int32, _ value: Double) {
    if abs(value) >= Self.tiny { cells.append(Cell(symbol: symbol, value: value)) }
  }

  /// Takes a symbol out, and gives its coefficient.
  mutating func remove(_ symbol: Int32) -> Double {
    guard let index = index(of: symbol) else { return 0 }
    return cells.remove(at: index).value
  }

  mutating func scale(_ factor: Double) {
    constant *= factor
    for index in cells.indices { cells[index].value *= factor }
  }

  /// Adds a multiple of another row. Symbols that this one did not have are appended to `new`.
  mutating func add(_ other: LinearRow, times factor: Double, new: inout [Int32]) {
    constant += factor * other.constant
    if abs(constant) < Self.tiny { constant = 0 }
    guard !other.cells.isEmpty else { return }
    var merged: [Cell] = []
    merged.reserveCapacity(cells.count + other.cells.count)
    var (own, foreign) = (0, 0)
    while own < cells.count || foreign < other.cells.count {
      let isOwn =
        foreign == other.cells.count
        || own < cells.count && cells[own].symbol < other.cells[foreign].symbol
      if isOwn {
        merged.append(cells[own])
        own += 1
        continue
      }
      var cell = other.cells[foreign]
      cell.value *= factor
      foreign += 1
      if own < cells.count, cells[own].symbol == cell.symbol {
        cell.value += cells[own].value
        own += 1
      } else {
        new.append(cell.symbol)
      }
      if abs(cell.value) >= Self.tiny { merged.append(cell) }
    }
    cells = merged
  }

  /// Solves "0 = this row" for a symbol of the row: afterwards the row is what the symbol is equal to.
  mutating func solve(for symbol: Int32) {
    let value = remove(symbol)
    scale(-1 / value)
  }
}
