import ResponderKit
import RunLoopCore
import TestHarness

import class RunLoopCore.RunLoop

extension Stage {
  /// How often the loop is woken while so much time passes.
  func wakeUps(_ milliseconds: Int) -> Int {
    let count = Counter()
    let observer = RunLoop.Observer(activities: .afterWaiting) { _ in count.add() }
    loop.add(observer, to: .common)
    wait(milliseconds)
    observer.invalidate()
    return count.value
  }

  /// A layer of a class in the white background, 300 points wide and high.
  @discardableResult
  func show<Layer: CALayer>(layer: Layer, _ frame: Rect = Rect(0, 0, 300, 300)) -> Layer {
    window.backgroundColor = .white
    let background = show(UIView(frame: UIScreen.main.bounds))
    layer.frame = frame
    background.layer.addSublayer(layer)
    wait(20)
    return layer
  }

  /// Changes layers without animation.
  func atOnce(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  /// A color of the window's picture.
  func color(_ x: Int, _ y: Int) -> UIColor { window.snapshot().color(x: x, y: y) }
}
