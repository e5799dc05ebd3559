import HIDEvents

extension Scene {
  /// What is shown of a view and all that is in it, at a scale, apart from what is around it.
  static func picture(of view: UIView, scale: Double) -> ViewPicture? {
    picture(view.bounds, scale: scale) { Scene(.view(view, $0, $1), root: view) }
  }

  /// The same of a layer that is no view's.
  static func picture(of layer: CALayer, scale: Double, recorder: DrawingRecorder) -> ViewPicture? {
    picture(layer.bounds, scale: scale) { Scene(.layer(layer, $0, $1, recorder), root: nil) }
  }

  private static func picture(
    _ bounds: Rect, scale: Double, _ scene: (AffineTransform, PixelRect) -> Scene
  ) -> ViewPicture? {
    let zoom = AffineTransform(scaleX: scale, y: scale)
    // What reaches far beyond the view is cut, and so is what no picture has room for.
    let near = PixelRect(around: bounds.applying(zoom)).insetBy(-1024)
    let all = near.intersection(
      PixelRect(x: near.minX, y: near.minY, width: Bitmap.longestSide / 2, height: Bitmap.longestSide / 2))
    guard let box = scene(zoom, all).items.first?.treeBox, !box.isEmpty else { return nil }
    let shift = AffineTransform(translationX: -Double(box.minX), y: -Double(box.minY))
    let bitmap = Bitmap(width: box.width, height: box.height)
    let shown = scene(zoom.concatenating(shift), bitmap.bounds)
    shown.draw(bitmap.bounds, with: Painter(bitmap), background: .clear)
    let place = Rect(
      Double(box.minX) / scale, Double(box.minY) / scale, Double(box.width) / scale,
      Double(box.height) / scale)
    return ViewPicture(bitmap, place)
  }
}

extension CALayer {
  /// Whether its view shows what the layer draws instead of what it draws itself.
  final var drawsContent: Bool {
    picture != nil || ownDrawing != nil || state.shape.path != nil || drawsOwnContent
  }
}
