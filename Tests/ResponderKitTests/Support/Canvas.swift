import ResponderKit

/// A view that draws what a test chooses.
final class Canvas: UIView {
  var body: (CGContext) -> Void = { _ in }

  override func draw(_ rect: Rect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    body(context)
  }

  /// The picture of a white window, in which a view of 100 by 100 points draws.
  static func picture(_ body: @escaping @Sendable (CGContext) -> Void) -> UIImage {
    onStage { stage in
      let canvas = Canvas(frame: Rect(0, 0, 100, 100))
      canvas.body = body
      stage.window.backgroundColor = .white
      stage.show(canvas)
      return UIImage(stage.window.snapshot())
    }
  }
}
