import HIDEvents

/// How much of each pixel a symbol covers.
struct SymbolMask {
  let box: PixelRect
  private(set) var coverage: [UInt8]

  /// - Parameters:
  ///   - transform: from the grid to pixels.
  ///   - box: the pixels that are wanted.
  init(_ look: SymbolLook, _ transform: AffineTransform, in box: PixelRect, _ rasterizer: Rasterizer) {
    self.box = box
    coverage = [UInt8](repeating: 0, count: box.width * box.height)
    let placed = transform.concatenating(
      AffineTransform(translationX: -Double(box.minX), y: -Double(box.minY)))
    for (layer, erases) in look.shownLayers {
      guard erases else {
        Self.draw(layer, look.lineWidth, placed, box, rasterizer, into: &coverage)
        continue
      }
      var hole = [UInt8](repeating: 0, count: coverage.count)
      Self.draw(layer, look.lineWidth, placed, box, rasterizer, into: &hole)
      for index in coverage.indices where hole[index] > 0 {
        coverage[index] = UInt8((Int(coverage[index]) * (255 - Int(hole[index])) + 127) / 255)
      }
    }
  }

  /// Where parts of a layer meet, the one that covers more counts: sums would make edges of curves bumpy.
  private static func draw(
    _ layer: SymbolLayer, _ lineWidth: Double, _ transform: AffineTransform, _ box: PixelRect,
    _ rasterizer: Rasterizer, into coverage: inout [UInt8]
  ) {
    let room = PixelRect(x: 0, y: 0, width: box.width, height: box.height)
    let (width, scale) = (layer.lineWidth(lineWidth), transform.scale)
    func add(_ outline: Outline) {
      rasterizer.fill(outline, transform, bounds: room, clip: room) { y, x, row, count in
        let start = y * room.width + x
        for index in 0..<count where row[index] > coverage[start + index] {
          coverage[start + index] = row[index]
        }
      }
    }
    for piece in layer.pieces {
      if layer.isFilled, piece.isClosed { add(Outline(.polygon(piece.points), scale: scale)) }
      guard layer.isStroked else { continue }
      let points = piece.isClosed ? piece.points + piece.points.prefix(1) : piece.points
      for (from, to) in zip(points, points.count == 1 ? points[...] : points.dropFirst()) {
        var line = Outline()
        line.addCapsule(from: from, to: to, width: width, scale: scale)
        add(line)
      }
    }
  }
}

/// Masks of symbols that are upright, each made once for a size.
final class SymbolCache {
  private struct Key: Hashable {
    let look: SymbolLook
    let width: Int
    let height: Int
  }

  /// Larger ones are made anew each time.
  private static let longestSide = 256
  private static let mostBytes = 1 << 20
  private var masks: [Key: SymbolMask] = [:]
  private var bytes = 0
  private let rasterizer = Rasterizer()

  /// The mask of a symbol in a rectangle, in pixels; of one that is not upright, or large, what is in the clip.
  func mask(
    _ look: SymbolLook, in rect: Rect, _ transform: AffineTransform, _ clip: PixelRect
  ) -> SymbolMask? {
    guard rect.width > 0, rect.height > 0 else { return nil }
    let place = rect.applying(transform)
    guard place.isFinite, max(abs(place.minX), abs(place.minY), place.width, place.height) < 1e6 else {
      return nil
    }
    guard transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0 else {
      return direct(look, look.placement(in: rect).concatenating(transform), place, clip)
    }
    // On whole pixels, so that lines are as sharp as they can be.
    let (width, height) = (max(place.width.rounded(), 1), max(place.height.rounded(), 1))
    let whole = Rect(place.minX.rounded(), place.minY.rounded(), width, height)
    guard Int(max(width, height)) <= Self.longestSide else {
      return direct(look, look.placement(in: whole), whole, clip)
    }
    let (x, y) = (Int(whole.minX), Int(whole.minY))
    let key = Key(look: look, width: Int(width), height: Int(height))
    if let mask = masks[key] { return mask.moved(x, y) }
    if bytes > Self.mostBytes { (masks, bytes) = ([:], 0) }
    let room = PixelRect(x: 0, y: 0, width: key.width, height: key.height)
    let size = Rect(0, 0, width, height)
    let mask = SymbolMask(look, look.placement(in: size), in: room, rasterizer)
    bytes += mask.coverage.count
    masks[key] = mask
    return mask.moved(x, y)
  }

  private func direct(
    _ look: SymbolLook, _ transform: AffineTransform, _ place: Rect, _ clip: PixelRect
  ) -> SymbolMask? {
    let box = PixelRect(around: place).intersection(clip)
    return box.isEmpty ? nil : SymbolMask(look, transform, in: box, rasterizer)
  }
}

extension SymbolMask {
  private init(_ mask: SymbolMask, _ box: PixelRect) { (self.box, coverage) = (box, mask.coverage) }

  /// The same one elsewhere.
  fileprivate func moved(_ x: Int, _ y: Int) -> SymbolMask {
    SymbolMask(self, PixelRect(x: x, y: y, width: box.width, height: box.height))
  }
}

extension SymbolLayer {
  /// - Parameter width: of the symbol's lines.
  func lineWidth(_ width: Double) -> Double { width * thickness + margin }
}

extension Painter {
  /// A symbol in one color, in a rectangle.
  func symbol(
    _ look: SymbolLook, _ rect: Rect, _ color: CGColor, _ transform: AffineTransform, _ clip: PixelRect
  ) {
    guard !color.isClear, let mask = symbols.mask(look, in: rect, transform, clip) else { return }
    let (word, part) = (color.pixel, mask.box.intersection(clip))
    guard !part.isEmpty else { return }
    mask.coverage.withUnsafeBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for y in part.minY..<part.maxY {
        let row = coverage + (y - mask.box.minY) * mask.box.width + (part.minX - mask.box.minX)
        Blending.fill(pixel(part.minX, y), row, part.width, word)
      }
    }
  }
}
