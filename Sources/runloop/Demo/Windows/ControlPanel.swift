import ResponderKit

/// The controls: a stack of rows on a card.
final class ControlPanel: UIView {
  let press = DemoLook.button("Press me") {}
  let stall = DemoLook.button("Stall", color: DemoLook.warning) { blockForAMoment() }
  let inCommon = UISwitch()
  let slider = UISlider(frame: Rect(0, 0, 100, 32))
  let banner = DemoLook.label("", size: 13, weight: .bold, color: DemoLook.warning)
  /// Called with a line for the log.
  var onEvent: (String) -> Void = { _ in }
  private let counter = DemoLook.label("0 presses", size: 12, color: DemoLook.faint)
  private let value = DemoLook.label("0", size: 17, weight: .bold, alignment: .right)
  private let bar = ShareBar()
  private let stack = UIStackView()
  private var presses = 0

  override init(frame: Rect) {
    super.init(frame: frame)
    let card = DemoLook.card()
    for view in [card, stack] as [UIView] {
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
    stack.axis = .vertical
    stack.spacing = 8
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(16)
    let buttons = row([press, stall])
    buttons.distribution = .fillEqually
    // Room for two lines is kept, so that nothing moves when they come.
    let bannerRoom = UIView(frame: Rect(0, 0, 100, 36))
    banner.frame = bannerRoom.bounds
    banner.autoresizingMask = .flexibleWidth
    banner.numberOfLines = 2
    bannerRoom.addSubview(banner)
    let rows = [
      buttons, counter,
      row([DemoLook.label("Clock in the common modes", size: 14), inCommon]),
      row([DemoLook.label("Value", size: 14), value]), slider, bar, bannerRoom,
    ]
    for row in rows { stack.addArrangedSubview(row) }
    stack.setCustomSpacing(6, after: buttons)
    connect()
  }

  /// Views from the left to the right edge, on one line.
  private func row(_ views: [UIView]) -> UIStackView {
    let row = UIStackView(arrangedSubviews: views)
    row.distribution = .equalSpacing
    row.alignment = .center
    row.spacing = 12
    return row
  }

  private func connect() {
    press.addAction(UIAction { [unowned self] _ in pressed() }, for: .primaryActionTriggered)
    inCommon.accessibilityLabel = "Clock in the common modes"
    inCommon.addAction(
      UIAction { [unowned self] _ in
        onEvent("Clock in the common modes: \(inCommon.isOn ? "on" : "off")")
      }, for: .valueChanged)
    slider.maximumValue = 100
    slider.accessibilityLabel = "Value"
    slider.addAction(UIAction { [unowned self] _ in slid() }, for: .valueChanged)
  }

  private func pressed() {
    presses += 1
    counter.text = "\(presses) press\(presses == 1 ? "" : "es")"
    onEvent("Press \(presses)")
  }

  private func slid() {
    value.text = "\(Int(slider.value.rounded()))"
    value.superview?.setNeedsLayout()
    bar.share = slider.value / 100
    onEvent("Value \(Int(slider.value.rounded()))")
  }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(size.width, stack.sizeThatFits(size).height)
  }
}

/// A bar that is filled to a share.
private final class ShareBar: UIView {
  private let fill = UIView()
  var share = 0.0 { didSet { setNeedsLayout() } }

  override init(frame: Rect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0.93)
    layer.cornerRadius = 5
    fill.backgroundColor = DemoLook.good
    fill.layer.cornerRadius = 5
    addSubview(fill)
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(size.width, 10) }

  override func layoutSubviews() {
    super.layoutSubviews()
    fill.frame = Rect(0, 0, bounds.width * share, bounds.height)
  }
}
