/// What is set for the changes of layers between `CATransaction.begin` and `commit`, or in a turn.
final class LayerTransaction {
  var disablesActions = false
  /// The duration in seconds.
  var duration = 0.25
  var curve: AnimationTiming.Curve?
  var completion: (() -> Void)?
  /// Animations that were added and have not ended.
  private var pending = 0
  private var isClosed = false

  init(in outer: LayerTransaction? = nil) {
    guard let outer else { return }
    disablesActions = outer.disablesActions
    duration = outer.duration
    curve = outer.curve
  }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    completeIfDone()
  }

  func close() {
    isClosed = true
    completeIfDone()
  }

  private func completeIfDone() {
    if isClosed, pending == 0 { completion.take()?() }
  }
}
