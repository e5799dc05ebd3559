/// An observer of a name.
final class NoticeObserver: NSObject {
  /// Nil: all names.
  let name: Notice.Name?
  /// The object that gets a message; nil for closures.
  private weak var target: AnyObject?
  /// Also of one that was deallocated.
  let targetIdentity: ObjectIdentifier?
  /// The object whose notices count; nil: those of any.
  private(set) weak var object: AnyObject?
  private let isOfOneObject: Bool
  private let body: (Notice) -> Void
  var isRemoved = false

  init(
    _ name: Notice.Name?, _ object: Any?, _ target: AnyObject?, _ body: @escaping (Notice) -> Void
  ) {
    self.name = name
    self.target = target
    targetIdentity = target.map { ObjectIdentifier($0) }
    self.object = object.map { $0 as AnyObject }
    isOfOneObject = object != nil
    self.body = body
    super.init()
  }

  /// Whether it can no longer get a notice: its target or its object was deallocated.
  var hasEnded: Bool { targetIdentity != nil && target == nil || isOfOneObject && object == nil }

  func take(_ notice: Notice) {
    guard !isOfOneObject || object === notice.object.map({ $0 as AnyObject }) else { return }
    body(notice)
  }
}
