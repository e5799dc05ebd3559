/// Sees touches before views do and makes something of them.
open class UIGestureRecognizer: Hashable {
  public final internal(set) weak var view: UIView?

  public init() {}

  final func wasAdded(to view: UIView) { self.view = view }
  final func wasRemoved(from view: UIView) { self.view = nil }

  public static func == (left: UIGestureRecognizer, right: UIGestureRecognizer) -> Bool { left === right }
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
