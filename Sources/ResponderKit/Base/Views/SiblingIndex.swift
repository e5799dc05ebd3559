/// Finds the subviews that may contain a point: a grid over the frames of the standard ones. Hidden and disabled views
/// are sorted out when found; views of other classes are always asked.
final class SiblingIndex {
  /// What a view keeps for looking up its subviews.
  struct Search {
    var index: SiblingIndex?
    /// How often the subviews were looked through since they came, went or moved.
    var hitTestsSinceChange = 0
  }

  /// The number of subviews from which the index pays.
  static let least = 32
  /// A view that lies in more cells than this is looked at each time.
  private static let mostCells = 16

  let children: [UIView]
  private var area = Rect.zero
  private var columns = 1
  private var rows = 1
  private var cellWidth = 1.0
  private var cellHeight = 1.0
  /// The children of a cell are `items[starts[cell]..<starts[cell + 1]]`, by ascending index.
  private var starts: [Int32] = []
  private var items: [Int32] = []
  /// Children that are looked at each time, by ascending index.
  private var always: [Int32] = []

  init(_ children: [UIView]) {
    self.children = children
    let boxes = children.map(Self.box)
    for case let box? in boxes where box.isFinite {
      area = area.isEmpty ? box : area.union(box)
    }
    let side = Int(Double(children.count).squareRoot().rounded(.up))
    (columns, rows) = (min(side, 256), min(side, 256))
    cellWidth = max(area.width / Double(columns), .leastNonzeroMagnitude)
    cellHeight = max(area.height / Double(rows), .leastNonzeroMagnitude)
    var cells: [[Int32]] = Array(repeating: [], count: columns * rows)
    for (index, box) in boxes.enumerated() {
      guard let box else { continue }
      guard Self.hasBox(children[index]), box.isFinite else {
        always.append(Int32(index))
        continue
      }
      let (x, y) = (column(box.minX)...column(box.maxX), row(box.minY)...row(box.maxY))
      if x.count * y.count > Self.mostCells {
        always.append(Int32(index))
      } else {
        for row in y { for column in x { cells[row * columns + column].append(Int32(index)) } }
      }
    }
    starts.reserveCapacity(cells.count + 1)
    for cell in cells {
      starts.append(Int32(items.count))
      items += cell
    }
    starts.append(Int32(items.count))
  }

  /// Whether the area in which it is hit is known. In space it may reach to the horizon.
  private static func hasBox(_ view: UIView) -> Bool {
    view.geometry.flags.contains(.standard) && view.geometry.space == nil
  }

  /// Where the view may be hit, in its superview's coordinates; nil when it can not be hit anywhere.
  private static func box(_ view: UIView) -> Rect? {
    let flags = view.geometry.flags
    if flags.contains(.singular) { return nil }
    guard hasBox(view) else { return .zero }
    var bounds = view.geometry.bounds
    if flags.contains(.insets) { bounds = bounds.inset(by: view.insetsStorage) }
    let corners = bounds.corners.map(view.geometry.outer)
    // A little larger: rounding must not lose a point of an edge.
    let slack = 1e-6 + 1e-9 * (abs(corners[0].x) + abs(corners[0].y))
    return Rect(around: corners).insetBy(dx: -slack, dy: -slack)
  }

  private func column(_ x: Double) -> Int { cell((x - area.minX) / cellWidth, columns) }
  private func row(_ y: Double) -> Int { cell((y - area.minY) / cellHeight, rows) }

  private func cell(_ number: Double, _ count: Int) -> Int {
    number >= Double(count) ? count - 1 : number > 0 ? Int(number) : 0
  }

  /// As a look at each of the subviews, from front to back.
  func descend(_ point: Point, _ event: UIEvent?) -> Descent {
    var first = 0
    var next = 0
    if point.x >= area.minX, point.x <= area.maxX, point.y >= area.minY, point.y <= area.maxY {
      let cell = row(point.y) * columns + column(point.x)
      first = Int(starts[cell])
      next = Int(starts[cell + 1])
    }
    var others = always.count
    while next > first || others > 0 {
      let inCell = next > first ? items[next - 1] : -1
      let other = others > 0 ? always[others - 1] : -1
      if inCell > other { next -= 1 } else { others -= 1 }
      let outcome = children[Int(max(inCell, other))].answer(point, event)
      if case .none = outcome { continue }
      return outcome
    }
    return .none
  }
}

/// The result of a look at the subviews.
enum Descent {
  /// A view answered for itself.
  case hit(UIView)
  /// A standard view holds the point, which is here in its coordinates.
  case below(UIView, Point)
  case none
}

extension UIView {
  /// Subviews came, went or moved. The index keeps its views alive: it is also released when one too few is left for it.
  @inline(__always)
  final func placesOfChildrenChanged() {
    placeOfChildChanged()
    looksChanged()
  }

  /// A subview has another place; it lists itself for the coming picture.
  @inline(__always)
  final func placeOfChildChanged() {
    if children.count >= SiblingIndex.least - 1 { forgetIndex() }
  }

  private func forgetIndex() { childSearch = SiblingIndex.Search() }

  /// As a look at each subview, by the index. Nil when that is not worth it: the subviews moved since the last time, and
  /// who moves them all the time must not pay for an index each time.
  final func indexedDescent(_ point: Point, _ event: UIEvent?) -> Descent? {
    if let index = childSearch.index { return index.descend(point, event) }
    childSearch.hitTestsSinceChange += 1
    guard childSearch.hitTestsSinceChange > 2 else { return nil }
    let index = SiblingIndex(children)
    childSearch.index = index
    return index.descend(point, event)
  }

  /// What this view answers to its superview, whose point it is.
  @inline(__always)
  final func answer(_ point: Point, _ event: UIEvent?) -> Descent {
    let flags = geometry.flags
    if flags.contains(.standard) {
      guard flags.isDisjoint(with: .notHitOrSingular) else { return .none }
      let local = local(point)
      return standardPointInside(local) ? .below(self, local) : .none
    }
    if flags.contains(.singular) { return .none }
    return hitTest(local(point), with: event).map(Descent.hit) ?? .none
  }
}
