import RunLoopCore

/// A box with a place and a look, drawn in the layer that holds it: a view's own (`view.layer`), or one that a program adds to it.
///
/// A view's layer has the view's place, background and opacity. Changes of other layers are animated for a quarter of a second from the turn on
/// after the one in which they came into a window, as ``CATransaction`` says.
open class CALayer: NSObject {
  /// Its own values; of a view's layer, all but its place, background and opacity.
  final var state = LayerState()
  /// The view whose layer it is, which clears this when it is deallocated.
  final unowned(unsafe) var owner: (any LayerOwner)?
  /// The layer that holds it, unless it is a view's.
  final weak var holder: CALayer?
  /// The layer of the view that it is in, at any depth; nil in none. Of views' layers nil.
  final weak var top: CALayer?
  /// Its sublayers from back to front, with those of the view's subviews.
  final var tree: [CALayer] = []
  /// How many of them belong to no view.
  final var ownCount = 0
  /// See `presented`.
  final var presentedStorage = Presented.none
  final var running = RunningLayerAnimations()
  /// Whether it, or a layer in it, may have animations.
  final var mayHaveMotion = false
  /// What moves it; nil while it is in no window.
  final weak var clock: LayerAnimations?
  /// Whether it was in a window when a turn ended: from then on its changes are animated.
  final var isCommitted = false
  /// Its own time; nil: its superlayer's.
  final var timing: LayerTiming?
  final var isHiddenStorage = false
  /// Whether it is drawn when its back is seen.
  final var drawsBack = true
  final var masksStorage = false
  final var maskStorage: CALayer?
  final var recorded: (shape: ShapeLook, bounds: Rect, own: Drawing?, content: LayerContent)?
  /// What `draw(in:)` has drawn.
  final var ownDrawing: Drawing?
  /// Whether `display` is to be called in the coming frame.
  final var needsDisplay = false
  /// Asked what it shows, beside its own methods.
  open weak var delegate: (any CALayerDelegate)?
  /// Whether it is drawn anew when its size has changed.
  public final var needsDisplayOnBoundsChange = false
  /// Whether `layoutSublayers` is to be called in the coming frame.
  final var needsLayout = true
  /// What the program has set that no layer has.
  final var keptValues: [String: Any]?
  /// Actions by the key paths of values, in place of the standard animations of their changes; ``NSNull`` for none. Not of views' layers.
  public final var actions: [String: any CAAction]?
  /// For the program, to find it among others.
  public final var name: String?

  /// A layer of no size at the origin.
  public override init() { super.init() }

  /// A copy of another layer's values, for `super` of overrides: Core Animation shows such copies, and nothing here does.
  public init(layer: Any) {
    super.init()
    guard let other = layer as? CALayer else { return }
    state = other.currentState
    copyValues(from: other)
  }

  /// Takes what another layer has beside its state.
  func copyValues(from other: CALayer) {
    (isHiddenStorage, masksStorage, drawsBack) = (other.isHidden, other.masksToBounds, other.isDoubleSided)
    (name, keptValues) = (other.name, other.keptValues)
  }

  deinit { dismantle() }

  /// As `init()`, for `super.init(coder: coder)`.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  /// All its values as they are, not as they are shown.
  final var currentState: LayerState { owner?.layerState ?? state }

  // MARK: What it draws

  /// Called before the frame after `setNeedsDisplay`: has it drawn by `draw(in:)`, unless the delegate's `display` does something else. A subclass that overrides it
  /// sets `contents`.
  open func display() {
    if let delegate { delegate.display(self) } else { record() }
  }

  /// Draws into the layer, in its own coordinates; the delegate draws unless a subclass overrides it. What is drawn is kept until it is drawn anew.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// Draws what it shows besides its box, in its own coordinates.
  func drawContent(_ shape: ShapeLook, _ bounds: Rect, into drawing: Drawing) {
    shape.drawPicture(in: bounds, into: drawing)
  }

  /// Whether it draws something besides its box and picture.
  var drawsOwnContent: Bool { false }

  /// Where that may be, beyond the bounds.
  func contentExtent(_ shown: LayerState) -> Rect? { shown.shape.picturePlace(in: shown.bounds) }

  /// Called before the frame after its size changed, a sublayer came, or `setNeedsLayout`, to place the sublayers. Has the view or the delegate do it, unless a subclass
  /// overrides it.
  open func layoutSublayers() {
    if let owner { owner.layOutByLayer() } else { delegate?.layoutSublayers(of: self) }
  }

  /// The action of a class for changes of a value; nil, unless a subclass overrides it: the standard one.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// What is done after a change of a value with this key path: what the delegate says, or `actions`, or the class; for values that can be animated, an animation. Nil for
  /// nothing.
  open func action(forKey event: String) -> (any CAAction)? { foundAction(event) }

  /// Whether what it draws changes as time passes.
  var isTicking: Bool { false }
  /// A beat at a time of the layer's.
  func tick(at time: RunLoop.Instant) {}

  /// Whether its sublayers are in space with it, and not in its plane.
  var keepsDepth: Bool { false }

  /// Values that are not of any layer, by key paths.
  func takesValue(_ value: Any?, forKeyPath path: String) -> Bool { false }

  // MARK: Place

  /// Its own coordinates, in which its sublayers are.
  public final var bounds: Rect {
    get { owner?.bounds ?? state.bounds }
    set {
      let size = bounds.size
      if let owner { owner.bounds = newValue } else { change(.bounds) { state.bounds = newValue } }
      guard size != newValue.size else { return }
      if needsDisplayOnBoundsChange { setNeedsDisplay() }
      if owner == nil { setNeedsLayout() }
    }
  }

  /// Where its anchor is in its superlayer: a view's center.
  public final var position: Point {
    get { owner?.center ?? state.position }
    set {
      if let owner { owner.center = newValue } else { change(.position) { state.position = newValue } }
    }
  }

  /// The point of the bounds, in parts of them, that lies at `position` and that transforms leave where it is; the middle by default. That of a
  /// view's layer is the view's.
  public final var anchorPoint: Point {
    get { owner?.anchorPoint ?? state.anchor }
    set { if let owner { owner.anchorPoint = newValue } else { change(nil) { state.anchor = newValue } } }
  }

  /// The box around it in its superlayer's coordinates. Under a transform, setting it gives the layer the size that has this box.
  public final var frame: Rect {
    get { owner?.frame ?? state.frame }
    set {
      if let owner { return owner.frame = newValue }
      var new = state
      new.set(frame: newValue)
      bounds = new.bounds
      change(.position) { state.position = new.position }
    }
  }

  /// Applied around the anchor, before the superlayer's `sublayerTransform`. A layer is flat: what is in it is seen as in a picture that the transform turns.
  public final var transform: CATransform3D {
    get { owner?.transform3D ?? state.spatial }
    set {
      if let owner { owner.transform3D = newValue } else { change(.transform) { state.spatial = newValue } }
    }
  }

  /// The transform as one of the plane.
  public final func affineTransform() -> AffineTransform { owner?.transform ?? state.transform }

  /// Sets the transform.
  public final func setAffineTransform(_ transform: AffineTransform) {
    if let owner { owner.transform = transform } else { change(.transform) { state.transform = transform } }
  }

  // MARK: Whether it is seen

  /// The opacity of the layer and what is in it.
  public final var opacity: Float {
    get { Float(owner?.alpha ?? state.opacity) }
    set {
      if let owner {
        owner.alpha = Double(newValue)
      } else {
        change(.opacity) { state.opacity = Double(newValue) }
      }
    }
  }

  /// Whether neither it nor what is in it is drawn.
  public final var isHidden: Bool {
    get { owner?.isHidden ?? isHiddenStorage }
    set {
      if let owner { owner.isHidden = newValue } else { change(nil) { isHiddenStorage = newValue } }
    }
  }

  /// Whether what is in it is cut along its edges and corners.
  public final var masksToBounds: Bool {
    get { owner?.clipsToBounds ?? masksStorage }
    set {
      if let owner { owner.clipsToBounds = newValue } else { change(nil) { masksStorage = newValue } }
    }
  }

  /// A layer through whose opaque parts this one is seen, placed in its coordinates; in no other layer.
  public final var mask: CALayer? {
    get { maskStorage }
    set {
      if newValue === maskStorage || newValue?.holds(self) == true { return }
      if let old = maskStorage {
        change(nil) { maskStorage = nil }
        old.wasTakenOut()
      }
      guard let newValue else { return }
      newValue.removeFromSuperlayer()
      newValue.owner?.leaveOtherPlaces(newValue.holder)
      // Unless calls about that have put another layer or this one elsewhere.
      guard maskStorage == nil, newValue.superlayer == nil, newValue.holder == nil, !newValue.holds(self)
      else {
        return
      }
      change(nil) { maskStorage = newValue }
      newValue.wasPut(into: self)
    }
  }

  /// Only whether it is set counts: the shadow is then the box's, not the content's.
  public final var shadowPath: CGPath? {
    didSet { if (shadowPath == nil) != (oldValue == nil) { change(nil) {} } }
  }
  /// Without effect: how the layer is drawn is decided here.
  public final var shouldRasterize = false
  /// Without effect, as `shouldRasterize`.
  public final var rasterizationScale = 1.0
  /// Without effect: drawings are recorded, and drawn with the picture.
  public final var drawsAsynchronously = false
  /// Without effect: edges of turned layers are smooth.
  public final var allowsEdgeAntialiasing = false
  /// Without effect: round corners are quarters of circles.
  public final var cornerCurve = CALayerCornerCurve.circular

  /// A layer with the values that are shown now: of the class of the layer's that the system has, not of a program's subclass.
  open func presentation() -> CALayer? { show(on: CALayer()) }

  // MARK: Colors: see CALayer+Looks.swift

  /// The color of controls; nil: that of the view around. Of views' layers only.
  public final var tintColor: UIColor? { didSet { owner?.tintChanged() } }
}
