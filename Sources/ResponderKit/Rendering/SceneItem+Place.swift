import HIDEvents

extension SceneItem {
  /// The pixels of its bounds that may be seen.
  var place: PixelRect {
    let box = bounds.applying(transform)
    return box.isFinite ? PixelRect(around: box).intersection(clip) : .empty
  }

  /// Where what is in a clipping view can be seen.
  var innerClip: PixelRect {
    let box = bounds.applying(transform)
    guard box.isFinite else { return .empty }
    return (transform.isTurned ? PixelRect(around: box) : PixelRect(rounding: box)).intersection(clip)
  }
}
