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
    guard let line else {
      drawing.barLine(in: bounds, .separator, atTop: lineAtTop)
      return true
    }
    drawing.barLine(in: bounds, line, atTop: lineAtTop)
    return true
  }
}

extension Rect {
  /// The part of a bar along its upper or lower edge.
  fileprivate func barEdge(_ height: Double, atTop: Bool) -> Rect {
    Rect(minX, atTop ? minY : maxY - height, width, height)
  }
}

extension Drawing {
  /// Fills the line between a bar and the contents.
  func barLine(in bounds: Rect, _ color: UIColor, atTop: Bool) {
    fill(bounds.barEdge(0.5, atTop: atTop), color)
  }

  /// Draws a picture in place of the line; one without pixels is none.
  func barLine(in bounds: Rect, _ picture: UIImage, atTop: Bool) {
    let (width, height) = (picture.size.width, picture.size.height)
    if width > 0, height > 0 { image(picture, in: bounds.barEdge(height, atTop: atTop)) }
  }

  /// Fills a bar, and its line.
  func bar(_ bounds: Rect, _ color: UIColor, lineAtTop: Bool) {
    fill(bounds, color)
    barLine(in: bounds, .separator, atTop: lineAtTop)
  }
}
