/// Gives notices to their observers, at once and in the order in which these were added. The module UIKit calls it `NotificationCenter`; here it has a
/// name of its own, which Foundation does not have.
///
/// It belongs to a thread, as its application does: another thread posts by way of the application's loop.
public final class NoticeCenter: NSObject {
  /// By name; those of nil observe all names.
  private(set) var observers: [Notice.Name?: ObjectList<NoticeObserver>] = [:]
  /// The observers of each target, so that one is removed without a look at all others.
  private var ofTargets: [ObjectIdentifier: ObjectList<NoticeObserver>] = [:]

  /// A center without observers.
  public override init() { super.init() }

  /// Calls a closure with notices until the returned object is removed.
  ///
  /// - Parameters:
  ///   - name: nil: all names.
  ///   - object: only notices of this one count, which is not retained; nil: those of all.
  ///   - queue: without effect, as the closure is called at once.
  @discardableResult
  public func addObserver(
    forName name: Notice.Name?, object: Any?, queue: NoticeQueue? = nil,
    using block: @escaping (Notice) -> Void
  ) -> any NSObjectProtocol {
    add(NoticeObserver(name, object, nil, block))
  }

  /// Gives an object a message, whose sender is the notice, until the object is removed or has ended.
  public func addObserver(
    _ observer: AnyObject, selector: Selector, name: Notice.Name?, object: Any?
  ) {
    add(
      NoticeObserver(name, object, observer) { [weak observer] notice in
        if let observer { selector.perform(on: observer, from: notice, for: nil) }
      })
  }

  /// Calls a closure with an object and notices, until the object is removed or has ended.
  final func addObserver<Observer: AnyObject>(
    _ observer: Observer, name: Notice.Name, using block: @escaping (Observer) -> Void
  ) {
    add(
      NoticeObserver(name, nil, observer) { [weak observer] _ in
        if let observer { block(observer) }
      })
  }

  /// Removes an observer: it gets no further notices, also of one that is being posted.
  public func removeObserver(_ observer: Any) { removeObserver(observer, name: nil, object: nil) }

  /// Removes an observer for this name and this object; nil: for any name, for any object.
  public func removeObserver(_ observer: Any, name: Notice.Name?, object: Any?) {
    let observer = observer as AnyObject
    let object = object.map { $0 as AnyObject }
    var entries = ofTargets[ObjectIdentifier(observer)].map(Array.init) ?? []
    if let entry = observer as? NoticeObserver { entries.append(entry) }
    for entry in entries
    where (name == nil || entry.name == name) && (object == nil || entry.object === object) {
      remove(entry)
    }
  }

  /// Notifies the observers of the name, then those of all names.
  public func post(_ notice: Notice) {
    guard !observers.isEmpty else { return }
    for list in [observers[notice.name], observers[nil]].compactMap({ $0 }) {
      for observer in list where !observer.isRemoved {
        if observer.hasEnded { removeEnded(observer) } else { observer.take(notice) }
      }
    }
  }

  /// Posts a notice.
  public func post(name: Notice.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    guard !observers.isEmpty else { return }
    post(Notice(name: name, object: object, userInfo: userInfo))
  }

  @discardableResult
  private func add(_ observer: NoticeObserver) -> NoticeObserver {
    observers[observer.name, default: ObjectList()].add(observer)
    if let target = observer.targetIdentity { ofTargets[target, default: ObjectList()].add(observer) }
    return observer
  }

  /// Removes an observer that has ended, and the others of its target, which observe other names.
  private func removeEnded(_ observer: NoticeObserver) {
    if let target = observer.targetIdentity, let others = ofTargets[target] {
      for other in others where other.hasEnded { remove(other) }
    }
    remove(observer)
  }

  private func remove(_ observer: NoticeObserver) {
    guard observers[observer.name]?.contains(observer) == true else { return }
    observer.isRemoved = true
    observers[observer.name]?.remove(observer)
    if observers[observer.name]?.isEmpty == true { observers[observer.name] = nil }
    guard let target = observer.targetIdentity else { return }
    ofTargets[target]?.remove(observer)
    if ofTargets[target]?.isEmpty == true { ofTargets[target] = nil }
  }
}
