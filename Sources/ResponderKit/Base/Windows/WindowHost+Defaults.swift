/// Where views are: the types of `appearance(whenContainedInInstancesOf:)`.
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}

/// What views of a class have that do not say something else.
struct ViewDefault {
  /// Has the values.
  var proxy: UIView
  /// What the views are in, from the inside to the outside; empty: in anything.
  var containers: [any UIAppearanceContainer.Type]
  /// Whether it is for views of all classes: those for one class count first.
  var isGeneral: Bool
  /// Whether a view is of its class.
  var isFor: (UIView) -> Bool
  /// Gives a view the values, where it has none.
  var apply: (UIView) -> Void

  /// Whether it is for views in these.
  func isIn(_ others: [any UIAppearanceContainer.Type]) -> Bool {
    containers.map { ObjectIdentifier($0) } == others.map { ObjectIdentifier($0) }
  }

  /// How far from the window down the containers are, those on the outside first; nil for a view that is not in them.
  func depths(of view: UIView) -> [Int]? {
    // The usual case: without containers the views around it do not matter.
    if containers.isEmpty { return [] }
    guard isFor(view) else { return nil }
    var around: [UIResponder] = []
    var next = view.next
    while let responder = next {
      around.append(responder)
      next = responder.next
    }
    var (depths, rest) = ([Int](), containers[...])
    for (depth, responder) in around.reversed().enumerated() {
      guard let container = rest.last else { break }
      guard Self.isInstance(responder, of: container) else { continue }
      depths.append(depth)
      rest.removeLast()
    }
    return rest.isEmpty ? depths : nil
  }

  private static func isInstance(_ responder: UIResponder, of type: any UIAppearanceContainer.Type) -> Bool {
    func isInstance<Container: UIAppearanceContainer>(_: Container.Type) -> Bool { responder is Container }
    return isInstance(type)
  }
}

extension [ViewDefault] {
  /// Gives a view its values: first of what is in the outermost containers, or else in more of them; at last of what holds everywhere.
  func apply(to view: UIView) {
    let found = enumerated().compactMap { index, entry in
      entry.depths(of: view).map {
        (depths: $0, isGeneral: entry.isGeneral ? 1 : 0, index: index, apply: entry.apply)
      }
    }
    let sorted = found.sorted { first, second in
      for (left, right) in zip(first.depths, second.depths) where left != right { return left < right }
      return (-first.depths.count, first.isGeneral, first.index)
        < (-second.depths.count, second.isGeneral, second.index)
    }
    for entry in sorted { entry.apply(view) }
  }
}
