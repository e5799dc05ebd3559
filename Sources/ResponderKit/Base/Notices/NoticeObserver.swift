/// An observer of a name.
final class NoticeObserver: NSObject {
  /// Who gets a message; nil for closures.
  weak var target: AnyObject? { didSet { hasTarget = true } }
  private var hasTarget = false
  /// Whose notices count.
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

  /// Whether it can get no notice any more: its target or its object is gone.
  var hasEnded: Bool { hasTarget && target == nil || isOfOneObject && object == nil }

  func take(_ notice: Notice) {
    guard !isOfOneObject || object === notice.object.map({ $0 as AnyObject }) else { return }
    body(notice)
  }
}
