/// Makes drawings of what views draw.
final class DrawingRecorder {
  /// The target of the view that is drawing now.
  private(set) var current: Drawing?
  private var count = 0

  /// What `draw` draws, of a view with these bounds. A view may have another one drawn while it draws.
  func record(_ bounds: Rect, _ draw: () -> Void) -> Drawing {
    let drawing = Drawing()
    let outer = current
    current = drawing
    draw()
    current = outer
    count += 1
    drawing.close(count, bounds)
    return drawing
  }
}
