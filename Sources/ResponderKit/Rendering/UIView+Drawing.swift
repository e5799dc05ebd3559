// Pictures of views and layers in what a program draws:
//
//     let image = UIGraphicsImageRenderer(bounds: view.bounds).image { view.layer.render(in: $0.cgContext) }

extension UIView {
  /// Draws what is seen of the view and all that is in it, stretched to a rectangle of the present context: as it is shown in animations, too, and apart from
  /// what is around it. A view in no window is drawn, too; with `afterUpdates` it is laid out first.
  ///
  /// - Returns: whether there is a context, and something to be seen.
  @discardableResult
  public final func drawHierarchy(in rect: Rect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let drawing = Drawing.current else { return false }
    if afterUpdates { layoutIfNeeded() }
    let scale = window?.screen.scale ?? UIScreen.main.scale
    guard !bounds.isEmpty, let picture = Scene.picture(of: self, scale: scale) else { return false }
    let (x, y) = (rect.width / bounds.width, rect.height / bounds.height)
    let place = picture.place
    let shown = Rect(
      rect.minX + (place.minX - bounds.minX) * x, rect.minY + (place.minY - bounds.minY) * y, place.width * x,
      place.height * y)
    drawing.image(UIImage(picture.bitmap, scale: scale), in: shown)
    return true
  }
}

extension CALayer {
  /// Draws the layer, and all that is in it, in its own coordinates: a view's with what the view draws.
  public final func render(in context: CGContext) {
    let scale = UIScreen.main.scale
    let picture: ViewPicture? =
      if let view = owner as? UIView {
        Scene.picture(of: view, scale: scale)
      } else {
        Scene.picture(of: self, scale: scale, recorder: recorder ?? UIWindow.hostOfThread.recorder)
      }
    guard let picture else { return }
    context.drawing.image(UIImage(picture.bitmap, scale: scale), in: picture.place)
  }
}
