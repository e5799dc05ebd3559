/// Where views of a window have traits from, so that not all of a deep tree is searched for each of them.
struct TraitSources {
  /// How many levels are searched before what was found is kept: trees of usual depth keep nothing.
  fileprivate static let reach = 32
  private var found: [ObjectIdentifier: Unmanaged<UIView>?] = [:]

  var isEmpty: Bool { found.isEmpty }

  /// The traits of a view, or its place, are other ones.
  mutating func forget() { if !found.isEmpty { found = [:] } }

  /// What was kept of a view.
  fileprivate func known(_ view: UIView) -> UIView?? {
    found.isEmpty ? nil : found[ObjectIdentifier(view)].map { $0?.takeUnretainedValue() }
  }

  /// Keeps what was found for a view, a number of levels below.
  fileprivate mutating func keep(_ source: UIView?, for view: UIView, levels: Int) {
    var next = view
    for level in 0..<levels {
      if level % Self.reach == 0 { found[ObjectIdentifier(next)] = .some(source.map { .passUnretained($0) }) }
      guard let parent = next.parent else { return }
      next = parent
    }
  }
}

extension UIView {
  /// Whether the view or its controller has traits, or a tint color, that count for what is in it.
  private final var hasOwnTraits: Bool {
    if layerStorage?.tintColor != nil { return true }
    guard rareStorage != nil || controller != nil else { return false }
    return isElevated || ownStyle != .unspecified || overridesTraits
  }

  /// The nearest view with traits of its own: this one, or one around it.
  final var traitSource: UIView? {
    var (levels, next) = (0, Optional(self))
    while let view = next, !view.hasOwnTraits {
      if let known = home?.traitSources.known(view) {
        next = known
        break
      }
      levels += 1
      next = view.parent
    }
    if levels > TraitSources.reach { home?.traitSources.keep(next, for: self, levels: levels) }
    return next
  }
}
