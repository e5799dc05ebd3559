import LinuxSystem
import ResponderKit

/// Finger paint: each finger draws; cards are moved, pinched and turned by the fingers that come down on them.
enum CanvasDemo {
  static let size = Size(900, 620)

  static func run(_ arguments: [String]) {
    let place = DemoPlace(arguments, demo: "canvas")
    let stage = DemoWindowStage(place, title: "canvas", size: size)
    let view = CanvasView(frame: Rect(origin: .zero, size: size))
    stage.run(view, title: "Mainspring: canvas", script: script) { view.show($0) }
  }

  /// A wave, a sun, two hands of five fingers; a card that is pinched and turned; a stall.
  private static var script: [Gesture] {
    let wave = (0...80).map { step in
      Point(60 + Double(step) * 6.5, 450 + 36 * sin(Double(step) / 8))
    }
    let circle = (0...60).map { step -> Point in
      let angle = Double(step) / 60 * 2 * Double.pi
      return Point(140 + 46 * cos(angle), 180 + 46 * sin(angle))
    }
    let hand = (0..<5).map { finger -> [Point] in
      (0...30).map { step in
        Point(
          250 + Double(finger) * 34 + Double(step) * 2,
          330 - 90 * sin(Double(step) / 30 * Double.pi) + Double(finger) * 8)
      }
    }
    // Around the card's middle, two fingers go apart and turn by a sixth of a circle.
    let middle = Point(690, 250)
    func spoke(_ side: Double) -> [Point] {
      (0...20).map { step in
        let part = Double(step) / 20
        let (angle, length) = (0.3 + part * Double.pi / 5, 44 + part * 34)
        return Point(middle.x + side * cos(angle) * length, middle.y + side * sin(angle) * length)
      }
    }
    return [
      .tap(CanvasView.paintPlace(3)), .strokes([wave], seconds: 0.5),
      .tap(CanvasView.paintPlace(1)), .strokes([circle], seconds: 0.35),
      .strokes(hand, seconds: 0.4),
      .strokes([spoke(1), spoke(-1)], seconds: 0.5),
      .tap(CanvasView.stallPlace), .pause(seconds: 0.8),
    ]
  }
}

/// The demo's whole window.
final class CanvasView: UIView {
  private let paper: PaperView
  private let status = DemoLook.label("", Rect(24, 586, 620, 20), size: 13, color: DemoLook.faint)
  private let banner = DemoLook.label(
    "", Rect(0, 0, 10, 10), size: 14, weight: .bold, color: DemoLook.warning, alignment: .right)
  private var paints: [UIButton] = []
  private var shownCounts = ""

  static func paintPlace(_ index: Int) -> Point { Point(242 + Double(index) * 44, 36) }
  static let stallPlace = Point(836, 36)

  override init(frame: Rect) {
    paper = PaperView(frame: Rect(20, 72, frame.width - 40, frame.height - 124))
    super.init(frame: frame)
    backgroundColor = DemoLook.background
    addSubview(DemoLook.label("Canvas", Rect(24, 18, 180, 36), size: 26, weight: .bold))
    addPaints()
    let clear = DemoLook.button("Clear", Rect(684, 18, 90, 36), color: DemoLook.faint) { [paper] in
      paper.clear()
    }
    let stall = DemoLook.button("Stall", Rect(792, 18, 88, 36), color: DemoLook.warning) { blockForAMoment() }
    addSubview(clear)
    addSubview(stall)
    let back = DemoLook.card(paper.frame)
    addSubview(back)
    addSubview(paper)
    addCards()
    addSubview(status)
    addSubview(banner)
    banner.frame = Rect(430, 584, 446, 24)
    paper.changed = { [unowned self] in tell() }
    tell()
  }

  private func addPaints() {
    for (index, color) in DemoLook.paints.enumerated() {
      let middle = Self.paintPlace(index)
      let button = UIButton(
        frame: Rect(middle.x - 16, middle.y - 16, 32, 32),
        primaryAction: UIAction { [unowned self] _ in choose(index) })
      button.backgroundColor = color
      button.layer.cornerRadius = 16
      button.layer.borderColor = DemoLook.background
      paints.append(button)
      addSubview(button)
    }
    choose(0)
  }

  private func choose(_ index: Int) {
    paper.paint = index
    for (number, button) in paints.enumerated() {
      button.layer.borderWidth = number == index ? 4 : 0
      button.layer.shadowOpacity = number == index ? 0.35 : 0
      button.layer.shadowRadius = 3
      button.layer.shadowOffset = .zero
    }
  }

  private func addCards() {
    let texts = [
      ("Pinch me", "and turn me", 690.0, 250.0, -0.12), ("Drag me", "anywhere", 760.0, 470.0, 0.15),
    ]
    for (index, text) in texts.enumerated() {
      let card = CardView(text.0, text.1, color: DemoLook.paints[index == 0 ? 4 : 2])
      card.center = Point(text.2, text.3)
      card.transform = AffineTransform(rotationAngle: text.4)
      addSubview(card)
    }
  }

  private func tell() {
    let text =
      "\(paper.fingers) finger\(paper.fingers == 1 ? "" : "s") down · \(paper.strokes) strokes · \(paper.points) points"
    if status.text != text { status.text = text }
  }

  func show(_ text: String) { banner.text = text }
}

/// Blocks the main loop on purpose: the stall monitor reports the place.
func blockForAMoment() { usleep(400_000) }

/// Takes any number of fingers and draws what they do into a picture.
final class PaperView: UIView {
  var paint = 0
  var changed: () -> Void = {}
  private let ink: Bitmap
  private var live: [ObjectIdentifier: (color: UIColor, width: Double, number: Int)] = [:]
  private(set) var strokes = 0
  private(set) var points = 0
  var fingers: Int { live.count }

  override init(frame: Rect) {
    ink = Bitmap(width: Int(frame.width), height: Int(frame.height))
    super.init(frame: frame)
    isMultipleTouchEnabled = true
    clipsToBounds = true
    layer.cornerRadius = 14
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
    for touch in touches { live[ObjectIdentifier(touch)] = nil }
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

/// A card that follows the fingers on it.
final class CardView: UIView, UIGestureRecognizerDelegate {
  private let color: UIColor
  private let texts: (String, String)

  init(_ title: String, _ text: String, color: UIColor) {
    self.color = color
    texts = (title, text)
    super.init(frame: Rect(0, 0, 170, 120))
    isMultipleTouchEnabled = true
    backgroundColor = .white
    layer.cornerRadius = 12
    layer.shadowOpacity = 0.22
    layer.shadowRadius = 9
    layer.shadowOffset = Size(0, 4)
    let (pan, pinch, turn) = (
      UIPanGestureRecognizer(), UIPinchGestureRecognizer(), UIRotationGestureRecognizer()
    )
    for recognizer in [pan, pinch, turn] as [UIGestureRecognizer] {
      recognizer.delegate = self
      addGestureRecognizer(recognizer)
    }
    pan.addAction { [unowned self] pan in
      superview?.bringSubviewToFront(self)
      center = center + pan.translation(in: superview)
      pan.setTranslation(.zero, in: superview)
    }
    pinch.addAction { [unowned self] pinch in
      let scale = max(0.2, min(5, pinch.scale))
      transform = transform.scaledBy(x: scale, y: scale)
      pinch.scale = 1
    }
    turn.addAction { [unowned self] turn in
      transform = transform.rotated(by: turn.rotation)
      turn.rotation = 0
    }
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { recognizer.view === other.view }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    drawing.fill(Rect(10, 10, bounds.width - 20, 52), color, cornerRadius: 8)
    drawing.fillEllipse(in: Rect(22, 20, 32, 32), UIColor(white: 1, alpha: 0.9))
    drawing.line([Point(64, 52), Point(92, 28), Point(112, 42), Point(146, 18)], .white, width: 4)
    drawing.text(
      texts.0, in: Rect(12, 66, bounds.width - 24, 26), font: UIFont(size: 17, weight: .bold), DemoLook.ink)
    drawing.text(texts.1, in: Rect(12, 90, bounds.width - 24, 20), font: UIFont(size: 13), DemoLook.faint)
  }
}
