/// The form and the look of a picture that is a symbol.
struct SymbolImage: Equatable {
  let form: SymbolForm
  var configuration: UIImage.SymbolConfiguration
  /// In what color it is drawn where nothing else says that; nil: black.
  var tint: UIColor?
  /// The picture's size in pixels.
  private(set) var pixels: Size
  /// How long a unit of the grid is, in pixels.
  private let unit: Double

  /// - Parameter scale: pixels per point.
  init(_ form: SymbolForm, _ configuration: UIImage.SymbolConfiguration, tint: UIColor?, scale: Double) {
    self.form = form
    self.configuration = configuration
    self.tint = tint
    let unit = configuration.letterSize * 1.2 / SymbolForm.height * scale
    // Lines through the middle are sharp where that is in the middle of a pixel, or between two, as their width wants it.
    let odd = (configuration.lineWidth * unit).rounded().truncatingRemainder(dividingBy: 2) == 1 ? 1.0 : 0
    func length(_ units: Double) -> Double { max(((units * unit - odd) / 2).rounded() * 2 + odd, 1) }
    pixels = Size(length(form.width), length(SymbolForm.height))
    self.unit = pixels.height / SymbolForm.height
  }

  /// The parts of the symbol, each in its color, from back to front.
  ///
  /// - Parameter color: that of a template; nil: the picture's own.
  func parts(in color: UIColor?) -> [(look: SymbolLook, color: UIColor)] {
    let size = Size(pixels.width / unit, pixels.height / unit)
    var look = SymbolLook(form: form, lineWidth: configuration.lineWidth, size: size)
    let colors = configuration.colors
    guard form.levels > 1, colors.count > 1 else {
      return [(look, colors.first ?? color ?? tint ?? .black)]
    }
    return (0..<form.levels).reversed().map { level in
      look.level = level
      return (look, colors[min(level, colors.count - 1)])
    }
  }

  /// With left and right exchanged.
  func mirrored(_ scale: Double) -> SymbolImage {
    SymbolImage(SymbolBook.mirrored(form), configuration, tint: tint, scale: scale)
  }

  static func == (left: SymbolImage, right: SymbolImage) -> Bool {
    left.form === right.form && left.configuration == right.configuration && left.tint == right.tint
      && left.pixels == right.pixels
  }
}
