extension UIImage {
  /// The symbol of this name in the size of text, drawn by the layer itself: lines and areas, which are sharp in each size. Nil for names that it does
  /// not know.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  /// The symbol of this name with a look.
  public convenience init?(systemName name: String, withConfiguration configuration: SymbolConfiguration?) {
    guard let form = SymbolBook.form(name) else { return nil }
    let scale = Self.screenScale
    let symbol = SymbolImage(form, configuration ?? .unspecified, tint: nil, scale: scale)
    self.init(symbol: symbol, scale: scale, renderingMode: .automatic, flips: form.followsDirection)
  }

  /// Whether it is a symbol, which can have other sizes and weights.
  public var isSymbolImage: Bool { symbol != nil }

  /// The look that was asked for; nil for a picture that is no symbol.
  public var symbolConfiguration: SymbolConfiguration? { symbol?.configuration }

  /// As `symbolConfiguration`.
  public var configuration: SymbolConfiguration? { symbolConfiguration }

  /// The symbol in another look, where that says something; nil for a picture that is no symbol.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    symbol.map { with($0, $0.configuration.applying(configuration)) }
  }

  /// The symbol in another look; a picture that is no symbol as it is.
  public func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
    applyingSymbolConfiguration(configuration) ?? self
  }

  /// What a view shows that prefers a look: what the symbol does not say itself is as there.
  func preferring(_ preferred: SymbolConfiguration?) -> UIImage {
    guard let symbol, let preferred else { return self }
    let looks = preferred.applying(symbol.configuration)
    return looks == symbol.configuration ? self : with(symbol, looks)
  }

  /// The size of what `preferring` returns, which is not made.
  func size(preferring preferred: SymbolConfiguration?) -> Size {
    guard let symbol, let preferred else { return size }
    let looks = preferred.applying(symbol.configuration)
    guard looks != symbol.configuration else { return size }
    let pixels = SymbolImage(symbol.form, looks, tint: symbol.tint, scale: scale).pixels
    return Size(pixels.width / scale, pixels.height / scale)
  }

  private func with(_ symbol: SymbolImage, _ configuration: SymbolConfiguration) -> UIImage {
    let changed = SymbolImage(symbol.form, configuration, tint: symbol.tint, scale: scale)
    return UIImage(
      symbol: changed, scale: scale, renderingMode: renderingMode, flips: flipsForRightToLeftLayoutDirection
    ).withAlignmentRectInsets(alignmentRectInsets)
  }
}
