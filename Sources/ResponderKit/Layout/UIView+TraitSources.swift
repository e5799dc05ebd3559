/// A cache of the views from which others of a window have their traits, so that a deep tree is not searched whole for each of them.
struct TraitSources {
  /// The number of levels that are searched without caching the result: trees of usual depth cache nothing.
  fileprivate static let reach = 32
  private var found: [ObjectIdentifier: Unmanaged<UIView>?] = [:]

  var isEmpty: Bool { found.isEmpty }

  /// Empties the cache: a view has other traits, or another place.
  mutating func forget() { if !found.isEmpty { found = [:] } }

  /// The cached source of a view.
  fileprivate func known(_ view: UIView) -> UIView?? {
    found.isEmpty ? nil : found[ObjectIdentifier(view)].map { $0?.takeUnretainedValue() }
  }

  /// Caches the source of a view, and of every 32nd view around it, on a number of levels.
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
    return isElevated || ownStyle != .unspecified || overridesTraits || hasOwnTintMode
  }

  /// The nearest view with traits of its own: this one, or one around it.
  final var traitSource: UIView? {
    let sources = home?.traitSources
    var (levels, next) = (0, Optional(self))
    while let view = next, !view.hasOwnTraits {
      if let known = sources?.known(view) {
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
