/// Switches and sliders, which have the same knob.
extension UISwitch {
  final func drawSwitch() {
    guard let drawing = Drawing.current else { return }
    let track = Rect(origin: bounds.origin, size: Self.size)
    let color = isOn ? onTintColor ?? ControlLooks.on : ControlLooks.track
    drawing.fill(track, isEnabled ? color : color.withAlphaComponent(0.5), cornerRadius: track.height / 2)
    let side = track.height - 4
    // Pressed, the knob gets longer.
    let length = isHighlighted ? side + 5 : side
    let isAtRight = isOn != isMirrored
    let knob = Rect(isAtRight ? track.maxX - 2 - length : track.minX + 2, track.minY + 2, length, side)
    drawing.drawKnob(knob, thumbTintColor ?? .white)
  }
}

extension UISlider {
  final func drawSlider() {
    guard let drawing = Drawing.current else { return }
    // Places as in a slider from left to right: they are mirrored when they are drawn.
    let (knob, line) = (mirrored(knobRect), line)
    let radius = min(line.width, line.height) / 2
    for (image, isLeft) in [(minimumValueImage, true), (maximumValueImage, false)] {
      guard let image else { continue }
      let x = isLeft ? bounds.minX : bounds.maxX - image.size.width
      let place = Rect(origin: Point(x, bounds.midY - image.size.height / 2), size: image.size)
      drawing.image(
        image, in: mirrored(place), tint: tintColor, automatic: .alwaysOriginal, alpha: isEnabled ? 1 : 0.5)
    }
    let left = Rect(line.minX, line.minY, max(knob.midX - line.minX, 0), line.height)
    if let image = currentMaximumTrackImage {
      let rest = Rect(left.maxX, line.minY, max(line.maxX - left.maxX, 0), line.height)
      drawTrack(image, in: mirrored(rest), drawing)
    } else {
      drawing.fill(mirrored(line), maximumTrackTintColor ?? ControlLooks.track, cornerRadius: radius)
    }
    if let image = currentMinimumTrackImage {
      drawTrack(image, in: mirrored(left), drawing)
    } else {
      drawing.fill(
        mirrored(left), isEnabled ? minimumTrackTintColor ?? tintColor : ControlLooks.disabledTrack,
        cornerRadius: min(radius, left.width / 2))
    }
    if let image = currentThumbImage {
      return drawing.image(image, in: knobRect, tint: tintColor, automatic: .alwaysOriginal)
    }
    drawing.drawKnob(knobRect.insetBy(dx: 1, dy: 1), thumbTintColor ?? .white)
  }
}

extension Drawing {
  /// A round knob with a soft edge.
  fileprivate func drawKnob(_ rect: Rect, _ color: UIColor) {
    let radius = min(rect.width, rect.height) / 2
    for (grown, dark) in [(1.5, 0.05), (0.8, 0.10)] {
      fill(
        rect.insetBy(dx: -grown, dy: -grown).offsetBy(dx: 0, dy: 1), UIColor(white: 0, alpha: dark),
        cornerRadius: radius + grown)
    }
    fill(rect, color, cornerRadius: radius)
  }
}
