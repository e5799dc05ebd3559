extension UIBezierPath {
  /// The outline of the stroked path, for hit tests or for filling. Its parts overlap.
  public func copy(
    strokingWithWidth lineWidth: Double, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: Double,
    transform: AffineTransform = .identity
  ) -> CGPath {
    var look = LineLook()
    (look.width, look.cap, look.join, look.miterLimit) = (lineWidth, lineCap, lineJoin, miterLimit)
    let covered = outline(of: look)
    covered.apply(transform)
    return covered
  }

  /// The outline of its lines.
  func outline(of look: LineLook) -> UIBezierPath {
    let outline = Outline(strokes: look.pieces(of: pieces), look.style, scale: 3)
    let covered = UIBezierPath()
    for (index, start) in outline.starts.enumerated() {
      let end = outline.end(ofPolygon: index)
      guard start < end else { continue }
      covered.move(to: outline.points[start])
      for point in outline.points[(start + 1)..<end] { covered.addLine(to: point) }
      covered.close()
    }
    return covered
  }
}
