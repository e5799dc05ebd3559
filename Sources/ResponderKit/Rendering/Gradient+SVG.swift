extension Gradient {
  /// A pattern by this name of what goes around the start point, of which SVG has no gradients: slices of one color each. `place` moves the unit square
  /// to where the gradient is; `paint` has the attributes of a slice's color.
  func slices(_ name: String, _ place: String, _ paint: (CGColor) -> String) -> String {
    let count = 180
    let angle = atan2(endPoint.y - startPoint.y, endPoint.x - startPoint.x)
    let (farX, farY) = (
      max(abs(startPoint.x), abs(1 - startPoint.x)), max(abs(startPoint.y), abs(1 - startPoint.y))
    )
    let reach = 1.1 * (farX * farX + farY * farY).squareRoot()
    guard angle.isFinite, reach.isFinite else { return "" }
    func edge(_ part: Double) -> String {
      let turn = angle + 2 * .pi * part
      return "\((startPoint.x + reach * cos(turn)).short) \((startPoint.y + reach * sin(turn)).short)"
    }
    let table = table
    guard !table.isEmpty else { return "" }
    func color(_ word: UInt32) -> CGColor {
      let alpha = max(Double(word >> 24), 1)
      func part(_ shift: UInt32) -> Double { Double(word >> shift & 255) / alpha }
      return CGColor(red: part(16), green: part(8), blue: part(0), alpha: Double(word >> 24) / 255)
    }
    let list = (0..<count).map { slice in
      let (start, end) = (Double(slice) / Double(count), Double(slice + 1) / Double(count))
      let color = color(table[Int((start + end) / 2 * Double(Self.steps - 1) + 0.5)])
      // Beyond the next one's beginning, so that nothing is seen between them.
      return
        "<path d=\"M\(startPoint.x.short) \(startPoint.y.short)L\(edge(start))L\(edge(end + 0.002))Z\"\(paint(color))/>"
    }
    return
      "<pattern id=\"\(name)\" patternUnits=\"userSpaceOnUse\" width=\"1\" height=\"1\" patternTransform=\"\(place)\">"
      + "\(list.joined())</pattern>\n"
  }
}
