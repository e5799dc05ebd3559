import HIDEvents

extension Scene {
  /// What is shown of a view and all that is in it, at a scale, apart from what is around it.
  static func picture(of view: UIView, scale: Double) -> ViewPicture? {
    let zoom = AffineTransform(scaleX: scale, y: scale)
    // What reaches far beyond the view is cut, and so is what no picture has room for.
    let near = PixelRect(around: view.bounds.applying(zoom)).insetBy(-1024)
    let all = near.intersection(
      PixelRect(x: near.minX, y: near.minY, width: Bitmap.longestSide / 2, height: Bitmap.longestSide / 2))
    guard let box = Scene(.view(view, zoom, all), root: view).items.first?.treeBox, !box.isEmpty else {
      return nil
    }
    let shift = AffineTransform(translationX: -Double(box.minX), y: -Double(box.minY))
    let bitmap = Bitmap(width: box.width, height: box.height)
    let scene = Scene(.view(view, zoom.concatenating(shift), bitmap.bounds), root: view)
    scene.draw(bitmap.bounds, with: Painter(bitmap), background: .clear)
    let place = Rect(
      Double(box.minX) / scale, Double(box.minY) / scale, Double(box.width) / scale,
      Double(box.height) / scale)
    return ViewPicture(bitmap, place)
  }
}

extension CALayer {
  /// Whether its view shows what the layer draws instead of what it draws itself.
  final var drawsContent: Bool { picture != nil || ownDrawing != nil || state.shape.path != nil }
}
