/// Gives notices to their observers, at once and in the order in which these were added. The module UIKit calls it `NotificationCenter`; here it has a
/// name of its own, which Foundation does not have.
///
/// It belongs to a thread, as its application does: another thread posts by way of the application's loop.
public final class NoticeCenter: NSObject {
  /// By name; those of nil observe all names.
  private(set) var observers: [Notice.Name?: [NoticeObserver]] = [:]

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
    add(NoticeObserver(object, block), to: name)
  }

  /// Gives an object a message, whose sender is the notice, until the object is removed or has ended.
  public func addObserver(
    _ observer: AnyObject, selector: Selector, name: Notice.Name?, object: Any?
  ) {
    let target = NoticeObserver(object) { [weak observer] notice in
      if let observer { selector.perform(on: observer, from: notice, for: nil) }
    }
    target.target = observer
    add(target, to: name)
  }

  /// Calls a closure with an object and notices, until the object is removed or has ended.
  final func addObserver<Observer: AnyObject>(
    _ observer: Observer, name: Notice.Name, using block: @escaping (Observer) -> Void
  ) {
    let entry = NoticeObserver(nil) { [weak observer] _ in
      if let observer { block(observer) }
    }
    entry.target = observer
    add(entry, to: name)
  }

  /// Removes an observer: it gets no further notices, also of one that is being posted.
  public func removeObserver(_ observer: Any) { removeObserver(observer, name: nil, object: nil) }

  /// Removes an observer for this name and this object; nil: for any name, for any object.
  public func removeObserver(_ observer: Any, name: Notice.Name?, object: Any?) {
    let observer = observer as AnyObject
    let object = object.map { $0 as AnyObject }
    remove { entry, key in
      (entry === observer || entry.target === observer) && (name == nil || key == name)
        && (object == nil || entry.object === object)
    }
  }

  /// Notifies the observers of the name, then those of all names.
  public func post(_ notice: Notice) {
    guard !observers.isEmpty else { return }
    var isEnded = false
    for observer in observers[notice.name, default: []] + observers[nil, default: []]
    where !observer.isRemoved {
      if observer.hasEnded { isEnded = true } else { observer.take(notice) }
    }
    if isEnded { remove { entry, _ in entry.hasEnded } }
  }

  /// Posts a notice.
  public func post(name: Notice.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    guard !observers.isEmpty else { return }
    post(Notice(name: name, object: object, userInfo: userInfo))
  }

  @discardableResult
  private func add(_ observer: NoticeObserver, to name: Notice.Name?) -> NoticeObserver {
    observers[name, default: []].append(observer)
    return observer
  }

  private func remove(where isWanted: (NoticeObserver, Notice.Name?) -> Bool) {
    for (name, list) in observers {
      let gone = list.filter { isWanted($0, name) }
      if gone.isEmpty { continue }
      for observer in gone { observer.isRemoved = true }
      let rest = list.filter { !$0.isRemoved }
      observers[name] = rest.isEmpty ? nil : rest
    }
  }
}
