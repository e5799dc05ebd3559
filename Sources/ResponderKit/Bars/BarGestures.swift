/// Hides and shows the bars of a navigation controller: by fingers, for the keyboard, and where there is little height.
final class BarGestures: UIGestureRecognizerDelegate {
  private weak var navigation: UINavigationController?
  let swipe = UIPanGestureRecognizer()
  let tap = UITapGestureRecognizer()
  /// Shows bars that were hidden without a finger.
  private let reveal = UITapGestureRecognizer()
  /// How far a finger moves up or down.
  private static let way = 30.0
  /// Whether the toolbar was hidden together with the other bar.
  private var hidesToolbar = false
  var hidesForKeyboard = false {
    didSet {
      let notices = UIApplication.shared.notices
      notices.removeObserver(self)
      if hidesForKeyboard {
        notices.addObserver(self, name: UIResponder.keyboardWillShowNotification) { $0.keyboardAppears() }
      }
    }
  }
  var hidesWhenCompact = false {
    didSet { if hidesWhenCompact, isCompact { hide(.height) } }
  }
  private var isCompact = false
  /// What has hidden the bars, other than a finger or the program.
  private var cause: Cause?

  private enum Cause {
    case keyboard, height
  }

  var all: [UIGestureRecognizer] { [swipe, tap, reveal] }

  init(_ navigation: UINavigationController) {
    self.navigation = navigation
    for recognizer in all {
      recognizer.isEnabled = false
      recognizer.cancelsTouchesInView = false
      recognizer.delegate = self
    }
    swipe.label = "bars: swipe"
    tap.label = "bars: tap"
    reveal.label = "bars: reveal"
    swipe.addAction { [weak self] _ in self?.swiped() }
    tap.addAction { [weak self] _ in
      if let self, let navigation = self.navigation { hideBars(!navigation.isNavigationBarHidden) }
    }
    reveal.addAction { [weak self] _ in self?.hideBars(false) }
  }

  private func swiped() {
    guard swipe.state == .changed || swipe.state == .ended else { return }
    let way = swipe.translation(in: navigation?.view)
    if abs(way.y) > max(Self.way, abs(way.x)) { hideBars(way.y < 0) }
  }

  private func hideBars(_ hidden: Bool, animated: Bool = true) {
    guard let navigation, navigation.transition == nil, hidden != navigation.isNavigationBarHidden else {
      return
    }
    if hidden { hidesToolbar = !navigation.isToolbarHidden }
    navigation.setNavigationBarHidden(hidden, animated: animated)
    if hidesToolbar { navigation.setToolbarHidden(hidden, animated: animated) }
  }

  private func keyboardAppears() {
    if navigation?.loadedView?.window != nil { hide(.keyboard) }
  }

  /// Called by the layout.
  func laidOut(_ height: UIUserInterfaceSizeClass) {
    guard isCompact != (height == .compact) else { return }
    isCompact.toggle()
    guard hidesWhenCompact else { return }
    if isCompact { hide(.height) } else if cause == .height { hideBars(false, animated: false) }
  }

  private func hide(_ cause: Cause) {
    guard let navigation, !navigation.isNavigationBarHidden else { return }
    hideBars(true, animated: cause == .keyboard)
    guard navigation.isNavigationBarHidden else { return }
    self.cause = cause
    reveal.isEnabled = true
  }

  /// The bars are hidden or shown, by whatever.
  func barsChanged(isHidden: Bool) {
    if isHidden { return }
    cause = nil
    reveal.isEnabled = false
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { true }

  /// A tap on what can be pressed, or on a bar, is for that. Bars that are hidden for lack of height are shown by a tap where they would be.
  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    guard recognizer !== swipe else { return true }
    if recognizer === reveal, cause == .height, !isInPlaceOfBars(touch) { return false }
    var next = touch.view
    while let view = next, view !== navigation?.wrapper {
      if view is UIControl || view is UITableViewCell || view is UICollectionViewCell { return false }
      next = view.superview
    }
    return next != nil
  }

  private func isInPlaceOfBars(_ touch: UITouch) -> Bool {
    guard let navigation else { return false }
    let (y, view) = (touch.location(in: navigation.view).y, navigation.view!)
    return y < navigation.navigationBar.frame.height
      || hidesToolbar && y > view.bounds.maxY - navigation.toolbar.frame.height
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

  /// Whether the bars are hidden when what is shown for entering text appears. They stay hidden afterwards; a tap on the page, beside what can be pressed
  /// there, shows them.
  public final var hidesBarsWhenKeyboardAppears: Bool {
    get { barGestures.hidesForKeyboard }
    set { barGestures.hidesForKeyboard = newValue }
  }

  /// Whether the bars are hidden while `verticalSizeClass` is compact. A tap where they would be, beside what can be pressed there, shows them.
  public final var hidesBarsWhenVerticallyCompact: Bool {
    get { barGestures.hidesWhenCompact }
    set { barGestures.hidesWhenCompact = newValue }
  }

  /// Recognizes what `hidesBarsOnSwipe` is about.
  public final var barHideOnSwipeGestureRecognizer: UIPanGestureRecognizer { barGestures.swipe }
  /// Recognizes what `hidesBarsOnTap` is about.
  public final var barHideOnTapGestureRecognizer: UITapGestureRecognizer { barGestures.tap }
}
