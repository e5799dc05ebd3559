import ResponderKit

/// Paper with cards on it. When its size changes they keep their shares of it, and stay on it.
final class DeskView: UIView {
  let paper = PaperView()
  private let cards = [
    CardView("Pinch me", "and turn me", color: DemoLook.paints[4], share: Point(0.68, 0.3), angle: -0.12),
    CardView("Drag me", "anywhere", color: DemoLook.paints[2], share: Point(0.86, 0.79), angle: 0.15),
  ]
  /// An invisible view at the first card's first place: the script's measure, since the card itself follows its fingers.
  let anchor = UIView()

  override init(frame: Rect) {
    super.init(frame: frame)
    clipsToBounds = true
    layer.cornerRadius = 14
    paper.frame = bounds
    paper.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    anchor.isUserInteractionEnabled = false
    for view in [paper, anchor] + cards { addSubview(view) }
  }

  /// Whether two cards with pictures would cover most of it.
  var isSmall: Bool { bounds.width < 420 || bounds.height < 260 }

  private var cardSize: Size { bounds.width < 1200 ? Size(170, 120) : Size(240, 172) }

  override func layoutSubviews() {
    super.layoutSubviews()
    for card in cards {
      card.bounds = Rect(origin: .zero, size: isSmall ? card.lowSize : cardSize)
      let place = Point(card.share.x * bounds.width, card.share.y * bounds.height)
      card.center = card.kept(place, in: bounds)
    }
    anchor.bounds = cards[0].bounds
    anchor.center = cards[0].kept(
      Point(cards[0].origin.x * bounds.width, cards[0].origin.y * bounds.height), in: bounds)
  }
}

/// A card that follows the fingers on it.
final class CardView: UIView, UIGestureRecognizerDelegate {
  private let color: UIColor
  private let texts: (String, String)
  /// Its first place, and that of its middle now: shares of the desk.
  let origin: Point
  private(set) var share: Point

  private static let fonts = (UIFont(size: 17, weight: .bold), UIFont(size: 13))
  /// Room for the texts and the strip beside them.
  var lowSize: Size {
    Size(max(Self.fonts.0.width(of: texts.0), Self.fonts.1.width(of: texts.1)).rounded(.up) + 32, 56)
  }

  init(_ title: String, _ text: String, color: UIColor, share: Point, angle: Double) {
    self.color = color
    (origin, self.share) = (share, share)
    texts = (title, text)
    super.init(frame: .zero)
    transform = AffineTransform(rotationAngle: angle)
    isMultipleTouchEnabled = true
    backgroundColor = .white
    layer.cornerRadius = 12
    layer.shadowOpacity = 0.22
    layer.shadowRadius = 9
    layer.shadowOffset = Size(0, 4)
    addRecognizers()
  }

  private func addRecognizers() {
    let (pan, pinch, turn) = (
      UIPanGestureRecognizer(), UIPinchGestureRecognizer(), UIRotationGestureRecognizer()
    )
    for recognizer in [pan, pinch, turn] as [UIGestureRecognizer] {
      recognizer.delegate = self
      addGestureRecognizer(recognizer)
    }
    pan.addAction { [unowned self] pan in
      superview?.bringSubviewToFront(self)
      move(to: center + pan.translation(in: superview))
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

  private func move(to place: Point) {
    guard let desk = superview?.bounds, !desk.isEmpty else { return }
    center = kept(place, in: desk)
    share = Point(center.x / desk.width, center.y / desk.height)
  }

  /// The nearest place at which the card, unturned and unscaled, lies on the desk; the middle of a desk that is too narrow.
  func kept(_ place: Point, in desk: Rect) -> Point {
    func kept(_ place: Double, _ half: Double, _ length: Double) -> Double {
      length < 2 * half ? length / 2 : min(max(place, half), length - half)
    }
    return Point(
      kept(place.x, bounds.width / 2 + 6, desk.width), kept(place.y, bounds.height / 2 + 6, desk.height))
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { recognizer.view === other.view }

  /// A picture over two lines of text, which have the same size in each card; in a low card, a strip of color beside them.
  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let isLow = bounds.height < 80
    if isLow {
      drawing.fill(Rect(8, 8, 6, bounds.height - 16), color, cornerRadius: 3)
    } else {
      drawPicture(in: Rect(10, 10, bounds.width - 20, bounds.height - 64), drawing)
    }
    let start = isLow ? 20.0 : 12
    let line = Rect(start, bounds.height - 51, bounds.width - start - 4, 24)
    drawing.text(texts.0, in: line, font: Self.fonts.0, DemoLook.ink)
    drawing.text(texts.1, in: line.offsetBy(dx: 0, dy: 23), font: Self.fonts.1, DemoLook.faint)
  }
  private func drawPicture(in picture: Rect, _ drawing: Drawing) {
    drawing.fill(picture, color, cornerRadius: 8)
    let sun = picture.height * 0.6
    drawing.fillEllipse(
      in: Rect(picture.minX + 12, picture.midY - sun / 2, sun, sun), UIColor(white: 1, alpha: 0.9))
    let hills = [(0.36, 0.8), (0.55, 0.34), (0.68, 0.61), (0.9, 0.15)].map { x, y in
      Point(picture.minX + x * picture.width, picture.minY + y * picture.height)
    }
    drawing.line(hills, .white, width: 4)
  }
}
