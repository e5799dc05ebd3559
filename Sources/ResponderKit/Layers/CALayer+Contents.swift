/// The picture of a layer, and where it is.
extension CALayer {
  final var picture: UIImage? { state.shape.picture?.image }

  /// A ``UIImage``, or its `cgImage`, placed as `contentsGravity` says; nil for none. Others are not drawn.
  public final var contents: Any? {
    get { state.shape.picture?.contents }
    set { change(nil) { state.shape.picture = LayerPicture(contents: newValue) } }
  }

  /// The part of the picture that is shown, in parts of its size; all by default.
  public final var contentsRect: Rect {
    get { state.shape.contentsRect }
    set { change(.contentsRect) { state.shape.contentsRect = newValue } }
  }

  /// How the picture is placed: stretched to the bounds by default. What is larger than the bounds is seen beyond them, too, unless `masksToBounds` cuts it.
  public final var contentsGravity: CALayerContentsGravity {
    get { state.shape.gravity }
    set { change(nil) { state.shape.gravity = newValue } }
  }

  /// Pixels of the picture per point, where its gravity does not stretch it; 1 by default. What a layer draws is as sharp as the screen in any case.
  public final var contentsScale: Double {
    get { state.shape.contentsScale }
    set { change(nil) { state.shape.contentsScale = newValue } }
  }

  /// What it draws is to be drawn anew.
  final func contentChanged() {
    recorded = nil
    looksChanged()
  }
}
