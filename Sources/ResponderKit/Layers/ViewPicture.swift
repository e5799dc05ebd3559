/// What a view and all that is in it looked like, for a transition. Equal to itself only.
final class ViewPicture: Hashable {
  let bitmap: Bitmap
  /// Where it was, in the view's coordinates.
  let place: Rect

  init(_ bitmap: Bitmap, _ place: Rect) {
    self.bitmap = bitmap
    self.place = place
  }

  static func == (left: ViewPicture, right: ViewPicture) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
