import EventRouting
import ResponderKit

/// Draws the title bar of a window on compositors that draw none.
enum TitleBarPainter {
  /// The bar's pixels, as `WaylandWindow.drawTitleBar` takes them.
  static func pixels(_ look: TitleBarLook) -> [UInt32] {
    let bitmap = Bitmap(width: look.pixelWidth, height: look.pixelHeight)
    bitmap.clear(
      bitmap.bounds, to: look.isActive ? UIColor(white: 0.87, alpha: 1) : UIColor(white: 0.94, alpha: 1))
    bitmap.draw { drawing in
      let scale = look.scale
      let ink = UIColor(white: look.isActive ? 0.15 : 0.55, alpha: 1)
      let (width, height) = (Double(look.pixelWidth), Double(look.pixelHeight))
      var right = width
      for button in look.buttons {
        guard let left = look.left(of: button) else { continue }
        let place = Rect(Double(left) * scale, 0, Double(TitleBarLook.buttonWidth) * scale, height)
        right = min(right, place.minX)
        draw(button, in: place, ink, look, drawing)
      }
      let title = Rect(12 * scale, 0, max(right - 24 * scale, 0), height)
      drawing.text(
        look.title, in: title, font: .systemFont(ofSize: 14 * scale, weight: .semibold), ink,
        alignment: .center)
      drawing.fill(Rect(0, height - scale, width, scale), UIColor(white: 0, alpha: 0.12))
    }
    return bitmap.withPixels { Array($0) }
  }

  private static func draw(
    _ button: TitleBarLook.Button, in place: Rect, _ ink: UIColor, _ look: TitleBarLook, _ drawing: Drawing
  ) {
    let scale = look.scale
    if look.hovered == button {
      let isPressed = look.pressed == button
      let shade =
        button == .close
        ? UIColor(red: 0.85, green: 0.2, blue: 0.18, alpha: isPressed ? 1 : 0.8)
        : UIColor(white: 0, alpha: isPressed ? 0.2 : 0.1)
      drawing.fill(place.insetBy(dx: 4 * scale, dy: 4 * scale), shade, cornerRadius: 5 * scale)
    }
    let ink = button == .close && look.hovered == .close ? UIColor.white : ink
    let (middle, reach, width) = (Point(place.midX, place.midY), 5 * scale, 1.5 * scale)
    let box = Rect(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach)
    switch button {
    case .minimize:
      drawing.line([Point(box.minX, middle.y), Point(box.maxX, middle.y)], ink, width: width)
    case .maximize where look.isMaximized:
      let back = Rect(box.minX + 3 * scale, box.minY, 2 * reach - 3 * scale, 2 * reach - 3 * scale)
      drawing.line(
        [
          Point(back.minX, back.minY), Point(back.maxX, back.minY), Point(back.maxX, back.maxY),
        ], ink, width: width)
      drawing.stroke(
        Rect(box.minX, box.minY + 3 * scale, 2 * reach - 3 * scale, 2 * reach - 3 * scale), ink, width: width)
    case .maximize: drawing.stroke(box, ink, width: width)
    case .close:
      drawing.line([box.origin, Point(box.maxX, box.maxY)], ink, width: width)
      drawing.line([Point(box.maxX, box.minY), Point(box.minX, box.maxY)], ink, width: width)
    }
  }
}
