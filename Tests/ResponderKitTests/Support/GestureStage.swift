import ResponderKit
import TestSupport

/// Says what it gets and calls no `super`.
class PlainView: UIView {
  let log: Log

  init(_ name: String, _ frame: Rect, _ log: Log) {
    self.log = log
    super.init(frame: frame)
    label = name
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("\(label) began") }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { log("\(label) moved") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log("\(label) ended") }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log("\(label) cancelled") }
}

extension Stage {
  /// A root view that logs.
  @discardableResult
  func plain(_ name: String = "view", _ frame: Rect? = nil) -> PlainView {
    let view = PlainView(name, frame ?? window.bounds, log)
    if view.superview == nil, window.subviews.isEmpty {
      show(view)
    } else {
      window.subviews[0].addSubview(view)
    }
    return view
  }

  /// Puts a recognizer on a view; its actions are logged with its state.
  @discardableResult
  func add<Recognizer: UIGestureRecognizer>(_ recognizer: Recognizer, _ name: String, to view: UIView)
    -> Recognizer
  {
    recognizer.label = name
    recognizer.addAction { [log] in log("\($0.label) \($0.state)") }
    view.addGestureRecognizer(recognizer)
    return recognizer
  }
}

/// A delegate of closures.
final class GestureRules: UIGestureRecognizerDelegate {
  typealias Pair = (UIGestureRecognizer, UIGestureRecognizer) -> Bool
  var shouldBegin: (UIGestureRecognizer) -> Bool = { _ in true }
  var shouldReceive: (UIGestureRecognizer, UITouch) -> Bool = { _, _ in true }
  var simultaneously: Pair = { _, _ in false }
  var requires: Pair = { _, _ in false }
  var isRequired: Pair = { _, _ in false }

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { shouldBegin(recognizer) }
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    shouldReceive(recognizer, touch)
  }
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { simultaneously(recognizer, other) }
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
  ) -> Bool { requires(recognizer, other) }
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
  ) -> Bool { isRequired(recognizer, other) }
}

/// A recognizer that does what the test says.
final class Scripted: UIGestureRecognizer {
  var onBegan: (Scripted) -> Void = { _ in }
  var onMoved: (Scripted) -> Void = { _ in }
  var onEnded: (Scripted) -> Void = { _ in }
  var onReset: () -> Void = {}
  var waits = false

  override var expectsMoreTouches: Bool { waits }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { onBegan(self) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { onMoved(self) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { onEnded(self) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { state = .failed } else { state = .cancelled }
  }
  override func reset() { onReset() }
}
