/// The components of a JPEG picture, each as blocks of eight by eight coefficients.
final class JPEGFrame {
  /// A component, such as the brightness.
  struct Part {
    let id: UInt8
    /// Blocks of it in a unit of the picture.
    let across: Int
    let down: Int
    /// The number of its table.
    let quantizer: Int
    /// Its table, as of its first scan.
    var table: [Int]?
    /// Blocks in a row and in a column, those beyond the edges included.
    var columns = 0
    var rows = 0
    /// Seen blocks: a scan of this part alone has no others.
    var seenColumns = 0
    var seenRows = 0
    /// 64 of each block, row by row; nil until they are allocated, and when they have become pixels.
    fileprivate(set) var coefficients: UnsafeMutablePointer<Int16>?
    /// Whether a scan had its DC values.
    fileprivate(set) var isRead = false
    /// The lowest known bit of each coefficient; -1: none.
    fileprivate var known = [Int](repeating: -1, count: 64)

    init(id: UInt8, across: Int, down: Int, quantizer: Int) {
      (self.id, self.across, self.down, self.quantizer) = (id, across, down, quantizer)
    }
  }

  let width: Int
  let height: Int
  let isProgressive: Bool
  var parts: [Part]
  /// Units of the picture, each with some blocks of each component.
  let unitsAcross: Int
  let unitsDown: Int
  /// The most blocks of a component in a unit.
  let mostAcross: Int
  let mostDown: Int
  /// Of all components.
  private(set) var blocks = 0

  init(width: Int, height: Int, isProgressive: Bool, _ parts: [Part]) {
    (self.width, self.height, self.isProgressive, self.parts) = (width, height, isProgressive, parts)
    func over(_ length: Int, _ part: Int) -> Int { (length + part - 1) / part }
    // A picture of one component has units of one block.
    if parts.count == 1 {
      self.parts[0] = Part(id: parts[0].id, across: 1, down: 1, quantizer: parts[0].quantizer)
    }
    mostAcross = self.parts.map(\.across).max() ?? 1
    mostDown = self.parts.map(\.down).max() ?? 1
    unitsAcross = over(width, 8 * mostAcross)
    unitsDown = over(height, 8 * mostDown)
    for index in self.parts.indices {
      let (across, down) = (self.parts[index].across, self.parts[index].down)
      self.parts[index].columns = unitsAcross * across
      self.parts[index].rows = unitsDown * down
      self.parts[index].seenColumns = over(over(width * across, mostAcross), 8)
      self.parts[index].seenRows = over(over(height * down, mostDown), 8)
      blocks += self.parts[index].columns * self.parts[index].rows
    }
  }

  deinit { for index in parts.indices { free(index) } }

  func allocate() {
    for index in parts.indices where parts[index].coefficients == nil {
      let count = parts[index].columns * parts[index].rows * 64
      let all = UnsafeMutablePointer<Int16>.allocate(capacity: count)
      all.initialize(repeating: 0, count: count)
      parts[index].coefficients = all
    }
  }

  /// Frees the coefficients of a component.
  func free(_ index: Int) {
    parts[index].coefficients?.deallocate()
    parts[index].coefficients = nil
  }

  /// Notes the bits that a scan has of a component. False for bits that are known, or follow unknown ones: no file repeats the work of a scan.
  func takes(_ index: Int, _ range: ClosedRange<Int>, high: Int, low: Int) -> Bool {
    let before = high == 0 ? -1 : high
    guard range.lowerBound == 0 || parts[index].isRead,
      parts[index].known[range].allSatisfy({ $0 == before })
    else { return false }
    for place in range { parts[index].known[place] = low }
    parts[index].isRead = true
    return true
  }
}
