import ResponderKit

/// Shows a view of a fixed size as large as the window lets it, in the middle: it follows the window.
final class FittedView: UIView {
  let content: UIView
  private let size: Size

  init(_ content: UIView, frame: Rect) {
    self.content = content
    size = content.bounds.size
    super.init(frame: frame)
    backgroundColor = DemoLook.background
    addSubview(content)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let scale = min(bounds.width / size.width, bounds.height / size.height)
    guard scale > 0, scale.isFinite else { return }
    content.transform = AffineTransform(scaleX: scale, y: scale)
    content.center = Point(bounds.width / 2, bounds.height / 2)
  }
}
