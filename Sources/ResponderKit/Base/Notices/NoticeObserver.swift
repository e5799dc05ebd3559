/// An observer of a name.
final class NoticeObserver: NSObject {
  /// The object that gets a message; nil for closures.
  weak var target: AnyObject? { didSet { hasTarget = true } }
  private var hasTarget = false
  /// The object whose notices count; nil: those of any.
  private(set) weak var object: AnyObject?
  private let isOfOneObject: Bool
  private let body: (Notice) -> Void
  var isRemoved = false

  init(_ object: Any?, _ body: @escaping (Notice) -> Void) {
    self.object = object.map { $0 as AnyObject }
    isOfOneObject = object != nil
    self.body = body
    super.init()
  }

  /// Whether it can no longer get a notice: its target or its object was deallocated.
  var hasEnded: Bool { hasTarget && target == nil || isOfOneObject && object == nil }

  func take(_ notice: Notice) {
    guard !isOfOneObject || object === notice.object.map({ $0 as AnyObject }) else { return }
    body(notice)
  }
}
