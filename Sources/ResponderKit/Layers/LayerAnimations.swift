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
  /// Layers whose sublayers are to be placed.
  private var unplaced: [CALayer] = []
  /// Layers whose content changes as time passes.
  private var ticking: [CALayer] = []
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

  /// The one that something which begins now belongs to; nil when there is none.
  var openTransaction: LayerTransaction? { open.last ?? turn }

  func begin() { open.append(LayerTransaction(in: openTransaction)) }
  func commitTransaction() { open.popLast()?.close() }

  // MARK: Layers

  func enter(_ layer: CALayer) {
    entered.append(layer)
    if layer.needsDisplay { undrawn.append(layer) }
    if layer.needsLayout, layer.owner == nil { unplaced.append(layer) }
    if layer.timing != nil { hasOwnTimes = true }
    if !layer.running.isEmpty { move(layer) }
    if layer.isTicking { tick(layer) }
  }

  /// The layer's content changes from now on.
  func tick(_ layer: CALayer) {
    guard !ticking.contains(where: { $0 === layer }) else { return }
    ticking.append(layer)
    wake()
  }

  func isTicking(_ layer: CALayer) -> Bool { ticking.contains { $0 === layer } }

  private func tickAll() {
    for layer in ticking {
      layer.tick(at: time(of: layer))
      if !layer.isTicking { ticking.removeAll { $0 === layer } }
    }
  }

  func needsDisplay(_ layer: CALayer) {
    if !undrawn.contains(where: { $0 === layer }) { undrawn.append(layer) }
    layer.looksChanged()
  }

  func needsLayout(_ layer: CALayer) {
    if !unplaced.contains(where: { $0 === layer }) { unplaced.append(layer) }
    layer.looksChanged()
  }

  /// Places sublayers. A layer that asks again in each layout waits for the next frame.
  private func layOut() {
    for _ in 0..<16 where !unplaced.isEmpty {
      let layers = unplaced
      unplaced = []
      for layer in layers where layer.needsLayout { layer.layOutNow() }
    }
  }

  func forget(_ layer: CALayer) {
    unplaced.removeAll { $0 === layer }
    undrawn.removeAll { $0 === layer }
    moving.removeAll { $0 === layer }
    ticking.removeAll { $0 === layer }
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
    guard !transaction.disablesActions, key.value(in: before) != key.value(in: layer.state) else { return }
    layer.animateChange(key, before, transaction)
  }

  // MARK: Time

  /// The turn ends: what was added begins, and what came is there.
  func commit() {
    layOut()
    let layers = undrawn
    undrawn = []
    for layer in layers { layer.displayIfNeeded() }
    for layer in ticking where !layer.isCommitted { layer.tick(at: time(of: layer)) }
    if !entered.isEmpty {
      for layer in entered { layer.isCommitted = true }
      entered = []
    }
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
      guard layer.root.owner?.layerAnimations === self else {
        layer.leave()
        continue
      }
      let now = time(of: layer)
      let pace = hasOwnTimes ? layer.pace : 1
      let over = layer.running.filter { $0.isOver(at: now, pace: pace) && !$0.hasEnded }
      layer.running.removeAll { $0.isRemovedOnCompletion && $0.isOver(at: now, pace: pace) }
      // One that has ended and stays is shown anew when the time is set.
      if layer.running.isEmpty || !hasOwnTimes && layer.running.allSatisfy({ $0.isOver(at: now, pace: 1) }) {
        moving.removeAll { $0 === layer }
      }
      layer.refresh()
      for animation in over { animation.end(true) }
    }
    tickAll()
  }

  func close() {
    for layer in moving { layer.leave() }
    moving = []
    entered = []
    unplaced = []
    ticking = []
  }
}
