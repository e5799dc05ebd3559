import PlainText

extension SymbolLook {
  /// The symbol as elements of SVG: lines and areas, and a mask of them if some are cut out.
  ///
  /// - Parameters:
  ///   - matrix: writes a transform.
  ///   - mask: a name for the mask.
  func svg(in rect: Rect, _ color: CGColor, mask: String, _ matrix: (AffineTransform) -> String) -> String {
    let layers = shownLayers
    let word = String(color.withAlpha(1).pixel & 0xFFFFFF, radix: 16)
    let fill = "#" + String(repeating: "0", count: 6 - word.count) + word
    let isMasked = layers.contains(where: \.erases)
    let shapes = layers.map { layer, erases in
      element(layer, isMasked ? erases ? "#000" : "#fff" : fill)
    }
    let opacity = color.isOpaque ? "" : " opacity=\"\(color.alpha.short)\""
    let place = matrix(placement(in: rect))
    guard isMasked else {
      return "<g transform=\"\(place)\"\(opacity)>\(shapes.joined())</g>\n"
    }
    let box =
      "x=\"\(rect.minX.short)\" y=\"\(rect.minY.short)\" width=\"\(rect.width.short)\" height=\"\(rect.height.short)\""
    return """
      <mask id="\(mask)" maskUnits="userSpaceOnUse" \(box)><g transform="\(place)">\(shapes.joined())</g></mask>
      <rect \(box) fill="\(fill)"\(opacity) mask="url(#\(mask))"/>

      """
  }

  private func element(_ layer: SymbolLayer, _ color: String) -> String {
    [true, false].map { closed in
      let pieces = layer.pieces.filter { $0.isClosed == closed }
      return pieces.isEmpty ? "" : element(pieces, layer, color, isFilled: closed && layer.isFilled)
    }.joined()
  }

  private func element(
    _ pieces: [PathPiece], _ layer: SymbolLayer, _ color: String, isFilled: Bool
  ) -> String {
    var path = ""
    for piece in pieces {
      for (index, point) in piece.points.enumerated() {
        path += "\(index == 0 ? "M" : "L")\(point.x.short) \(point.y.short)"
      }
      if piece.isClosed {
        path += "Z"
      } else if piece.points.count == 1, let dot = piece.points.first {
        path += "L\(dot.x.short) \(dot.y.short)"
      }
    }
    let lines =
      " stroke=\"\(color)\" stroke-width=\"\(layer.lineWidth(lineWidth).short)\" stroke-linecap=\"round\" "
      + "stroke-linejoin=\"round\""
    return "<path d=\"\(path)\" fill=\"\(isFilled ? color : "none")\"\(layer.isStroked ? lines : "")/>"
  }
}
