/// An axis of a layout.
enum LayoutAxis {
  case horizontal, vertical
  var other: LayoutAxis { self == .horizontal ? .vertical : .horizontal }
}

/// Something that holds along some of the two directions.
struct LayoutAxes: Hashable {
  var horizontal = false
  var vertical = false
  var isEmpty: Bool { !horizontal && !vertical }
  subscript(axis: LayoutAxis) -> Bool {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

extension Size {
  subscript(axis: LayoutAxis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// This size with the lengths of another one along some axes.
  func replacing(_ axes: LayoutAxes, by other: Size) -> Size {
    Size(axes.horizontal ? other.width : width, axes.vertical ? other.height : height)
  }
}

extension Point {
  subscript(axis: LayoutAxis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

extension Rect {
  func low(_ axis: LayoutAxis) -> Double { axis == .horizontal ? minX : minY }
  func high(_ axis: LayoutAxis) -> Double { axis == .horizontal ? maxX : maxY }

  func inset(_ insets: NSDirectionalEdgeInsets) -> Rect {
    Rect(
      minX + insets.leading, minY + insets.top, max(width - insets.leading - insets.trailing, 0),
      max(height - insets.top - insets.bottom, 0))
  }
}

extension NSDirectionalEdgeInsets {
  func low(_ axis: LayoutAxis) -> Double { axis == .horizontal ? leading : top }
  func high(_ axis: LayoutAxis) -> Double { axis == .horizontal ? trailing : bottom }
  var size: Size { Size(leading + trailing, top + bottom) }
}
