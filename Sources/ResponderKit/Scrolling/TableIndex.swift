/// The titles at the right edge of a table, of which a finger that slides along them chooses one after the other.
final class TableIndex: UIView {
  override class var standardHitTestClass: UIView.Type { TableIndex.self }

  /// Begins as soon as a finger comes down, before the table scrolls.
  private final class Slide: UIGestureRecognizer {
    private weak var finger: UITouch?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
      guard finger == nil, let touch = touches.first else { return }
      finger = touch
      state = .began
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
      if let finger, touches.contains(finger) { state = .changed }
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
      if let finger, touches.contains(finger) { state = .ended }
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
      if let finger, touches.contains(finger) { state = .cancelled }
    }
    override func reset() {
      finger = nil
      super.reset()
    }
  }

  var titles: [String] = [] {
    didSet {
      guard titles != oldValue else { return }
      chosen = nil
      let words = titles.filter { $0 != UITableView.indexSearch }
      width = max(((words.map { Self.font.width(of: $0) }.max() ?? 0) + 5).rounded(.up), 15)
      setNeedsDisplay()
    }
  }
  var color: UIColor? { didSet { setNeedsDisplay() } }
  var usualBackground: UIColor? { didSet { showBackground() } }
  var trackingBackground: UIColor? { didSet { showBackground() } }
  /// The least number of rows for which there is an index.
  var minimumRows = 0
  /// Called with the number of another title.
  var onChoose: ((Int) -> Void)?
  private(set) var width = 15.0

  private var chosen: Int?
  private var isTracking = false { didSet { showBackground() } }
  private static let font = UIFont(size: 11, weight: .semibold)
  private static let lineHeight = 14.0

  override init(frame: Rect) {
    super.init(frame: frame)
    label = "section index"
    let slide = Slide()
    slide.label = "section index"
    slide.addAction { [weak self] slide in self?.slid(slide) }
    addGestureRecognizer(slide)
  }

  private func showBackground() {
    backgroundColor = isTracking ? trackingBackground ?? usualBackground : usualBackground
  }

  // MARK: Touches

  private func slid(_ slide: UIGestureRecognizer) {
    isTracking = slide.state == .began || slide.state == .changed
    guard isTracking else { return chosen = nil }
    choose(title(at: slide.location(in: self).y))
  }

  private func choose(_ title: Int?) {
    guard let title, title != chosen else { return }
    chosen = title
    onChoose?(title)
  }

  /// The title at a height; above and below them the first and the last one.
  private func title(at y: Double) -> Int? {
    guard !titles.isEmpty, y.isFinite else { return nil }
    let height = Double(lines.count) * Self.lineHeight
    let part = (y - (bounds.midY - height / 2)) / max(height, 1)
    return Int((part * Double(titles.count)).clamped(to: 0...Double(titles.count - 1)))
  }

  // The table selects no row for touches here.
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

  // MARK: Drawing

  /// What is written, from above; nil: a dot for titles for which there is no room.
  var lines: [String?] {
    let room = Int(max(bounds.height - 8, 0) / Self.lineHeight)
    guard titles.count > room else { return titles }
    guard room >= 3 else { return Array(titles.prefix(1)) }
    let words = (room + 1) / 2
    return (0..<words * 2 - 1).map { line in
      line % 2 == 0 ? titles[line / 2 * (titles.count - 1) / (words - 1)] : nil
    }
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (lines, color): ([String?], UIColor) = (lines, color ?? tintColor)
    var place = Rect(
      0, bounds.midY - Double(lines.count) * Self.lineHeight / 2, bounds.width, Self.lineHeight)
    for line in lines {
      switch line {
      case nil: drawing.fillEllipse(in: Rect(place.midX - 1.5, place.midY - 1.5, 3, 3), color)
      case UITableView.indexSearch:
        drawing.sign("magnifyingglass", at: place.center, size: 9, color)
      case let word?: drawing.text(word, in: place, font: Self.font, color, alignment: .center)
      }
      place.origin.y += Self.lineHeight
    }
  }

  // MARK: Accessibility

  override var accessibilityDefault: AccessibilityDefault {
    let title = chosen.flatMap { titles.indices.contains($0) ? titles[$0] : nil }
    return .init(isElement: true, label: "Section index", value: title, traits: .adjustable)
  }
  override func accessibilityIncrement() { step(1) }
  override func accessibilityDecrement() { step(-1) }

  private func step(_ by: Int) {
    guard !titles.isEmpty else { return }
    choose(min(max((chosen ?? (by > 0 ? -1 : 1)) + by, 0), titles.count - 1))
  }
}
