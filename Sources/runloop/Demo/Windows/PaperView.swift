import ResponderKit

/// Draws the ways of any number of fingers into a picture. When the paper shrinks it shows a part of the picture.
final class PaperView: UIView {
  var paint = 0
  var changed: () -> Void = {}
  private var ink = Bitmap(width: 1, height: 1)
  private var live: [ObjectIdentifier: (color: UIColor, width: Double, number: Int)] = [:]
  private(set) var strokes = 0
  private(set) var points = 0
  var fingers: Int { live.count }

  override init(frame: Rect) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
    clipsToBounds = true
    growInk()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    growInk()
  }

  /// Makes the picture as large as the paper. It never shrinks: strokes outside of a smaller paper are seen again when that grows.
  private func growInk() {
    let width = max(ink.width, Int(min(bounds.width.rounded(.up), Double(Bitmap.longestSide))))
    let height = max(ink.height, Int(min(bounds.height.rounded(.up), Double(Bitmap.longestSide))))
    guard width > ink.width || height > ink.height else { return }
    let (old, grown) = (ink, Bitmap(width: width, height: height))
    grown.draw { $0.image(old, in: Rect(0, 0, Double(old.width), Double(old.height))) }
    ink = grown
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect) {
    let size = Size(Double(ink.width), Double(ink.height))
    Drawing.current?.image(ink, in: Rect(origin: .zero, size: size))
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in inOrder(touches) {
      // Several fingers have several colors.
      let color = DemoLook.paints[(paint + live.count) % DemoLook.paints.count]
      live[ObjectIdentifier(touch)] = (color, 7, strokes)
      strokes += 1
      stroke(touch, from: touch.location(in: self), to: touch.location(in: self))
    }
    changed()
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in inOrder(touches) {
      // A busy loop gets several moves at once: all of them are drawn.
      for sample in event?.coalescedTouches(for: touch) ?? [touch] {
        stroke(touch, from: sample.previousLocation(in: self), to: sample.location(in: self))
      }
    }
    changed()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { lift(touches) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { lift(touches) }

  /// A set has another order in each run, and what is drawn last covers the rest: fingers that came down first are
  /// first, and of one frame those farther to the left.
  private func inOrder(_ touches: Set<UITouch>) -> [UITouch] {
    func rank(_ touch: UITouch) -> (Int, Double, Double) {
      let place = touch.location(in: self)
      return (live[ObjectIdentifier(touch)]?.number ?? .max, place.x, place.y)
    }
    return touches.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func lift(_ touches: Set<UITouch>) {
    for touch in inOrder(touches) {
      stroke(touch, from: touch.previousLocation(in: self), to: touch.location(in: self))
      live[ObjectIdentifier(touch)] = nil
    }
    changed()
  }

  private func stroke(_ touch: UITouch, from start: Point, to end: Point) {
    guard let (color, width, _) = live[ObjectIdentifier(touch)] else { return }
    points += 1
    ink.draw { $0.line([start, end], color, width: width) }
    setNeedsDisplay(
      in: Rect(origin: start, size: .zero).union(Rect(origin: end, size: .zero)).insetBy(
        dx: -width, dy: -width))
  }

  func clear() {
    ink.clear(ink.bounds)
    (strokes, points) = (0, 0)
    setNeedsDisplay()
    changed()
  }
}
