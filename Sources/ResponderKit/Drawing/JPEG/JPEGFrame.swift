/// The parts of a JPEG picture's colors, each as blocks of eight by eight frequencies.
final class JPEGFrame {
  /// A part of the colors, such as the brightness.
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
    /// The place of its first block.
    var start = 0
    /// Whether a scan had its mean values.
    var isRead = false
  }

  let width: Int
  let height: Int
  let isProgressive: Bool
  var parts: [Part]
  /// Units of the picture, each with some blocks of each part.
  let unitsAcross: Int
  let unitsDown: Int
  /// The most blocks of a part in a unit.
  let mostAcross: Int
  let mostDown: Int
  /// Of all parts.
  private(set) var blocks = 0
  /// 64 of each block, row by row; nil until they are allocated.
  private(set) var frequencies: UnsafeMutablePointer<Int16>?

  init(width: Int, height: Int, isProgressive: Bool, _ parts: [Part]) {
    (self.width, self.height, self.isProgressive, self.parts) = (width, height, isProgressive, parts)
    func over(_ length: Int, _ part: Int) -> Int { (length + part - 1) / part }
    // A picture of one part has units of one block.
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
      self.parts[index].start = blocks
      blocks += self.parts[index].columns * self.parts[index].rows
    }
  }

  deinit { frequencies?.deallocate() }

  func allocate() {
    let all = UnsafeMutablePointer<Int16>.allocate(capacity: blocks * 64)
    all.initialize(repeating: 0, count: blocks * 64)
    frequencies = all
  }
}
