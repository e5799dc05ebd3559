/// Shows an effect while a pointer is over a view, or over parts of it, which the delegate chooses.
open class UIPointerInteraction: NSObject, UIInteraction {
  /// Chooses parts and effects.
  public final private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  /// The view that it was added to.
  public final private(set) weak var view: UIView?
  /// Whether it shows effects.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { update() } }
  }
  private var hover: UIHoverGestureRecognizer?
  /// Where the pointer is in the view; nil: elsewhere.
  private var place: Point?
  private var region: UIPointerRegion?
  private var look: PointerLook?
  /// Whether the delegate is being asked: what it invalidates then has no effect.
  private var isUpdating = false
  /// Whether something has changed meanwhile.
  private var hasChanged = false

  /// An interaction for `addInteraction`. The delegate is not kept alive; without one the view is highlighted.
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) {
    self.delegate = delegate
    super.init()
  }

  open func willMove(to view: UIView?) {
    place = nil
    // A delegate may take the interaction away while it is asked.
    if isUpdating { leave() } else { update() }
    if let hover { self.view?.removeGestureRecognizer(hover) }
    hover = nil
  }

  open func didMove(to view: UIView?) {
    self.view = view
    guard let view else { return }
    let hover = UIHoverGestureRecognizer()
    hover.addAction { [weak self] hover in
      guard let self else { return }
      let isOver = hover.state == .began || hover.state == .changed
      place = isOver ? hover.location(in: self.view) : nil
      update()
    }
    view.addGestureRecognizer(hover)
    self.hover = hover
  }

  /// Asks the delegate again for the part and the effect, as something that they depend on has changed.
  open func invalidate() {
    guard !isUpdating else { return }
    leave()
    update()
  }

  /// The pointer has moved, or what its part depends on has changed.
  final func update() {
    guard !isUpdating else { return hasChanged = true }
    isUpdating = true
    defer { isUpdating = false }
    // Once more at the most: a delegate may change something each time.
    for _ in 0..<2 {
      hasChanged = false
      updateOnce()
      if !hasChanged { break }
    }
    if !isEnabled { leave() }
  }

  private func updateOnce() {
    let asked = view
    let wanted = wantedRegion
    if let wanted, let region, wanted.isSame(region) { return }
    leave()
    if let wanted, let asked, isOver(asked) { enter(wanted, of: asked) }
  }

  /// Whether the pointer is still over the view: the delegate may have taken the interaction away, or disabled it.
  private func isOver(_ asked: UIView) -> Bool { view === asked && isEnabled && place != nil }

  private var wantedRegion: UIPointerRegion? {
    guard isEnabled, let view, let place else { return nil }
    let whole = UIPointerRegion(rect: view.bounds)
    guard let delegate else { return whole }
    let modifiers = view.window?.application?.presses.modifierFlags ?? []
    let request = UIPointerRegionRequest(location: place, modifiers: modifiers)
    let wanted = delegate.pointerInteraction(self, regionFor: request, defaultRegion: whole)
    return wanted.flatMap { $0.rect.contains(place) ? $0 : nil }
  }

  private func enter(_ wanted: UIPointerRegion, of view: UIView) {
    region = wanted
    let along = PointerAlong()
    delegate?.pointerInteraction(self, willEnter: wanted, animator: along)
    along.run()
    guard isOver(view), region === wanted else { return }
    let usual = UIPointerStyle(effect: .automatic(UITargetedPreview(view: view)))
    let style =
      delegate.map { $0.pointerInteraction(self, styleFor: wanted) } ?? usual
    guard isOver(view), region === wanted, let effect = style?.effect else { return }
    look = PointerLook(effect)
  }

  private func leave() {
    look?.end()
    look = nil
    guard let left = region else { return }
    region = nil
    let along = PointerAlong()
    delegate?.pointerInteraction(self, willExit: left, animator: along)
    along.run()
  }
}

/// Chooses the parts of a view that a pointer affects, and how. Each method has a default.
public protocol UIPointerInteractionDelegate: AnyObject {
  /// The part that the pointer is over; nil: none. The default is all of the view.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion?
  /// What is shown while the pointer is over a part; nil, the default: nothing.
  func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion)
    -> UIPointerStyle?
  /// Called when the pointer comes over a part. What is added to the animator is animated for 0.15 s.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating)
  /// Called when the pointer leaves a part.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating)
}

extension UIPointerInteractionDelegate {
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? { defaultRegion }
  public func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion)
    -> UIPointerStyle?
  { nil }
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
    animator: any UIPointerInteractionAnimating
  ) {}
}

/// Runs something along with a pointer's effect.
public protocol UIPointerInteractionAnimating: AnyObject {
  /// Changes that are animated along.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Called at the end.
  func addCompletion(_ completion: @escaping (Bool) -> Void)
}

private final class PointerAlong: UIPointerInteractionAnimating {
  private var animations: [() -> Void] = []
  private var completions: [(Bool) -> Void] = []
  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping (Bool) -> Void) { completions.append(completion) }

  func run() {
    guard !animations.isEmpty || !completions.isEmpty else { return }
    UIView.animate(withDuration: .milliseconds(150), options: .allowUserInteraction) {
      for animation in animations { animation() }
    } completion: { [completions] isFinished in
      for completion in completions { completion(isFinished) }
    }
  }
}
