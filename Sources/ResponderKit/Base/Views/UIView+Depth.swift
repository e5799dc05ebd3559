extension [UIView] {
  /// Views before those in them; those that are equally deep keep their order. Each view around them is counted once, however many of them are in it.
  func outsideFirst() -> [UIView] {
    guard count > 1 else { return self }
    var depths: [ObjectIdentifier: Int] = [:]
    var last: (parent: UIView?, depth: Int)?
    func depth(of view: UIView) -> Int {
      // Many may be in one view.
      if let last, last.parent === view.parent { return last.depth }
      let depth = depthAround(view)
      last = (view.parent, depth)
      return depth
    }
    func depthAround(_ view: UIView) -> Int {
      var path: [UIView] = []
      var next: UIView? = view
      var depth = -1
      while let view = next {
        if let known = depths[ObjectIdentifier(view)] {
          depth = known
          break
        }
        path.append(view)
        next = view.parent
      }
      for view in path.reversed() {
        depth += 1
        depths[ObjectIdentifier(view)] = depth
      }
      return depth
    }
    return map { (view: $0, depth: depth(of: $0)) }.sorted { $0.depth < $1.depth }.map(\.view)
  }
}
