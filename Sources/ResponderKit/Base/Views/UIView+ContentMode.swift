import HIDEvents

extension UIView {
  /// Where a picture is shown in a view of another size.
  public enum ContentMode: Int, Hashable, Sendable, CaseIterable {
    /// Stretched to the view.
    case scaleToFill
    /// As large as it fits in, in its own proportions.
    case scaleAspectFit
    /// So large that it fills the view, in its own proportions.
    case scaleAspectFill
    /// As `scaleToFill`.
    case redraw
    /// In its own size, in the middle.
    case center
    /// In its own size, at the middle of the upper edge.
    case top
    /// In its own size, at the middle of the lower edge.
    case bottom
    /// In its own size, at the middle of the left edge.
    case left
    /// In its own size, at the middle of the right edge.
    case right
    /// In its own size, in the corner.
    case topLeft
    /// In its own size, in the corner.
    case topRight
    /// In its own size, in the corner.
    case bottomLeft
    /// In its own size, in the corner.
    case bottomRight

    /// The rectangle of something of a size.
    func place(_ size: Size, in bounds: Rect) -> Rect {
      var shown = size
      switch self {
      case .scaleToFill, .redraw: return bounds
      case .scaleAspectFit, .scaleAspectFill:
        guard size.width > 0, size.height > 0 else { return bounds }
        let (across, down) = (bounds.width / size.width, bounds.height / size.height)
        let factor = self == .scaleAspectFit ? min(across, down) : max(across, down)
        shown = Size(size.width * factor, size.height * factor)
      default: break
      }
      let room = Size(bounds.width - shown.width, bounds.height - shown.height)
      let x =
        switch self {
        case .left, .topLeft, .bottomLeft: 0.0
        case .right, .topRight, .bottomRight: room.width
        default: room.width / 2
        }
      let y =
        switch self {
        case .top, .topLeft, .topRight: 0.0
        case .bottom, .bottomLeft, .bottomRight: room.height
        default: room.height / 2
        }
      return Rect(bounds.minX + x, bounds.minY + y, shown.width, shown.height)
    }
  }
}
