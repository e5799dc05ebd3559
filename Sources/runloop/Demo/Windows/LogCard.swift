import ResponderKit

/// A log, its newest line first.
final class LogCard: UIView {
  private let card = DemoLook.card()
  private let title = DemoLook.label("What happened", size: 17, weight: .bold)
  private let text = DemoLook.label("", size: 14, color: DemoLook.faint)
  private var lines: [String] = []

  override init(frame: Rect) {
    super.init(frame: frame)
    card.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    text.numberOfLines = 0
    for view in [card, title, text] { addSubview(view) }
    text.text = "Nothing yet."
  }

  /// Adds a line. A new value replaces the newest line, if that is a value: a drag of the slider is one line.
  func add(_ line: String) {
    let isSame = line.hasPrefix("Value") && lines.first?.hasPrefix("Value") == true
    if isSame { lines.removeFirst() }
    lines.insert(line, at: 0)
    lines = Array(lines.prefix(60))
    text.text = lines.joined(separator: "\n")
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var room = bounds.insetBy(dx: 16, dy: 14)
    title.frame = room.cut(.top, 24)
    _ = room.cut(.top, 6)
    text.frame = room.cut(.top, min(text.sizeThatFits(room.size).height, room.height))
  }
}
