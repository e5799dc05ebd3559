import LinuxSystem
import ResponderKit

/// The selected part: a drawing of two wheels, its name, and a sentence.
final class PartCard: UIView {
  private let wheels = WheelsView()
  private let name = DemoLook.label("", size: 26, weight: .bold)
  private let text = DemoLook.label("", size: 17, color: DemoLook.faint)
  private let card = DemoLook.card()

  override init(frame: Rect) {
    super.init(frame: frame)
    card.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    text.numberOfLines = 0
    for view in [card, wheels, name, text] { addSubview(view) }
  }

  func show(_ part: (name: String, text: String), number: Int) {
    name.text = part.name
    text.text = part.text
    wheels.teeth = 18 + number % 7 * 2
    wheels.color = DemoLook.paints[(number + 3) % DemoLook.paints.count]
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var room = bounds.insetBy(dx: 24, dy: 20)
    let height = text.sizeThatFits(Size(room.width, 0)).height
    text.frame = room.cut(.bottom, height)
    _ = room.cut(.bottom, 8)
    name.frame = room.cut(.bottom, 36)
    _ = room.cut(.bottom, 12)
    wheels.frame = room
  }
}

/// A wheel and its pinion.
private final class WheelsView: UIView {
  var teeth = 18 { didSet { setNeedsDisplay() } }
  var color = DemoLook.accent { didSet { setNeedsDisplay() } }
  private static let leaves = 9

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    // Teeth of both have the same size, so radii are as the numbers of teeth.
    let share = Double(Self.leaves) / Double(teeth)
    let radius = max(min(bounds.width / (2 + 2 * share) * 0.92, bounds.height / 2 * 0.92), 0)
    let small = radius * share
    let shift = bounds.midX - (radius + 2 * small - radius) / 2
    let middle = Point(shift, bounds.midY)
    wheel(drawing, middle, radius, teeth, color, turned: 0)
    let pinion = Point(middle.x + radius + small, middle.y)
    wheel(drawing, pinion, small, Self.leaves, DemoLook.ink, turned: .pi + .pi / Double(Self.leaves))
  }

  /// - Parameter radius: of the circle on which it meets another wheel.
  private func wheel(
    _ drawing: Drawing, _ middle: Point, _ radius: Double, _ teeth: Int, _ color: UIColor, turned: Double
  ) {
    guard radius > 8 else { return }
    let depth = radius * 1.1 / Double(teeth)
    func place(_ angle: Double, _ radius: Double) -> Point {
      Point(middle.x + cos(angle + turned) * radius, middle.y + sin(angle + turned) * radius)
    }
    let step = 2 * Double.pi / Double(teeth)
    let outline = (0..<teeth).flatMap { tooth in
      [(-0.31, -1.2), (-0.15, 1.0), (0.15, 1.0), (0.31, -1.2)].map { part, height in
        place((Double(tooth) + part) * step, radius + height * depth)
      }
    }
    drawing.fillPolygon(outline, color)
    let rim = radius - 3 * depth
    if rim > 40 {
      circle(drawing, middle, rim * 0.94, .white)
      for spoke in 0..<5 {
        let angle = Double(spoke) * 2 * .pi / 5
        drawing.line([middle, place(angle, rim)], color, width: rim * 0.11)
      }
      circle(drawing, middle, rim * 0.24, color)
    }
    circle(drawing, middle, max(rim * 0.09, 4), .white)
  }

  private func circle(_ drawing: Drawing, _ middle: Point, _ radius: Double, _ color: UIColor) {
    drawing.fillEllipse(in: Rect(middle.x - radius, middle.y - radius, 2 * radius, 2 * radius), color)
  }
}
