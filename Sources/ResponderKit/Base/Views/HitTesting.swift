import Synchronization

/// Which classes of views have the standard `hitTest` and `point(inside:)`.
///
/// Swift can not be asked whether a method is overridden. The module's own classes say so of themselves
/// (`UIView.standardHitTestClass`); others are called, unless their author says that they are standard.
public enum HitTesting {
  private static let declared = Mutex<Set<ObjectIdentifier>>([])

  /// Says that exactly this class, not its subclasses, overrides neither `hitTest` nor `point(inside:)`, so that its
  /// views can be judged without being called. Counts for views that are made later.
  public static func declareStandard(_ viewClass: UIView.Type) {
    _ = declared.withLock { $0.insert(ObjectIdentifier(viewClass)) }
  }

  static func isStandard(_ view: UIView) -> Bool {
    let identifier = ObjectIdentifier(type(of: view))
    return identifier == ObjectIdentifier(type(of: view).standardHitTestClass)
      || declared.withLock { $0.contains(identifier) }
  }
}
