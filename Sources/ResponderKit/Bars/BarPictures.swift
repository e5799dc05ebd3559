/// The pictures that a program chooses in place of a bar's background and of its line.
struct BarPictures {
  /// Stretched over the bar; one without pixels leaves its place clear.
  var background: UIImage?
  /// In place of the line, where there is a picture for the background.
  var line: UIImage?

  /// Draws them; false when the bar has its own background.
  func draw(in bounds: Rect, over color: UIColor?, lineAtTop: Bool) -> Bool {
    guard let background else { return false }
    guard let drawing = Drawing.current else { return true }
    if let color { drawing.fill(bounds, color) }
    if background.size.width > 0, background.size.height > 0 { drawing.image(background, in: bounds) }
    let height = line?.size.height ?? 0.5
    let edge = Rect(bounds.minX, lineAtTop ? bounds.minY : bounds.maxY - height, bounds.width, height)
    if let line {
      if line.size.width > 0, height > 0 { drawing.image(line, in: edge) }
    } else {
      drawing.fill(edge, .separator)
    }
    return true
  }
}
