internal import CFoundationHooks
internal import RunLoopCore

/// An observer of CF's.
final class ObserverRecord: ItemRecord, @unchecked Sendable {
  private let callout: cf_observer_callout?
  private let context: cf_context
  private let repeats: Bool
  @exclusivity(unchecked) private(set) var observer: RunLoop.Observer!

  init(_ object: cf_object, activities: UInt, repeats: Bool, order: Int, callout: cf_observer_callout?) {
    var context = cf_context()
    CoreFoundation.functions.CFRunLoopObserverGetContext(object, &context)
    self.context = context
    self.callout = callout
    self.repeats = repeats
    super.init(object)
    observer = RunLoop.Observer(
      activities: .init(rawValue: UInt32(truncatingIfNeeded: activities)), repeats: repeats, order: order
    ) { [self] in call($0) }
  }

  private func call(_ activity: RunLoop.Activity) {
    guard let hold = beginCall() else { return }
    callout?(object, UInt(activity.rawValue), context.info)
    if !repeats { Items.invalidateObserver(object) }
    endCall(hold)
  }

  override func isKept(by loop: RunLoop) -> Bool { loop.keeps(observer) }

  override func invalidateItem() { observer.invalidate() }
}
