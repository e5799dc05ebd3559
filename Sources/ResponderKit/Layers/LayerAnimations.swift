import RunLoopCore

/// The layers of an application's windows that are animated, and the transactions of their changes.
final class LayerAnimations {
  private let loop: RunLoop
  /// Asks for beats, which call `step`.
  private let wake: () -> Void
  private var moving: [CALayer] = []
  /// Layers that came into a window in this turn.
  private var entered: [CALayer] = []
  /// Layers that are to be drawn.
  private var undrawn: [CALayer] = []
  private var hasNew = false
  private var open: [LayerTransaction] = []
  /// For changes outside of a transaction: until the end of the turn.
  private var turn: LayerTransaction?

  init(_ loop: RunLoop, wake: @escaping () -> Void) {
    self.loop = loop
    self.wake = wake
  }

  var now: RunLoop.Instant { loop.now }
  /// Whether beats are needed.
  var isResting: Bool { moving.isEmpty }

  // MARK: Transactions

  var transaction: LayerTransaction {
    if let last = open.last ?? turn { return last }
    let new = LayerTransaction()
    turn = new
    return new
  }

  /// The one that something which begins now belongs to; nil when there is none.
  var openTransaction: LayerTransaction? { open.last ?? turn }

  func begin() { open.append(LayerTransaction(in: openTransaction)) }
  func commitTransaction() { open.popLast()?.close() }

  // MARK: Layers

  func enter(_ layer: CALayer) {
    entered.append(layer)
    if layer.needsDisplay { undrawn.append(layer) }
    if !layer.running.isEmpty { move(layer) }
  }

  func needsDisplay(_ layer: CALayer) {
    if !undrawn.contains(where: { $0 === layer }) { undrawn.append(layer) }
    layer.looksChanged()
  }

  func forget(_ layer: CALayer) {
    undrawn.removeAll { $0 === layer }
    moving.removeAll { $0 === layer }
    entered.removeAll { $0 === layer }
  }

  /// The layer's last animation was removed.
  func forgetMotion(_ layer: CALayer) { moving.removeAll { $0 === layer } }

  /// An animation was added to the layer.
  func move(_ layer: CALayer) {
    hasNew = true
    if !moving.contains(where: { $0 === layer }) { moving.append(layer) }
    wake()
  }

  /// A value of the layer was changed: it is shown to change, as the transaction says.
  func valueChanged(_ layer: CALayer, _ key: LayerKey, _ before: LayerState) {
    let transaction = openTransaction ?? LayerTransaction()
    guard !transaction.disablesActions, transaction.duration > 0 else { return }
    let from = key.value(in: before)
    guard from != key.value(in: layer.state) else { return }
    let curve = transaction.curve ?? CAMediaTimingFunction(name: .default).curve
    let timing = AnimationTiming(duration: Duration(time: transaction.duration), delay: .zero, curve: curve)
    let motion = LayerMotion(timing: timing, kind: .way(key, .init(from: from), isAdditive: false))
    layer.add(RunningLayerAnimation(key.rawValue, motion, nil))
  }

  // MARK: Time

  /// The turn ends: what was added begins, and what came is there.
  func commit() {
    let layers = undrawn
    undrawn = []
    for layer in layers { layer.displayIfNeeded() }
    if !entered.isEmpty {
      for layer in entered { layer.isCommitted = true }
      entered = []
    }
    if hasNew {
      hasNew = false
      let now = loop.now
      for layer in moving {
        for animation in layer.running { animation.begin(at: now) }
        layer.refresh()
      }
    }
    if let turn {
      self.turn = nil
      turn.close()
    }
  }

  /// Handles a beat.
  func step() {
    let now = loop.now
    for layer in moving {
      guard layer.root.owner?.layerAnimations === self else {
        layer.leave()
        continue
      }
      let over = layer.running.filter { $0.isOver(at: now) && !$0.hasEnded }
      layer.running.removeAll { $0.isRemovedOnCompletion && $0.isOver(at: now) }
      if layer.running.allSatisfy({ $0.isOver(at: now) }) { moving.removeAll { $0 === layer } }
      layer.refresh()
      for animation in over { animation.end(true) }
    }
  }

  func close() {
    for layer in moving { layer.leave() }
    moving = []
    entered = []
  }
}
