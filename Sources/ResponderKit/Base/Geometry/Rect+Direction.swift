extension Rect {
  /// The rectangle, mirrored in a larger one.
  func mirrored(in room: Rect) -> Rect { Rect(room.minX + room.maxX - maxX, minY, width, height) }
}

extension EdgeInsets {
  /// With the sides exchanged.
  var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }
}
