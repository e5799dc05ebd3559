extension ShapeLook {
  /// Where the shown part of the picture is.
  func picturePlace(in bounds: Rect) -> Rect? {
    guard let image = picture?.image, !bounds.isEmpty else { return nil }
    let scale = contentsScale.isFinite && contentsScale > 0 ? contentsScale / image.scale : 1
    let part = contentsRect
    let size = Size(image.size.width / scale * part.width, image.size.height / scale * part.height)
    guard size.isFinite, size.width > 0, size.height > 0 else { return nil }
    return gravity.place(of: size, in: bounds)
  }

  /// Draws the picture.
  func drawPicture(in bounds: Rect, into drawing: Drawing) {
    guard let image = picture?.image, let place = picturePlace(in: bounds) else { return }
    let part = contentsRect
    guard part != Rect(0, 0, 1, 1) else { return drawing.image(image, in: place) }
    // All of it, where the shown part is in its place.
    let (width, height) = (place.width / part.width, place.height / part.height)
    let whole = Rect(place.minX - part.minX * width, place.minY - part.minY * height, width, height)
    let outer = drawing.state
    drawing.clip(to: UIBezierPath(rect: place))
    drawing.image(image, in: whole)
    drawing.state = outer
  }
}
