import UIKit

// As in UIKit, but `addAction` with closures in place of `#selector`.

/// A control that a finger turns around its middle.
final class KnobControl: UIControl {
  var minimumValue: Float = 0
  var maximumValue: Float = 1
  private(set) var value: Float = 0
  private let trackLayer = CAShapeLayer()
  private let pointerLayer = CAShapeLayer()
  private let startAngle = -CGFloat.pi * 11 / 8
  private let endAngle = CGFloat.pi * 3 / 8

  override init(frame: CGRect) {
    super.init(frame: frame)
    for part in [trackLayer, pointerLayer] {
      part.fillColor = UIColor.clear.cgColor
      part.lineWidth = 6
      layer.addSublayer(part)
    }
    isAccessibilityElement = true
    accessibilityLabel = "Volume"
    accessibilityTraits = .adjustable
    tintColorDidChange()
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var intrinsicContentSize: CGSize { CGSize(width: 120, height: 120) }

  override var accessibilityValue: String? {
    get { "\(Int((value * 100).rounded())) percent" }
    set {}
  }

  override func accessibilityIncrement() {
    setValue(value + 0.1)
    sendActions(for: .valueChanged)
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    trackLayer.strokeColor = tintColor.cgColor
    pointerLayer.strokeColor = tintColor.cgColor
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for part in [trackLayer, pointerLayer] {
      part.bounds = bounds
      part.position = center
    }
    trackLayer.path =
      UIBezierPath(
        arcCenter: center, radius: bounds.width / 2 - 8, startAngle: startAngle, endAngle: endAngle,
        clockwise: true
      ).cgPath
    let pointer = UIBezierPath()
    pointer.move(to: CGPoint(x: bounds.width - 20, y: bounds.midY))
    pointer.addLine(to: CGPoint(x: bounds.width, y: bounds.midY))
    pointerLayer.path = pointer.cgPath
    CATransaction.commit()
    setValue(value)
  }

  func setValue(_ newValue: Float) {
    value = min(maximumValue, max(minimumValue, newValue))
    let part = CGFloat((value - minimumValue) / (maximumValue - minimumValue))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    pointerLayer.transform = CATransform3DMakeRotation(startAngle + part * (endAngle - startAngle), 0, 0, 1)
    CATransaction.commit()
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    super.beginTracking(touch, with: event)
    follow(touch)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    super.continueTracking(touch, with: event)
    follow(touch)
    return true
  }

  private func follow(_ touch: UITouch) {
    let place = touch.location(in: self)
    var angle = atan2(place.y - bounds.midY, place.x - bounds.midX)
    let gap = (2 * .pi + startAngle - endAngle) / 2 + endAngle
    if angle > gap { angle -= 2 * .pi }
    let part = (min(max(angle, startAngle), endAngle) - startAngle) / (endAngle - startAngle)
    setValue(minimumValue + Float(part) * (maximumValue - minimumValue))
    sendActions(for: .valueChanged)
  }
}

/// The knob with its value below it.
final class KnobViewController: UIViewController {
  let knob = KnobControl()
  let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    label.font = .monospacedDigitSystemFont(ofSize: 22, weight: .semibold)
    label.text = String(format: "%.2f", knob.value)
    for part in [knob, label] {
      part.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(part)
    }
    NSLayoutConstraint.activate([
      knob.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      knob.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 40),
      label.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      label.topAnchor.constraint(equalTo: knob.bottomAnchor, constant: 20),
    ])
    knob.addAction(
      UIAction { [unowned self] action in
        guard let knob = action.sender as? KnobControl else { return }
        label.text = String(format: "%.2f", knob.value)
      }, for: .valueChanged)
  }
}
