extension Drawing {
  /// A symbol as a control's own sign, around a point.
  ///
  /// - Parameter size: of the letters beside which it would stand.
  func sign(
    _ name: String, at middle: Point, size: Double, weight: UIImage.SymbolWeight = .regular, _ color: UIColor
  ) {
    guard let form = SymbolBook.form(name) else { return }
    let symbol = SymbolImage(form, .init(pointSize: size, weight: weight), tint: color, scale: 1)
    let size = symbol.pixels
    let rect = Rect(middle.x - size.width / 2, middle.y - size.height / 2, size.width, size.height)
    for part in symbol.parts(in: nil) { add(.symbol(part.look, rect, part.color.cgColor)) }
  }
}
