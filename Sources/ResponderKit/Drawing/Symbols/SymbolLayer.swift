/// Lines and areas of a symbol that are drawn together.
struct SymbolLayer {
  /// What the layer does to those below it.
  enum Ink {
    case draws, erases
    /// Erases where there is one color, and draws in the first one where there are several.
    case contrasts
  }

  var pieces: [PathPiece] = []
  var isFilled = false
  var isStroked = true
  var ink = Ink.draws
  /// By how much its lines are wider than the symbol's others, on both sides together.
  var margin = 0.0
  /// How wide its lines are, in parts of the symbol's others.
  var thickness = 1.0
  /// In which of several colors it is: 0, the first, is that of what matters most.
  var level = 0

  /// The layer in another place; its lines are as wide as before.
  func applying(_ transform: AffineTransform) -> SymbolLayer {
    var layer = self
    layer.pieces = pieces.map {
      PathPiece(points: $0.points.map { $0.applying(transform) }, isClosed: $0.isClosed)
    }
    return layer
  }

  /// Inside of a filled circle, and the like: cut out of it.
  var cutOut: SymbolLayer {
    var layer = self
    switch ink {
    case .draws: (layer.ink, layer.level) = (.contrasts, 0)
    // What is cut out of what is cut out.
    case .erases: (layer.ink, layer.level) = (.draws, 1)
    case .contrasts: break
    }
    return layer
  }
}
