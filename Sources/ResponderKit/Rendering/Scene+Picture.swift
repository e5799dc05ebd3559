import HIDEvents

extension Scene {
  /// What is shown of a view and all that is in it, at a scale, apart from what is around it.
  static func picture(of view: UIView, scale: Double) -> ViewPicture? {
    let zoom = AffineTransform(scaleX: scale, y: scale)
    let all = PixelRect(minX: -4096, minY: -4096, maxX: 4096, maxY: 4096)
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
  final var drawsContent: Bool { picture != nil || state.shape.path != nil }
}
