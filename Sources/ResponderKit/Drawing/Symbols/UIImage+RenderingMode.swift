extension UIImage {
  /// Whether views show a picture in their tint color.
  public enum RenderingMode: Int, Hashable, Sendable, CaseIterable {
    /// Symbols are templates, and all pictures of bars and of the system's buttons.
    case automatic
    /// As the picture is.
    case alwaysOriginal
    /// Where the picture is opaque, the view's tint color is shown.
    case alwaysTemplate
  }

  /// The same picture in another mode.
  public func withRenderingMode(_ mode: RenderingMode) -> UIImage {
    mode == renderingMode
      ? self : UIImage(self, renderingMode: mode, flips: flipsForRightToLeftLayoutDirection)
  }

  /// The same shape in one color: where the picture is opaque the color is, too. As before, views show templates, such as symbols, in their own tint
  /// color: see `withTintColor(_:renderingMode:)`.
  public func withTintColor(_ color: UIColor) -> UIImage {
    withTintColor(color, renderingMode: renderingMode)
  }

  /// The same shape in one color, and in a mode: `alwaysOriginal` keeps the color in all views.
  public func withTintColor(_ color: UIColor, renderingMode mode: RenderingMode) -> UIImage {
    let flips = flipsForRightToLeftLayoutDirection
    if var symbol {
      symbol.tint = color
      return UIImage(symbol: symbol, scale: scale, renderingMode: mode, flips: flips)
        .withAlignmentRectInsets(alignmentRectInsets)
    }
    let pixels = tinted(color.cgColor).fullBitmap
    let image = UIImage(self, pixels: pixels, renderingMode: mode, flips: flips) {
      $0.withTintColor(color, renderingMode: mode)
    }
    image.source = source.map { CGImage(sharing: $0.bitmap.tinted(color.cgColor)) }
    return image
  }

  /// Whether it is shown in a tint color.
  ///
  /// - Parameter others: what `automatic` means where it is shown, for pictures that are no symbols.
  func isTemplate(automatic others: RenderingMode) -> Bool {
    switch renderingMode {
    case .alwaysOriginal: false
    case .alwaysTemplate: true
    case .automatic: isSymbolImage || others == .alwaysTemplate
    }
  }
}

extension Drawing {
  /// A picture as views show it: a template in a color.
  ///
  /// - Parameters:
  ///   - others: what `automatic` means in the view, for pictures that are no symbols.
  ///   - isDarkened: whether its shape is drawn over it once more, in black that lets most of it through.
  func image(
    _ image: UIImage, in rect: Rect, tint: @autoclosure () -> UIColor,
    automatic others: UIImage.RenderingMode = .alwaysTemplate, alpha: Double = 1, isDarkened: Bool = false
  ) {
    let isTemplate = image.isTemplate(automatic: others)
    if isTemplate { usesTint = true }
    let shown = parts(of: image, rect, isTemplate ? tint() : nil, alpha)
    if isDarkened { return add(.effect(shown, .darkened(0.4))) }
    for operation in shown { add(operation) }
  }

  /// - Parameter tint: nil: the picture's own colors.
  func parts(of image: UIImage, _ rect: Rect, _ tint: UIColor?, _ alpha: Double) -> [Operation] {
    if let symbol = image.symbol {
      return symbol.parts(in: tint).map { part in
        let color = part.color.cgColor
        return .symbol(part.look, rect, color.withAlpha(color.alpha * alpha))
      }
    }
    let image = tint.map { image.tinted($0.cgColor) } ?? image
    guard let parts = image.parts(in: rect) else { return [.picture(image, rect, alpha: alpha)] }
    return parts.map { .picture($0.image, $0.rect, alpha: alpha) }
  }
}
