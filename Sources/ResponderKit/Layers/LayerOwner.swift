/// The view that a layer belongs to: it holds the place and the background of its layer, and is notified of changes.
protocol LayerOwner: AnyObject {
  var bounds: Rect { get set }
  var center: Point { get set }
  var anchorPoint: Point { get set }
  var frame: Rect { get set }
  var transform: AffineTransform { get set }
  var transform3D: CATransform3D { get set }
  var alpha: Double { get set }
  var backgroundColor: UIColor? { get set }
  var shownBackground: CGColor? { get }
  var clipsToBounds: Bool { get set }
  var isHidden: Bool { get set }

  /// All its values, with those of the layer.
  var layerState: LayerState { get }
  /// What is shown of it while it is animated.
  var layerPresentation: LayerState? { get }
  /// The layers of its subviews, made now if they were not.
  var layersOfSubviews: [CALayer] { get }
  var showsSubviews: Bool { get }
  var superviewLayer: CALayer? { get }
  /// The layer of the nearest superview that has one already.
  var madeSuperviewLayer: CALayer? { get }
  /// Called before a layer of no view is put into its own.
  func layerWillHoldOthers()
  /// What moves the layers of its window; nil in no window.
  var layerAnimations: LayerAnimations? { get }

  /// What keeps the drawings of its window.
  var layerRecorder: DrawingRecorder? { get }

  /// Changes a value of the layer, and animates the change if it happens inside of `animate`.
  func animatingChange(_ change: () -> Void)
  /// Something looks different in the coming picture.
  func looksChanged()
  func tintChanged()
  /// The layer's `zPosition` has changed.
  func placeInSpace()
  /// The layer's `sublayerTransform` has changed.
  func placeSubviewsInSpace()
  /// How near to the eye it is, as it is shown, under the superlayer's `sublayerTransform` around its anchor, and that anchor.
  func depth(around: CATransform3D?, _ middle: Point) -> Double
  func setNeedsLayout()
  func layoutIfNeeded()
  /// Places the subviews: the layer is being laid out.
  func layOutByLayer()
  /// Animations were added to the layer or removed from it, or time has passed.
  func layerAnimationsChanged()
  /// Animations were removed from the layer, and many are left: the shown state is computed on demand.
  func layerAnimationsRemoved()
  /// Lets what it shows pass into what it shows next.
  func begin(_ transition: CATransition)
  /// Ends the animations of `animate`.
  func removeAllAnimations()
  /// Its layer has become the mask of another one, or is no longer: it enters the masked layer's window, or leaves it.
  func followMaskedLayer()
  /// Clears `mask`: its layer has lost its mask.
  func forgetMask()
  /// Takes it out of its superview, and its layer out of the one that it masks: it becomes the mask of another one.
  func leaveOtherPlaces(_ masked: CALayer?)
  /// An animation was added to the layer that changes what is shown in this way.
  func layerAnimationAdded(_ change: (LayerState) -> LayerState)
}
