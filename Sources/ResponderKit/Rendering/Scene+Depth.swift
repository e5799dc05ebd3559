/// The order in which layers are drawn.
extension Array {
  /// From back to front: by depth, and where that is the same in the order that they have.
  @inline(__always)
  func byDepth(_ depth: (Element) -> Double) -> [Element] {
    var isOrdered = false
    return byDepth(&isOrdered, depth)
  }

  /// - Parameter isOrdered: is set if one has a depth.
  @inline(__always)
  func byDepth(_ isOrdered: inout Bool, _ depth: (Element) -> Double) -> [Element] {
    guard contains(where: { depth($0) != 0 }) else { return self }
    isOrdered = true
    let places = enumerated().map { (depth: depth($1), index: $0) }
    return places.sorted { ($0.depth, $0.index) < ($1.depth, $1.index) }.map { self[$0.index] }
  }
}
