/// Lets fingers hide and show the bars of a navigation controller.
final class BarGestures: UIGestureRecognizerDelegate {
  private weak var navigation: UINavigationController?
  let swipe = UIPanGestureRecognizer()
  let tap = UITapGestureRecognizer()
  /// How far a finger moves up or down.
  private static let way = 30.0
  /// Whether the toolbar was hidden together with the other bar.
  private var hidesToolbar = false

  init(_ navigation: UINavigationController) {
    self.navigation = navigation
    for recognizer in [swipe, tap] {
      recognizer.isEnabled = false
      recognizer.cancelsTouchesInView = false
      recognizer.delegate = self
    }
    swipe.label = "bars: swipe"
    tap.label = "bars: tap"
    swipe.addAction { [weak self] _ in self?.swiped() }
    tap.addAction { [weak self] _ in
      if let self, let navigation = self.navigation { hideBars(!navigation.isNavigationBarHidden) }
    }
  }

  private func swiped() {
    guard swipe.state == .changed || swipe.state == .ended else { return }
    let way = swipe.translation(in: navigation?.view)
    if abs(way.y) > max(Self.way, abs(way.x)) { hideBars(way.y < 0) }
  }

  private func hideBars(_ hidden: Bool) {
    guard let navigation, navigation.transition == nil, hidden != navigation.isNavigationBarHidden else {
      return
    }
    if hidden { hidesToolbar = !navigation.isToolbarHidden }
    navigation.setNavigationBarHidden(hidden, animated: true)
    if hidesToolbar { navigation.setToolbarHidden(hidden, animated: true) }
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { true }

  /// A tap on what can be pressed, or on a bar, is for that.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    guard recognizer === tap else { return true }
    var next = touch.view
    while let view = next, view !== navigation?.wrapper {
      if view is UIControl || view is UITableViewCell || view is UICollectionViewCell { return false }
      next = view.superview
    }
    return next != nil
  }
}

extension UINavigationController {
  /// Whether a finger that moves up over the page hides the bars, and one that moves down shows them.
  public final var hidesBarsOnSwipe: Bool {
    get { barGestures.swipe.isEnabled }
    set { barGestures.swipe.isEnabled = newValue }
  }

  /// Whether a tap on the page, beside what can be pressed there, hides or shows the bars.
  public final var hidesBarsOnTap: Bool {
    get { barGestures.tap.isEnabled }
    set { barGestures.tap.isEnabled = newValue }
  }

  /// Recognizes what `hidesBarsOnSwipe` is about.
  public final var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { barGestures.swipe }
  /// Recognizes what `hidesBarsOnTap` is about.
  public final var barHideOnTapGestureRecognizer: UITapGestureRecognizer { barGestures.tap }
}
