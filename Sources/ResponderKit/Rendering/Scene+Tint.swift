import HIDEvents

extension Painter {
  /// Changes the colors of what is there.
  func tint(_ clip: PixelRect, _ tint: SceneItem.Tint) {
    for y in clip.minY..<max(clip.minY, clip.maxY) {
      let row = pixel(clip.minX, y)
      switch tint {
      case .multiplied(let color):
        let factor = Blending.Factor(color)
        for x in 0..<clip.width { row[x] = factor.applied(to: row[x]) }
      case .vibrant(let color):
        let word = color.pixel
        for x in 0..<clip.width { row[x] = Blending.scaled(word, by: row[x] >> 24) }
      }
    }
  }
}
