/// A rectangle in a window: it contains others, is hit by touches, and gets the events of its touches.
open class UIView: UIResponder, DefaultInitializable {
  // MARK: Storage; hit testing reads it without going through what a subclass may override

  @exclusivity(unchecked) final var geometry = ViewGeometry()
  /// From back to front.
  @exclusivity(unchecked) final var children: [UIView] = []
  /// The superview, which holds this view, and clears this when it is deallocated.
  @exclusivity(unchecked) final unowned(unsafe) var parent: UIView?
  /// The window in whose tree this view is.
  @exclusivity(unchecked) final unowned(unsafe) var home: UIWindow?
  /// The controller whose root view this is, and which clears this when it is deallocated.
  @exclusivity(unchecked) final unowned(unsafe) var controller: UIViewController?
  /// A float, as in a layer: 0.01 is a little less than 0.01 then, and not enough to be hit.
  @exclusivity(unchecked) final var alphaStorage: Float = 1
  @exclusivity(unchecked) final var insetsStorage = EdgeInsets.zero
  @exclusivity(unchecked) final var recognizers: [UIGestureRecognizer] = []
  @exclusivity(unchecked) final var layoutFlags: LayoutFlags = []
  /// How deep in the tree it was at a pass of layout.
  final var depthMark: (pass: UInt32, depth: Int32) = (0, 0)
  /// Finds children by place, where there are many.
  @exclusivity(unchecked) final var childSearch = SiblingIndex.Search()
  /// How its box looks, if not as any view's; and what it has drawn: see the folder Rendering.
  @exclusivity(unchecked) final var layerStorage: CALayer?
  @exclusivity(unchecked) final var backgroundStorage: UIColor?
  @exclusivity(unchecked) final var drawingStorage: Drawing?
  /// What of its place changes when its superview's size does.
  open var autoresizingMask: AutoresizingMask = [] {
    didSet { if autoresizingMask != oldValue { keptDistancesChanged() } }
  }
  /// Whether a change of its size changes those of its subviews that have a mask.
  open var autoresizesSubviews = true {
    didSet { if autoresizesSubviews != oldValue { keptDistancesChanged() } }
  }
  /// In an object of its own: a larger view makes hit tests of deep trees slower. See UIView+Rare.swift.
  final var rareStorage: Rare?
  /// The accessibility properties of its class.
  var accessibilityDefault: AccessibilityDefault { AccessibilityDefault() }
  /// The size or the insets have changed, before the program is notified.
  func roomChanged() {}
  /// A layer of the program's is about to be put into its own.
  func layerWillHoldOthers() {}
  /// The part of its covered edges that counts for its subviews.
  func coveredInside(_ insets: EdgeInsets) -> EdgeInsets { insets }
  /// Called when the direction of its content has changed.
  func directionDidChange() {}
  /// Called when the size category may have changed, by a trait or by a move to another superview.
  func contentSizeMayHaveChanged() {}
  /// The view whose direction it takes unless it has an attribute of its own.
  var directionSource: UIView? { nil }
  /// Scrolls what it shows up, so that something below comes into sight. False for a view that does not scroll.
  func scrollUp(by distance: Double) -> Bool { false }
  /// Traits that it has besides, whatever its words are.
  var accessibilityState: UIAccessibilityTraits { .none }
  open override func accessibilityActivate() -> Bool { onAccessibilityActivate?() ?? false }
  /// The directions in which `accessibilityScroll` would move it.
  var accessibilityScrollDirections: [UIAccessibilityScrollDirection] { [] }
  /// Whether a text sets its value.
  var takesAccessibilityText: Bool { false }
  /// Takes a text as from a user: its actions are called. The name is for messages.
  func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError) {
    throw .init("'\(name)' takes no text")
  }

  /// The presented values while it is animated.
  final var presentationStorage: ViewPresentation?
  /// Whether an animation of it runs; of views that show one of their own, whether they do.
  open var isAnimating: Bool { presentationStorage != nil }

  /// A view with a frame in the coordinates of its future superview.
  public init(frame: Rect) {
    super.init()
    setUp(frame)
  }

  /// A view of no size, for UIKit's `super.init(coder: coder)`: the coder contains nothing. `archive` is left out by callers; it lets
  /// subclasses have a `required init?(coder:)` of their own, or none.
  public init?(coder: NSCoder, archive: Void = ()) {
    super.init()
    setUp(.zero)
  }

  private final func setUp(_ frame: Rect) {
    geometry.set(frame: frame)
    if HitTesting.isStandard(self) { geometry.flags.insert(.standard) }
    layoutFlags = [.needsLayout]
    if Self.keepsDepth { _ = layer }
    setUpParts()
  }

  /// Called at the end of the initializer: a class of the module sets up itself and its subviews here, after its superclass.
  func setUpParts() {}

  /// A view of no size at the origin.
  public override convenience init() { self.init(frame: .zero) }

  deinit {
    // They hold the items that hold them.
    layoutItemStorage?.end()
    endLayer()
    dismantle()
  }

  // MARK: Looks

  /// What the bounds are filled with; nil: nothing. Can be animated.
  open var backgroundColor: UIColor? {
    get { backgroundStorage }
    set {
      animatingChange { backgroundStorage = newValue }
      looksChanged()
    }
  }
  /// The class of `layer`: ``CALayer``, unless a subclass wants another one.
  open class var layerClass: AnyClass { CALayer.self }
  /// For `super` of overrides; never called, as there is no interface builder.
  open func prepareForInterfaceBuilder() {}
  /// Without effect on hits.
  open var clipsToBounds = false { didSet { looksChanged() } }
  /// A number of the program's choice, for `viewWithTag`; 0 by default.
  open var tag = 0

  /// The view with the tag: this one or one in it, front to back inside each level of the tree's order.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for child in children {
      if let found = child.viewWithTag(tag) { return found }
    }
    return nil
  }

  // MARK: Whether it is hit

  /// Whether the view and its subviews are neither shown nor hit. Touches that began before are not affected.
  open var isHidden: Bool {
    get { geometry.flags.contains(.hidden) }
    set {
      guard newValue != isHidden else { return }
      if newValue { parent?.childWillHide(self) }
      if newValue { geometry.flags.insert(.hidden) } else { geometry.flags.remove(.hidden) }
      looksChanged()
      parent?.visibilityOfChildChanged(self)
      reportValues()
    }
  }

  /// Whether the view and its subviews can be hit. Touches that began before are not affected.
  open var isUserInteractionEnabled: Bool {
    get { !geometry.flags.contains(.notInteractive) }
    set {
      if newValue { geometry.flags.remove(.notInteractive) } else { geometry.flags.insert(.notInteractive) }
    }
  }

  /// The opacity of the view and its subviews, from 0 to 1. Kept as a `Float`; below 0.01 the view is not hit.
  /// Can be animated.
  open var alpha: Double {
    get { Double(alphaStorage) }
    set {
      animatingChange {
        alphaStorage = Float(newValue)
        if Double(alphaStorage) < 0.01 {
          geometry.flags.insert(.transparent)
        } else {
          geometry.flags.remove(.transparent)
        }
      }
      looksChanged()
      reportValues()
    }
  }

  /// What touches others when a ``UIDynamicAnimator`` moves it; see there.
  open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
  /// Of the type `path`: around (0, 0), the middle.
  open var collisionBoundingPath: UIBezierPath { UIBezierPath() }

  // MARK: Touches

  /// Whether the view gets more than one touch at a time.
  open var isMultipleTouchEnabled = false
  /// Whether no other view of the window gets touches while this one has some, nor this one while another has.
  open var isExclusiveTouch = false

  /// The view's recognizers, in the order in which they were added; nil when there are none.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set {
      for old in recognizers { removeGestureRecognizer(old) }
      for new in newValue ?? [] { addGestureRecognizer(new) }
    }
  }

  /// Adds a recognizer, which leaves the view that it was on. It does not get touches that began before.
  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    if recognizers.contains(where: { $0 === recognizer }) { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    recognizer.wasAdded(to: self)
  }

  /// Removes a recognizer, if it is the view's. A gesture in progress is cancelled.
  open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    guard let index = recognizers.firstIndex(where: { $0 === recognizer }) else { return }
    recognizers.remove(at: index)
    recognizer.wasRemoved(from: self)
  }

  /// Asked of the view that was hit before a recognizer begins: this is how controls win against recognizers of the
  /// views around them.
  open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Hit testing: see UIView+HitTest.swift

  /// The view that a touch at the point belongs to: the frontmost descendant that is hit, or this view, or nil when the
  /// point is not inside, or the view is hidden, transparent, being animated or without interaction. May be called
  /// several times for a touch, and must not change anything.
  ///
  /// - Parameter point: in this view's coordinates.
  open func hitTest(_ point: Point, with event: UIEvent?) -> UIView? { standardHitTest(point, event) }

  /// Whether the point is in the view's bounds, moved by `hitTestEdgeInsets`.
  open func point(inside point: Point, with event: UIEvent?) -> Bool { standardPointInside(point) }

  /// The module's class nearest to this one that overrides neither `hitTest` nor `point(inside:)`. Each class of the
  /// module that overrides neither names itself here, so that its views are judged without being called.
  class var standardHitTestClass: UIView.Type { UIView.self }

  // MARK: Layout and display: see UIView+Layout.swift

  /// Called in the coming frame after `setNeedsLayout` and after the size changed, to place the subviews. Does
  /// nothing unless overridden.
  open func layoutSubviews() {}
  /// Calls `layoutSubviews`: the view is its layer's delegate in this.
  open func layoutSublayers(of layer: CALayer) { layoutSubviews() }
  /// Called before layout when `safeAreaInsets` have changed. Does nothing unless overridden.
  open func safeAreaInsetsDidChange() {}
  /// Called before layout when the window has another size class or the view another style, with what was before; not when
  /// the view comes into a window. Does nothing unless overridden.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  /// Called when `tintColor` was changed, here or in a view around. Does nothing unless overridden.
  open func tintColorDidChange() {}
  /// A subview was hidden or shown.
  func visibilityOfChildChanged(_ child: UIView) {}
  /// Called before a visible subview is hidden.
  func childWillHide(_ child: UIView) {}
  func childLeft(_ child: UIView) {}
  /// Called when the view has other traits.
  func lookMayHaveChanged() {}
  /// How image views place their picture. Others draw anew in another size, as with `redraw`.
  open var contentMode: ContentMode {
    get { contentModeStorage }
    set { contentModeStorage = newValue }
  }
  /// Draws what the view shows, into `Drawing.current`, if its window has a picture; called in the frame after
  /// `setNeedsDisplay`.
  open func draw(_ rect: Rect) {}
  /// The size that fits best into another.
  open func sizeThatFits(_ size: Size) -> Size { bounds.size }

  // MARK: Constraints: see the folder Layout/Constraints

  /// The size that the content wants where constraints place the view; `noIntrinsicMetric` for a length that it does not have.
  open var intrinsicContentSize: Size { Size(Self.noIntrinsicMetric, Self.noIntrinsicMetric) }
  /// Called before layout after `setNeedsUpdateConstraints`: the place for changing many constraints. An override calls `super` last.
  open func updateConstraints() {}
  /// Whether `updateConstraints` makes its constraints, and is called although it has none yet; false unless overridden.
  open class var requiresConstraintBasedLayout: Bool { false }
  /// Called when `layoutMargins` have changed. Does nothing unless overridden.
  open func layoutMarginsDidChange() {}
  var layoutHeightFollowsWidth: Bool { false }
  func layoutHeight(forWidth width: Double) -> Double { sizeThatFits(Size(width, 0)).height }
  var layoutBaselines: (first: Double, last: Double)? { nil }
  /// See `LayoutSubject`.
  var layoutFont: UIFont? { nil }
  var defaultHugging: Float { 250 }
  var layoutRules: [LayoutRule] { [] }
  var scrolledGuide: UILayoutGuide? { nil }
  /// Constraints have found the size of what is scrolled.
  func contentGuideSolved(_ size: Size) {}
  /// Makes the views of a stack take part.
  func arrangeByConstraints() {}

  /// Lays the view out in the coming frame.
  open func setNeedsLayout() { markForLayout() }
  /// Draws the view in the coming frame.
  open func setNeedsDisplay() { markForDisplay() }
  /// Lays the view and what is in it out now, if that is needed.
  open func layoutIfNeeded() { layoutTreeIfNeeded() }

  // MARK: The tree: see UIView+Tree.swift

  /// Called before the superview changes; nil: it leaves its superview.
  open func willMove(toSuperview superview: UIView?) {}
  /// Called after the superview changed.
  open func didMoveToSuperview() {}
  /// Called before the window changes, with the window that the view will be in; nil: none.
  open func willMove(toWindow window: UIWindow?) {}
  /// Called after the window changed, superviews first.
  open func didMoveToWindow() {}
  /// Called after a subview was added; not when only the order changes.
  open func didAddSubview(_ subview: UIView) {}
  /// Called before a subview leaves; it still is in the view.
  open func willRemoveSubview(_ subview: UIView) {}

  /// The view that holds it; nil when none does.
  open var superview: UIView? { parent }
  /// The window that it is in, shown or hidden; nil when in none. A window is its own.
  open var window: UIWindow? { home }
  /// From back to front.
  open var subviews: [UIView] { children }

  // MARK: As a responder

  /// Its controller, if it is one's root view; otherwise its superview.
  open override var next: UIResponder? { controller ?? parent }

  override var responderWindow: UIWindow? { home }
  override var accessible: (any AccessibleResponder)? { self }
  // MARK: Geometry: see UIView+Geometry.swift

  /// The box around the view in its superview's coordinates. Setting it changes center and size; under a
  /// transform, the center only.
  open var frame: Rect {
    get { geometry.frame }
    set { changeGeometry { $0.set(frame: newValue) } }
  }

  /// The view's own coordinates. A bounds origin that is not zero is what scrolling is.
  open var bounds: Rect {
    get { geometry.bounds }
    set { changeGeometry { $0.set(bounds: newValue) } }
  }

  /// Where the `anchorPoint` is in the superview's coordinates: the middle of the bounds by default. Can be animated.
  open var center: Point {
    get { geometry.center }
    set { changeGeometry { $0.set(center: newValue) } }
  }

  /// Applied around the center. A view whose transform has no inverse is not hit. Can be animated.
  open var transform: AffineTransform {
    get { geometry.transform }
    set { changeGeometry { $0.set(transform: newValue) } }
  }
}
