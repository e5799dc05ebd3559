import HIDEvents
import ResponderKit
import RunLoopCore

/// An application on the calling thread, with a view twelve levels down that is touched; on the way to it, if they are
/// wanted, five recognizers: tap, long press, pan, pinch and rotation. They may all recognize at a time and cancel nothing,
/// so that the view gets everything, too: the most work.
final class TouchStage {
  let application = UIApplication()
  private let window = UIWindow()
  let view: TouchedView
  private let together = Together()
  /// How many actions the recognizers called.
  private(set) var actions = 0

  init(withRecognizers: Bool) {
    view = TouchedView(frame: window.bounds)
    var views: [UIView] = [window]
    for _ in 0..<11 { views.append(UIView(frame: window.bounds)) }
    views.append(view)
    for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
    if withRecognizers {
      let recognizers = [
        UITapGestureRecognizer(), UILongPressGestureRecognizer(), UIPanGestureRecognizer(),
        UIPinchGestureRecognizer(), UIRotationGestureRecognizer(),
      ]
      for (index, recognizer) in recognizers.enumerated() {
        recognizer.cancelsTouchesInView = false
        recognizer.delegate = together
        recognizer.addAction { [unowned self] _ in actions += 1 }
        views[views.count - 1 - 2 * index].addGestureRecognizer(recognizer)
      }
    }
    view.isMultipleTouchEnabled = true
    window.makeKeyAndVisible()
  }

  func end() { application.terminate() }

  private final class Together: UIGestureRecognizerDelegate {
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { true }
  }
}

/// Counts its events without forwarding them.
final class TouchedView: UIView {
  private(set) var begans = 0
  private(set) var moves = 0
  private(set) var ends = 0
  var onBegan: () -> Void = {}
  var onEnded: () -> Void = {}

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    begans += 1
    onBegan()
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { moves += 1 }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    ends += 1
    onEnded()
  }
}

extension HIDEvent {
  /// One frame of the touch surface.
  static func frame(_ time: UInt64, _ contacts: Contact...) -> HIDEvent {
    HIDEvent(timestamp: time, .digitizer(contacts))
  }
}
