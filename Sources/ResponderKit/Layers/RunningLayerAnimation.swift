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
    transaction?.leave()
    transaction = nil
  }
}
