import RunLoopCore

/// An animation that was added to a layer.
final class RunningLayerAnimation {
  let key: String?
  let motion: LayerMotion
  /// When it begins, in the layer's time; nil until the end of the turn in which it was added.
  var start: RunLoop.Instant?
  /// The beginning that the program wants, in seconds of the layer's time; 0: at once.
  let beginTime: Double
  let isRemovedOnCompletion: Bool
  /// The program's; nil: made by a change of a value.
  let source: CAAnimation?
  private(set) var hasEnded = false
  private var transaction: LayerTransaction?

  init(_ key: String?, _ motion: LayerMotion, _ source: CAAnimation?) {
    self.key = key
    self.motion = motion
    self.source = source
    beginTime = source?.beginTime ?? 0
    isRemovedOnCompletion = source?.isRemovedOnCompletion ?? true
  }

  func join(_ transaction: LayerTransaction) {
    self.transaction = transaction
    transaction.enter()
  }

  func begin(at now: RunLoop.Instant) {
    guard start == nil else { return }
    let wanted = beginTime.isFinite ? Int64(min(max(beginTime, 0), 9e9) * 1e9) : 0
    start = beginTime > 0 ? RunLoop.Instant(nanoseconds: wanted) : now
    source?.delegate?.animationDidStart(source ?? CAAnimation())
  }

  func elapsed(at now: RunLoop.Instant) -> Int64 {
    start.map { $0.duration(to: now).wholeNanoseconds } ?? 0
  }

  /// Applies what it shows at a layer's time.
  func apply(to shown: inout LayerState, at now: RunLoop.Instant, earlier delay: Int64 = 0) {
    motion.apply(to: &shown, after: elapsed(at: now) - delay)
  }

  /// Whether it has ended. It does not end while time stands still or goes back.
  func isOver(at now: RunLoop.Instant, pace: Double) -> Bool {
    start != nil && pace > 0 && !motion.isFrozen && motion.timing.isOver(after: elapsed(at: now))
  }

  /// Whether it shows the same from now on, at a pace of the layer's time.
  func isSettled(at now: RunLoop.Instant, pace: Double) -> Bool {
    guard start != nil else { return false }
    if pace == 0 || motion.isFrozen { return true }
    return pace > 0 ? hasEnded && isOver(at: now, pace: pace) : elapsed(at: now) <= 0
  }

  /// Notifies whom it was added by, once.
  func end(_ isFinished: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    if let source { source.delegate?.animationDidStop(source, finished: isFinished) }
    transaction.take()?.leave()
  }

  /// Ends one that has not begun, without a notification.
  func drop() {
    hasEnded = true
    transaction.take()?.leave()
  }
}

/// The animations of a layer in the order in which they were added. Those with a key are found and removed by it in constant time. Not copied.
struct RunningLayerAnimations: Sequence {
  private final class Contents {
    var list = ObjectList<RunningLayerAnimation>()
    var keys: [String: RunningLayerAnimation] = [:]
  }

  /// Nil while there are none: most layers have none.
  private var contents: Contents?

  var isEmpty: Bool { contents == nil }
  var count: Int { contents?.list.count ?? 0 }
  func makeIterator() -> ObjectList<RunningLayerAnimation>.Iterator {
    (contents?.list ?? ObjectList()).makeIterator()
  }
  /// The animation with a key; nil for no key.
  subscript(key: String?) -> RunningLayerAnimation? { key.flatMap { contents?.keys[$0] } }

  /// Adds one behind the others. Another one with its key is removed, and returned.
  mutating func append(_ animation: RunningLayerAnimation) -> RunningLayerAnimation? {
    let contents = contents ?? Contents()
    self.contents = contents
    contents.list.add(animation)
    guard let key = animation.key, let displaced = contents.keys.updateValue(animation, forKey: key) else {
      return nil
    }
    contents.list.remove(displaced)
    return displaced
  }

  mutating func remove(_ animation: RunningLayerAnimation) {
    guard let contents else { return }
    contents.list.remove(animation)
    if let key = animation.key, contents.keys[key] === animation { contents.keys[key] = nil }
    if contents.list.isEmpty { self.contents = nil }
  }

  /// Removes animations, and returns them.
  @discardableResult
  mutating func remove(where isMeant: (RunningLayerAnimation) -> Bool) -> [RunningLayerAnimation] {
    let removed = filter(isMeant)
    for animation in removed { remove(animation) }
    return removed
  }
}
