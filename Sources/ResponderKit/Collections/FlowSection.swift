/// The items of one section of a flow layout: one after the other, in a new line where the breadth ends. Heights and tops are along the way that
/// the collection scrolls, widths and lefts across it, whichever way that is.
struct FlowSection {
  /// Items of one line.
  struct FlowLine {
    var top: Double
    var height: Double
    /// The first item, and how many there are.
    var first: Int
    var count: Int
    /// Between the items.
    var spacing: Double
    /// Before the first item.
    var start = 0.0
    var bottom: Double { top + height }
  }

  /// Where the section begins, with its header.
  let top: Double
  let headerHeight: Double
  let footerHeight: Double
  private(set) var bottom: Double
  private(set) var lines: [FlowLine] = []
  private let left: Double
  private let sizes: FlowSizes

  /// The lengths that the program has chosen for a section.
  struct FlowLengths {
    var header = 0.0
    var footer = 0.0
    var inset = EdgeInsets.zero
    var lineSpacing = 0.0
    var itemSpacing = 0.0
  }

  /// - Parameter breadth: the collection's.
  init(top: Double, breadth: Double, _ lengths: FlowLengths, _ sizes: FlowSizes) {
    self.top = top
    self.sizes = sizes
    headerHeight = lengths.header
    footerHeight = lengths.footer
    left = lengths.inset.left
    let room = max(breadth - lengths.inset.left - lengths.inset.right, 0)
    var y = top + headerHeight + lengths.inset.top
    var first = 0
    while first < sizes.count {
      if first > 0 { y += lengths.lineSpacing }
      var line = Self.line(from: first, at: y, sizes, room, lengths.itemSpacing)
      let isLast = first + line.count == sizes.count
      // The last line keeps to the columns above it, if there are any.
      if isLast {
        line.spacing = sizes.areAllTheSame ? lines.last?.spacing ?? lengths.itemSpacing : lengths.itemSpacing
      }
      if line.count == 1,
        !isLast || sizes.areAllTheSame && sizes[0].width * 2 + lengths.itemSpacing > room + 1e-6
      {
        line.start = max(room - sizes[line.first].width, 0) / 2
      }
      lines.append(line)
      y += line.height
      first += line.count
    }
    bottom = y + lengths.inset.bottom + footerHeight
  }

  /// As many items as there is room for, one at the least.
  private static func line(
    from first: Int, at top: Double, _ sizes: FlowSizes, _ room: Double, _ spacing: Double
  )
    -> FlowLine
  {
    var (count, width, height) = (0, 0.0, 0.0)
    for item in first..<sizes.count {
      let size = sizes[item]
      let needed = width + size.width + Double(count) * spacing
      // A rounding error is no reason for another line.
      guard count == 0 || needed <= room + 1e-6 else { break }
      width += size.width
      height = max(height, size.height)
      count += 1
    }
    let rest = max(room - width, 0)
    return FlowLine(
      top: top, height: height, first: first, count: count,
      spacing: count > 1 ? rest / Double(count - 1) : spacing)
  }

  /// The box of an item.
  func frame(of item: Int) -> Rect? {
    guard item >= 0, item < sizes.count else { return nil }
    let index = Self.first(lines.count) { lines[$0].first + lines[$0].count > item }
    return frame(of: item, in: lines[index])
  }

  private func frame(of item: Int, in line: FlowLine) -> Rect {
    let size = sizes[item]
    let before = sizes.width(of: line.first..<item) + Double(item - line.first) * line.spacing
    return Rect(
      left + line.start + before, line.top + (line.height - size.height) / 2, size.width, size.height)
  }

  /// The items of the lines that are between two heights, with their boxes.
  func items(from low: Double, to high: Double) -> [(item: Int, frame: Rect)] {
    var found: [(Int, Rect)] = []
    var index = Self.first(lines.count) { lines[$0].bottom > low }
    while index < lines.count, lines[index].top < high {
      let line = lines[index]
      for item in line.first..<line.first + line.count { found.append((item, frame(of: item, in: line))) }
      index += 1
    }
    return found
  }

  /// The first number from 0 for which the condition holds, which then holds for all that follow; `count` if there is none.
  static func first(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The sizes of a section's items: one for all, or one each.
struct FlowSizes {
  let count: Int
  private let same: Size
  private let each: [Size]

  init(_ count: Int, all size: Size) {
    self.count = max(count, 0)
    same = size.usable
    each = []
  }

  init(_ sizes: [Size]) {
    let usable = sizes.map(\.usable)
    count = usable.count
    same = usable.first ?? .zero
    each = usable.allSatisfy { [same] in $0 == same } ? [] : usable
  }

  /// Some items have other sizes.
  func replacing(_ sizes: [Int: Size]) -> FlowSizes {
    sizes.isEmpty ? self : FlowSizes((0..<count).map { sizes[$0] ?? self[$0] })
  }

  var areAllTheSame: Bool { each.isEmpty }
  subscript(item: Int) -> Size { each.isEmpty ? same : each[item] }

  /// The widths of some items together.
  func width(of items: Range<Int>) -> Double {
    each.isEmpty ? Double(items.count) * same.width : each[items].reduce(0) { $0 + $1.width }
  }
}

extension Size {
  /// A size for an item: no negative lengths, and no infinite ones.
  fileprivate var usable: Size {
    Size(width.isFinite ? max(width, 0) : 0, height.isFinite ? max(height, 0) : 0)
  }
}
