import Synchronization

extension [UIView] {
  /// Views before those in them; those that are equally deep keep their order. Each view around them is counted once, however many of them are in it.
  func outsideFirst() -> [UIView] {
    guard count > 1 else { return self }
    let pass = UIView.depthPasses.wrappingAdd(1, ordering: .relaxed).newValue
    // By depth, then by index.
    let keys = indices.map { Int64(self[$0].depth(inPass: pass)) << 32 | Int64($0) }
    return keys.sorted().map { self[Int($0 & 0xffff_ffff)] }
  }
}

extension UIView {
  /// Counts passes in which depths are counted, of all threads.
  fileprivate static let depthPasses = Atomic<UInt32>(0)

  /// How many views are above. Each view of the tree is counted once in a pass, however deep it is.
  fileprivate func depth(inPass pass: UInt32) -> Int32 {
    var path: [UIView] = []
    var view: UIView? = self
    while let current = view, current.depthMark.pass != pass {
      path.append(current)
      view = current.parent
    }
    var depth = view.map { $0.depthMark.depth } ?? -1
    for view in path.reversed() {
      depth += 1
      view.depthMark = (pass, depth)
    }
    return depthMark.depth
  }
}
