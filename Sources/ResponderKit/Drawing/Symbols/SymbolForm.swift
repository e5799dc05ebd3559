/// A symbol of a name: layers on a grid that is 24 units high. Made once for each name that is used, and kept.
final class SymbolForm: Sendable {
  static let height = 24.0
  let name: String
  /// In units.
  let width: Double
  let layers: [SymbolLayer]
  /// How many colors it can have.
  let levels: Int

  init(_ name: String, width: Double, _ layers: [SymbolLayer]) {
    self.name = name
    self.width = width
    self.layers = layers
    levels = 1 + (layers.map(\.level).max() ?? 0)
  }

  /// Whether it is mirrored where content begins at the right: arrows and chevrons forward or backward, not the controls of players.
  var followsDirection: Bool {
    (name.hasPrefix("chevron.") || name.hasPrefix("arrow.")) && name.contains("ward")
  }
}

/// A symbol with lines of some width, of which all or one level is drawn.
struct SymbolLook: Hashable {
  let form: SymbolForm
  /// In units of the grid.
  var lineWidth: Double
  /// The picture's size in units, in whose middle the symbol is.
  var size: Size
  /// Nil: all in one color.
  var level: Int?

  /// From the grid to the rectangle of the picture.
  func placement(in rect: Rect) -> AffineTransform {
    let (x, y) = (rect.width / max(size.width, 1e-6), rect.height / max(size.height, 1e-6))
    let left = rect.minX + (size.width - form.width) / 2 * x
    let top = rect.minY + (size.height - SymbolForm.height) / 2 * y
    return AffineTransform(a: x, b: 0, c: 0, d: y, tx: left, ty: top)
  }

  /// The layers that are seen, each with whether it erases.
  var shownLayers: [(layer: SymbolLayer, erases: Bool)] {
    form.layers.compactMap { layer in
      switch layer.ink {
      case .erases: (layer, true)
      case .contrasts where level == nil: (layer, true)
      // It lies over the others, whose edges would be seen if they ended there.
      case .contrasts: level == layer.level ? (layer, false) : nil
      case .draws: (layer, level != nil && level != layer.level)
      }
    }
  }

  static func == (left: SymbolLook, right: SymbolLook) -> Bool {
    left.form === right.form && left.lineWidth == right.lineWidth && left.size == right.size
      && left.level == right.level
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(form))
    hasher.combine(lineWidth)
    hasher.combine(size)
    hasher.combine(level)
  }
}
