import LinuxSystem
import ResponderKit

/// The canvas demo's whole window: paints and buttons around a desk. Where there is little room it has no title, and the status is
/// beside the buttons.
final class CanvasView: UIView {
  let desk = DeskView()
  let paints = UIStackView()
  let stall = DemoLook.button("Stall", color: DemoLook.warning) { blockForAMoment() }
  private let title = DemoLook.label("Canvas", size: 26, weight: .bold)
  private let buttons = UIStackView()
  private let status = DemoLook.label("", size: 12, color: DemoLook.faint)
  private let banner = DemoLook.label("", size: 12, weight: .bold, color: DemoLook.warning)
  private let back = DemoLook.card()
  private var paper: PaperView { desk.paper }

  override init(frame: Rect) {
    super.init(frame: frame)
    backgroundColor = DemoLook.background
    addPaints()
    buttons.spacing = 12
    buttons.addArrangedSubview(
      DemoLook.button("Clear", color: DemoLook.faint) { [desk] in desk.paper.clear() })
    buttons.addArrangedSubview(stall)
    for label in [status, banner] { label.numberOfLines = 3 }
    for view in [title, paints, buttons, back, desk, status, banner] { addSubview(view) }
    paper.changed = { [unowned self] in showStatus() }
    showStatus()
  }

  private func addPaints() {
    paints.distribution = .equalSpacing
    for (index, color) in DemoLook.paints.enumerated() {
      let button = PaintButton(primaryAction: UIAction { [unowned self] _ in choose(index) })
      button.backgroundColor = color
      button.layer.cornerRadius = PaintButton.side / 2
      button.layer.borderColor = DemoLook.background.cgColor
      button.accessibilityLabel = "Paint \(index + 1)"
      paints.addArrangedSubview(button)
    }
    choose(0)
  }

  private func choose(_ index: Int) {
    paper.paint = index
    for (number, button) in paints.arrangedSubviews.enumerated() {
      button.layer.borderWidth = number == index ? 4 : 0
      button.layer.shadowOpacity = number == index ? 0.35 : 0
      button.layer.shadowRadius = 3
      button.layer.shadowOffset = .zero
    }
  }

  private func showStatus() {
    let text =
      "\(paper.fingers) finger\(paper.fingers == 1 ? "" : "s") down · \(paper.strokes) strokes · \(paper.points) points"
    if status.text != text { status.text = text }
  }

  func show(_ text: String) {
    banner.text = text
    setNeedsLayout()
  }

  // MARK: Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    var room = DemoLook.room(in: self)
    let isWide = traitCollection.horizontalSizeClass != .compact
    let isHigh = traitCollection.verticalSizeClass != .compact
    title.isHidden = !isWide && !isHigh
    if isWide {
      layOutBar(room.cut(.top, 40), withPaints: true)
      _ = room.cut(.top, 12)
      layOutTexts(room.cut(.bottom, 24))
      _ = room.cut(.bottom, 8)
    } else if isHigh {
      layOutBar(room.cut(.top, 40), withPaints: false)
      _ = room.cut(.top, 12)
      paints.frame = room.cut(.top, PaintButton.side)
      _ = room.cut(.top, 12)
      layOutTexts(room.cut(.bottom, 36))
      _ = room.cut(.bottom, 8)
    } else {
      paints.frame = room.cut(.top, PaintButton.side)
      _ = room.cut(.top, 8)
      var bar = room.cut(.bottom, 40)
      buttons.frame = bar.cut(.right, buttons.sizeThatFits(bar.size).width)
      _ = bar.cut(.right, 8)
      layOutTexts(bar.insetBy(dx: 0, dy: -4))
      _ = room.cut(.bottom, 8)
    }
    back.frame = room
    desk.frame = room
  }

  /// Title, paints, and the buttons at the end.
  private func layOutBar(_ whole: Rect, withPaints: Bool) {
    var bar = whole
    buttons.frame = bar.cut(.right, buttons.sizeThatFits(bar.size).width)
    _ = bar.cut(.right, 16)
    let wanted = Double(DemoLook.paints.count) * (PaintButton.side + 12) - 12
    // Most fonts' titles are narrower: the paints keep their place.
    let width = max(title.sizeThatFits(.zero).width, 120)
    if withPaints {
      title.isHidden = bar.width < width + 24 + wanted
      if !title.isHidden {
        title.frame = bar.cut(.left, width)
        _ = bar.cut(.left, 24)
      }
      let row = bar.cut(.left, min(wanted, bar.width))
      paints.frame = Rect(row.minX, row.midY - PaintButton.side / 2, row.width, PaintButton.side)
    } else {
      title.frame = bar.cut(.left, min(width, bar.width))
    }
  }

  /// The banner beside the status, or, without room for both, in its place.
  private func layOutTexts(_ whole: Rect) {
    let wanted = banner.text?.isEmpty == false ? banner.sizeThatFits(.zero).width.rounded(.up) : 0
    let isShared = status.sizeThatFits(.zero).width + 16 + wanted <= whole.width
    status.isHidden = wanted > 0 && !isShared
    var rest = whole
    if isShared, wanted > 0 {
      banner.frame = rest.cut(.right, wanted)
      status.frame = rest
    } else {
      (banner.frame, status.frame) = (whole, whole)
    }
  }
}

/// A round button of a paint's color.
final class PaintButton: UIButton {
  static let side = 32.0
  override func sizeThatFits(_ size: Size) -> Size { Size(Self.side, Self.side) }
}

extension Rect {
  enum Edge { case top, left, bottom, right }

  /// Removes a strip along an edge, at most the whole rectangle, and returns it.
  mutating func cut(_ edge: Edge, _ length: Double) -> Rect {
    let isAcross = edge == .left || edge == .right
    let length = max(min(length, isAcross ? width : height), 0)
    let whole = self
    switch edge {
    case .top:
      self = whole.inset(by: EdgeInsets(top: length))
      return Rect(whole.minX, whole.minY, whole.width, length)
    case .left:
      self = whole.inset(by: EdgeInsets(left: length))
      return Rect(whole.minX, whole.minY, length, whole.height)
    case .bottom:
      self = whole.inset(by: EdgeInsets(bottom: length))
      return Rect(whole.minX, whole.maxY - length, whole.width, length)
    case .right:
      self = whole.inset(by: EdgeInsets(right: length))
      return Rect(whole.maxX - length, whole.minY, length, whole.height)
    }
  }
}

/// Blocks the main loop, for the stall monitor to report.
func blockForAMoment() { usleep(400_000) }
