/// How a preview looks.
open class UIPreviewParameters: NSObject {
  /// What is behind the view; clear, the default: nothing.
  open var backgroundColor: UIColor! = UIColor.clear
  /// The part of the view that is seen, in its coordinates; nil: all of it.
  open var visiblePath: UIBezierPath?
  /// Without effect: the shadow is that of the view's box with its round corners.
  open var shadowPath: UIBezierPath?

  /// The default parameters.
  public override init() {}
}

/// How a preview of something dragged looks.
open class UIDragPreviewParameters: UIPreviewParameters {}

/// The start or the destination of a preview.
open class UIPreviewTarget: NSObject {
  /// The view in whose coordinates the place is.
  public final let container: UIView
  /// The place of the preview's middle.
  public final let center: Point
  /// How it is turned and scaled there.
  public final let transform: AffineTransform

  /// A place in a view.
  public init(container: UIView, center: Point, transform: AffineTransform = .identity) {
    (self.container, self.center, self.transform) = (container, center, transform)
    super.init()
  }
}

/// The start or the destination of a preview of something dragged.
open class UIDragPreviewTarget: UIPreviewTarget {}

/// A view to show, and its place.
open class UITargetedPreview: NSObject {
  /// The view that is shown: a picture of it, if it is in a window.
  public final let view: UIView
  /// How it looks.
  public final let parameters: UIPreviewParameters
  /// The place.
  public final let target: UIPreviewTarget

  /// A preview of a view at a place.
  public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
    (self.view, self.parameters, self.target) = (view, parameters, target)
    super.init()
  }

  /// A preview of a view at its own place.
  public convenience init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters()) {
    let container = view.superview ?? view
    let center = view.superview == nil ? Point(view.bounds.midX, view.bounds.midY) : view.center
    self.init(
      view: view, parameters: parameters, target: UIPreviewTarget(container: container, center: center))
  }

  /// The view's size.
  public final var size: Size { view.bounds.size }

  /// The same preview at another place.
  open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
    UITargetedPreview(view: view, parameters: parameters, target: newTarget)
  }
}

/// A preview of something dragged.
open class UITargetedDragPreview: UITargetedPreview {
  /// The same preview at another place.
  open func retargetedPreview(with newTarget: UIDragPreviewTarget) -> UITargetedDragPreview {
    UITargetedDragPreview(view: view, parameters: parameters, target: newTarget)
  }
}

/// What is seen of an item while it is dragged.
open class UIDragPreview: NSObject {
  /// The view that is shown.
  public final let view: UIView
  /// How it looks.
  public final let parameters: UIDragPreviewParameters

  /// A preview of a view.
  public init(view: UIView, parameters: UIDragPreviewParameters = UIDragPreviewParameters()) {
    (self.view, self.parameters) = (view, parameters)
    super.init()
  }
}
