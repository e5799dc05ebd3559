/// Covers the window while a controller is presented in a part of it: what is behind is darkened, and a touch beside its panel may dismiss it.
class PresentationContainer: UIView {
  /// What shows it.
  weak var presentationController: UIPresentationController?
  /// Darkens what is behind, and takes the touches beside the panel.
  let dimming = UIView()
  /// Holds the controller's view, cut off at its corners. It throws the shadow.
  let panel = UIView()
  /// Cuts off the controller's view at the panel's corners.
  let clip = UIView()
  /// Whether it is on its way out.
  final var isLeaving = false { didSet { isUserInteractionEnabled = !isLeaving } }
  /// What fades while a program's animation moves the panel.
  var surroundings: [UIView] { [dimming] }
  private var done: [() -> Void] = []
  private weak var notices: NoticeCenter?

  init(_ presentation: UIPresentationController) {
    presentationController = presentation
    super.init(frame: .zero)
    label = "presentation"
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    dimming.backgroundColor = .black
    dimming.alpha = 0
    addSubview(dimming)
    panel.isElevated = true
    panel.layer.shadowRadius = 12
    addSubview(panel)
    clip.clipsToBounds = true
    clip.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    panel.addSubview(clip)
    let tap = UITapGestureRecognizer()
    tap.addAction { [weak self] _ in self?.presentationController?.userTouchedBeside() }
    dimming.addGestureRecognizer(tap)
  }

  /// Puts the view into the panel, and itself over all that is in the window.
  func install(_ view: UIView, in window: UIWindow) {
    frame = window.bounds
    window.hasElevation = true
    window.addSubview(self)
    layoutIfNeeded()
    // It has its place before it comes.
    view.frame = clip.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    clip.addSubview(view)
    // A popover's wanted size may be known only with its view in the window.
    setNeedsLayout()
    layoutIfNeeded()
  }

  /// What is shown for entering text changes its room.
  override func didMoveToWindow() {
    super.didMoveToWindow()
    notices?.removeObserver(self)
    notices = window?.application?.notices
    notices?.addObserver(self, name: UIResponder.keyboardWillChangeFrameNotification) { $0.setNeedsLayout() }
  }

  // MARK: Coming and going

  /// It comes, and is seen to if `animated`.
  final func moveIn(_ animated: Bool, _ completion: (() -> Void)?) {
    guard animated, window?.isHidden == false else {
      completion?()
      return
    }
    UIView.performWithoutAnimation { moveOut() }
    Self.animate({ comeBack() }, completion)
  }

  /// How it is out of sight: called so that its changes are animated.
  func moveOut() {}

  /// Undoes `moveOut`.
  func comeBack() {}

  /// `velocity`: how fast a finger moves it out, in points a second.
  final func hide(_ animated: Bool, velocity: Double = 0, _ done: @escaping () -> Void) {
    self.done.append(done)
    guard animated, window?.isHidden == false else { return finishHiding() }
    guard !isLeaving else { return }
    isLeaving = true
    let way = max(bounds.maxY - panel.presentationFrame.minY, 1)
    UIView.animate(
      withDuration: Self.duration, delay: .zero, usingSpringWithDamping: 1,
      initialSpringVelocity: velocity / way
    ) {
      moveOut()
    } completion: { [weak self] _ in
      self?.finishHiding()
    }
  }

  /// Out of sight, it is removed at once; nothing, unless it is on its way out.
  final func finishHiding() {
    guard !done.isEmpty else { return }
    isLeaving = true
    let calls = done
    done = []
    for call in calls { call() }
  }

  /// Of a panel whose view has none, as tables here.
  static let color = UIColor.systemBackground
  static let duration = Duration.milliseconds(400)

  /// Lets changes be seen to happen, with a spring; the views can be touched meanwhile.
  static func animate(velocity: Double = 0, _ changes: () -> Void, _ completion: (() -> Void)? = nil) {
    UIView.animate(
      withDuration: duration, delay: .zero, usingSpringWithDamping: 1, initialSpringVelocity: velocity,
      options: .allowUserInteraction, animations: changes
    ) { _ in completion?() }
  }
}
