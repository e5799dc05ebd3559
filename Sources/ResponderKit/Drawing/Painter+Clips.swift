import HIDEvents

extension Painter {
  /// Draws operations that are placed, inside of all clips.
  func paint(
    _ operations: [Drawing.Operation], _ placement: Drawing.Placement, _ transform: AffineTransform,
    _ clip: PixelRect
  ) {
    let inner = placement.transform.concatenating(transform)
    guard !placement.clips.isEmpty else { return paint(operations, inner, clip: clip) }
    if operations.contains(where: \.isBlended) {
      mix(placement.clips, transform, clip) { paint(operations, inner, clip: $0) }
    } else {
      cut(placement.clips[...], transform, clip) { paint(operations, inner, clip: $0) }
    }
  }

  /// Draws `body` into a layer for each polygon that cuts it.
  private func cut(
    _ clips: ArraySlice<Drawing.Clip>, _ transform: AffineTransform, _ clip: PixelRect,
    _ body: (PixelRect) -> Void
  ) {
    guard let cut = clips.first else { return body(clip) }
    let part = cut.pixels(transform).intersection(clip)
    let outline = Outline(cut.shape, scale: transform.scale)
    layer(part, alpha: 1, mask: (outline, transform)) {
      self.cut(clips.dropFirst(), transform, part, body)
      if let mask = cut.mask { keep(mask, transform, part) }
    }
  }

  /// Draws `body`, which combines its colors with those below, over a copy of these, and takes as much of that as the clips leave.
  private func mix(
    _ clips: [Drawing.Clip], _ transform: AffineTransform, _ clip: PixelRect, _ body: (PixelRect) -> Void
  ) {
    let part = clips.reduce(clip) { $0.intersection($1.pixels(transform)) }
    guard !part.isEmpty else { return }
    let cover = apart(part) { cut(clips[...], transform, part) { _ in coverTarget() } }
    let new = apart(part, overCopy: true) { body(part) }
    for y in part.minY..<part.maxY {
      let (row, start) = (pixel(part.minX, y), (y - part.minY) * part.width)
      for x in 0..<part.width {
        let covered = cover.pixels[start + x] >> 24
        if covered > 0 { row[x] = Blending.mix(row[x], new.pixels[start + x], (covered * 256 + 127) / 255) }
      }
    }
  }

  /// Keeps what is there only as much as a mask says, whose edges are not drawn: those of its clip are.
  private func keep(_ mask: Drawing.ClipMask, _ transform: AffineTransform, _ clip: PixelRect) {
    guard !clip.isEmpty else { return }
    guard let own = mask.inverse, let back = transform.inverse else { return clear(clip, to: .clear) }
    let inverse = back.concatenating(own)
    var samples = [UInt32](repeating: 0, count: clip.width)
    for y in clip.minY..<clip.maxY {
      let row = pixel(clip.minX, y)
      samples.withUnsafeMutableBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        mask.bitmap.sample(inverse, clip.minX, y, clip.width, into: samples)
        for x in 0..<clip.width { row[x] = Blending.scaled(row[x], by: samples[x] >> 24) }
      }
    }
  }
}

extension Drawing.Clip {
  /// The pixels around it.
  fileprivate func pixels(_ transform: AffineTransform) -> PixelRect {
    PixelRect(around: Rect(around: points).applying(transform))
  }
}

extension Drawing.Operation {
  /// Whether it is combined with what is below it, and does not only lie over that.
  var isBlended: Bool {
    switch self {
    case .placed(let inner, _), .effect(let inner, .shadow), .effect(let inner, .darkened):
      inner.contains(where: \.isBlended)
    case .effect(_, .blend): true
    default: false
    }
  }
}
