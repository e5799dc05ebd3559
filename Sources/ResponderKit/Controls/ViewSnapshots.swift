extension UIView {
  /// How many pixels a point has in pictures of it.
  private var pictureScale: Double { window.map { $0.renderer?.scale ?? $0.screen.scale } ?? 1 }

  /// A view that shows what this one, with all that is in it, looks like now, and does not change; nil of a view in no window. With `afterUpdates` it is
  /// laid out first; what was never drawn is not seen.
  public final func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    if afterUpdates { layoutIfNeeded() }
    guard let picture = currentPicture else { return nil }
    let view = UIView(frame: Rect(origin: .zero, size: bounds.size))
    let image = UIImageView(image: UIImage(picture.bitmap, scale: pictureScale))
    // What reaches beyond the view, as a shadow, is in the picture.
    image.frame = picture.place.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
    view.addSubview(image)
    return view
  }

  /// A view that shows what a part of this one looks like now; nil of a view in no window. In another size it is stretched, but for the edges of `capInsets`.
  public final func resizableSnapshotView(
    from rect: Rect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: EdgeInsets
  ) -> UIView? {
    guard rect.isFinite, let whole = snapshotView(afterScreenUpdates: afterUpdates) else { return nil }
    let part = rect.intersection(Rect(origin: bounds.origin, size: bounds.size))
    let format = UIGraphicsImageRendererFormat()
    format.scale = pictureScale
    let picture = UIGraphicsImageRenderer(size: rect.size, format: format).image { _ in
      guard !part.isNull, !part.isEmpty, let shown = whole.subviews.first as? UIImageView else { return }
      UIRectClip(part.offsetBy(dx: -rect.minX, dy: -rect.minY))
      shown.image?.draw(in: shown.frame.offsetBy(dx: bounds.minX - rect.minX, dy: bounds.minY - rect.minY))
    }
    let view = UIImageView(
      image: capInsets == .zero ? picture : picture.resizableImage(withCapInsets: capInsets))
    view.frame = Rect(origin: .zero, size: rect.size)
    return view
  }
}
