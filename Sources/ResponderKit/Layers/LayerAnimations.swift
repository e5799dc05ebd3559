import RunLoopCore

/// The layers of an application's windows that are animated, and the transactions of their changes.
final class LayerAnimations {
  private let loop: RunLoop
  /// Asks for beats, which call `step`.
  private let wake: () -> Void
  private var moving = ObjectList<CALayer>()
  /// Layers that came into a window in this turn.
  private var entered = ObjectList<CALayer>()
  /// Layers that are to be drawn.
  private var undrawn = ObjectList<CALayer>()
  /// Layers whose sublayers are to be placed.
  private var unplaced = ObjectList<CALayer>()
  /// Layers whose content changes as time passes.
  private var ticking = ObjectList<CALayer>()
  private var hasNew = false
  private var open: [LayerTransaction] = []
  /// For changes outside of a transaction: until the end of the turn.
  private var turn: LayerTransaction?

  /// Whether a layer has had a time of its own.
  private(set) var hasOwnTimes = false
  /// Shows the views that are animated as their layers' times say.
  private let refreshViews: () -> Void

  init(_ loop: RunLoop, wake: @escaping () -> Void, refreshViews: @escaping () -> Void) {
    self.loop = loop
    self.wake = wake
    self.refreshViews = refreshViews
  }

  var now: RunLoop.Instant { loop.now }
  /// Whether beats are needed.
  var isResting: Bool {
    moving.allSatisfy { $0.isResting(at: time(of: $0)) }
      && ticking.allSatisfy { hasOwnTimes && $0.pace == 0 }
  }

  func time(of layer: CALayer) -> RunLoop.Instant { hasOwnTimes ? layer.time(at: now) : now }

  /// The time of a layer was set.
  func timesChanged() {
    hasOwnTimes = true
    for layer in moving { layer.refresh() }
    for layer in ticking { layer.tick(at: time(of: layer)) }
    refreshViews()
    wake()
  }

  // MARK: Transactions

  var transaction: LayerTransaction {
    if let last = open.last ?? turn { return last }
    let new = LayerTransaction()
    turn = new
    return new
  }

  /// The transaction of what begins now; nil when there is none.
  var openTransaction: LayerTransaction? { open.last ?? turn }

  func begin() { open.append(LayerTransaction(in: openTransaction)) }
  func commitTransaction() { open.popLast()?.close() }

  // MARK: Layers

  func enter(_ layer: CALayer) {
    entered.add(layer)
    if layer.needsDisplay { undrawn.add(layer) }
    if layer.needsLayout, layer.owner == nil { unplaced.add(layer) }
    if layer.timing != nil { hasOwnTimes = true }
    if !layer.running.isEmpty { move(layer) }
    if layer.isTicking { tick(layer) }
  }

  /// The layer's content changes from now on.
  func tick(_ layer: CALayer) {
    guard !ticking.contains(layer) else { return }
    ticking.add(layer)
    wake()
  }

  func isTicking(_ layer: CALayer) -> Bool { ticking.contains(layer) }

  private func tickAll() {
    for layer in ticking {
      layer.tick(at: time(of: layer))
      if !layer.isTicking { ticking.remove(layer) }
    }
  }

  func needsDisplay(_ layer: CALayer) {
    undrawn.add(layer)
    layer.looksChanged()
  }

  func needsLayout(_ layer: CALayer) {
    unplaced.add(layer)
    layer.looksChanged()
  }

  /// Places sublayers. A layer that asks again in each layout waits for the next frame.
  private func layOut() {
    for _ in 0..<16 where !unplaced.isEmpty {
      for layer in unplaced.take() where layer.needsLayout { layer.layOutNow() }
    }
  }

  func forget(_ layer: CALayer) {
    unplaced.remove(layer)
    undrawn.remove(layer)
    moving.remove(layer)
    ticking.remove(layer)
    entered.remove(layer)
  }

  /// The layer's last animation was removed.
  func forgetMotion(_ layer: CALayer) { moving.remove(layer) }

  /// An animation was added to the layer.
  func move(_ layer: CALayer) {
    hasNew = true
    moving.add(layer)
    wake()
  }

  /// A value of the layer was changed: it is shown to change, as the transaction says.
  func valueChanged(_ layer: CALayer, _ key: LayerKey, _ before: LayerState) {
    let transaction = openTransaction ?? LayerTransaction()
    guard !transaction.disablesActions, key.value(in: before) != key.value(in: layer.state) else { return }
    layer.animateChange(key, before, transaction)
  }

  // MARK: Time

  /// The turn ends: what was added begins, and what came is there.
  func commit() {
    layOut()
    for layer in undrawn.take() { layer.displayIfNeeded() }
    for layer in ticking where !layer.isCommitted { layer.tick(at: time(of: layer)) }
    if !entered.isEmpty { for layer in entered.take() { layer.isCommitted = true } }
    if hasNew {
      hasNew = false
      for layer in moving {
        let now = time(of: layer)
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
    for layer in moving {
      guard layer.viewAround?.layerAnimations === self else {
        layer.leave()
        continue
      }
      let now = time(of: layer)
      let pace = hasOwnTimes ? layer.pace : 1
      let over = layer.running.filter { $0.isOver(at: now, pace: pace) && !$0.hasEnded }
      layer.running.remove { $0.isRemovedOnCompletion && $0.isOver(at: now, pace: pace) }
      // One that has ended and stays is shown anew when the time is set.
      if layer.running.isEmpty || !hasOwnTimes && layer.running.allSatisfy({ $0.isOver(at: now, pace: 1) }) {
        moving.remove(layer)
      }
      layer.refresh()
      for animation in over { animation.end(true) }
    }
    tickAll()
  }

  func close() {
    for layer in moving { layer.leave() }
    (moving, entered, ticking) = (ObjectList(), ObjectList(), ObjectList())
    (undrawn, unplaced) = (ObjectList(), ObjectList())
  }
}
