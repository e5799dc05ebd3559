/// How a layer's picture is placed in its bounds.
public enum CALayerContentsGravity: Hashable, Sendable {
  /// In its own size.
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// Stretched to the bounds.
  case resize
  /// As large as fits into the bounds, in the middle.
  case resizeAspect
  /// As small as fills the bounds, in the middle.
  case resizeAspectFill

  func place(of size: Size, in bounds: Rect) -> Rect {
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let scale =
      switch self {
      case .resizeAspect: min(across, down)
      case .resizeAspectFill: max(across, down)
      default: 1.0
      }
    if self == .resize { return bounds }
    let (width, height) = (size.width * scale, size.height * scale)
    let x =
      switch self {
      case .left, .topLeft, .bottomLeft: bounds.minX
      case .right, .topRight, .bottomRight: bounds.maxX - width
      default: bounds.midX - width / 2
      }
    let y =
      switch self {
      case .top, .topLeft, .topRight: bounds.minY
      case .bottom, .bottomLeft, .bottomRight: bounds.maxY - height
      default: bounds.midY - height / 2
      }
    return Rect(x, y, width, height)
  }
}
