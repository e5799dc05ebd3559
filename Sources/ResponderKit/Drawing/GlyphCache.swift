/// How much of each pixel a letter covers, for letters that are upright: made once for each size.
final class GlyphCache {
  struct Mask {
    /// From where the letter stands to its first pixel.
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var coverage: [UInt8] = []
    /// To the next letter, in pixels.
    var advance = 0.0
  }

  private struct Key: Hashable {
    var character: Character
    var font: UIFont
    var scale: Double
  }

  /// More sizes than any program shows at once: what is beyond begins anew.
  private static let most = 2048
  private var masks: [Key: Mask] = [:]
  private let rasterizer = Rasterizer()

  func mask(_ character: Character, _ font: UIFont, _ scale: Double) -> Mask {
    let key = Key(character: character, font: font, scale: scale)
    if let mask = masks[key] { return mask }
    if masks.count >= Self.most { masks = [:] }
    let mask = make(character, font, scale)
    masks[key] = mask
    return mask
  }

  private func make(_ character: Character, _ font: UIFont, _ scale: Double) -> Mask {
    let glyph = Glyph.of(character)
    let unit = font.unit * scale
    let stroke = font.stroke * unit
    var mask = Mask()
    mask.advance = (glyph.width + font.gap) * unit
    mask.width = min(PixelRect.whole((glyph.width * unit + stroke).rounded(.up)) + 2, 4096)
    mask.height = min(PixelRect.whole((8 * unit + stroke).rounded(.up)) + 2, 4096)
    mask.left = -1
    mask.top = -1
    var outline = Outline()
    glyph.add(
      to: &outline, at: Point(stroke / 2 + 1, stroke / 2 + 1), unit: unit, weight: font.stroke, scale: 1)
    var coverage = [UInt8](repeating: 0, count: mask.width * mask.height)
    let box = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
    let width = mask.width
    rasterizer.fill(outline, .identity, bounds: box, clip: box) { y, x, row, count in
      for index in 0..<count { coverage[y * width + x + index] = row[index] }
    }
    mask.coverage = coverage
    return mask
  }
}
