extension UIView {
  /// A view that shows what this one, with all that is in it, looks like now, and does not change; nil of a view in no window. With `afterUpdates` it is
  /// laid out first; what was never drawn is not seen.
  public final func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    if afterUpdates { layoutIfNeeded() }
    let scale = window.map { $0.renderer?.scale ?? $0.screen.scale } ?? 1
    guard let picture = currentPicture else { return nil }
    let view = UIView(frame: Rect(origin: .zero, size: bounds.size))
    let image = UIImageView(image: UIImage(picture.bitmap, scale: scale))
    // What reaches beyond the view, as a shadow, is in the picture.
    image.frame = picture.place.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
    view.addSubview(image)
    return view
  }
}
