import UIKit

// As in UIKit, but a closure in place of `#selector`, and a text in place of `#keyPath`.

extension UIView {
  func startShimmering() {
    let light = UIColor(white: 0, alpha: 0.1).cgColor
    let dark = UIColor.black.cgColor
    let gradient = CAGradientLayer()
    gradient.colors = [dark, light, dark]
    gradient.frame = CGRect(
      x: -bounds.size.width, y: 0, width: 3 * bounds.size.width, height: bounds.size.height)
    gradient.startPoint = CGPoint(x: 0.0, y: 0.5)
    gradient.endPoint = CGPoint(x: 1.0, y: 0.525)
    gradient.locations = [0.4, 0.5, 0.6]
    layer.mask = gradient
    let animation = CABasicAnimation(keyPath: "locations")
    animation.fromValue = [0.0, 0.1, 0.2]
    animation.toValue = [0.8, 0.9, 1.0]
    animation.duration = 1.5
    animation.repeatCount = .infinity
    animation.isRemovedOnCompletion = false
    gradient.add(animation, forKey: "shimmer")
  }
  func stopShimmering() { layer.mask = nil }
}
final class WaveView: UIView {
  private let shape = CAShapeLayer()
  private var link: CADisplayLink!
  private var phase: CGFloat = 0
  var amplitude: CGFloat = 12
  override class var layerClass: AnyClass { CAGradientLayer.self }
  override init(frame: CGRect) {
    super.init(frame: frame)
    (layer as! CAGradientLayer).colors = [UIColor.systemTeal.cgColor, UIColor.systemBlue.cgColor]
    layer.mask = shape
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil {
      link = CADisplayLink { [weak self] _ in self?.tick() }
      link.add(to: .current, forMode: .default)
    } else {
      link.invalidate()
    }
  }
  func tick() {
    phase += CGFloat(link.targetTimestamp - link.timestamp) * 4
    let path = CGMutablePath()
    let w = bounds.width, h = bounds.height
    path.move(to: CGPoint(x: 0, y: amplitude))
    for x in stride(from: CGFloat(0), through: w, by: 2) {
      path.addLine(to: CGPoint(x: x, y: amplitude + amplitude * sin(2 * .pi * x / w + phase)))
    }
    path.addLine(to: CGPoint(x: w, y: h))
    path.addLine(to: CGPoint(x: 0, y: h))
    path.closeSubpath()
    shape.path = path
  }
}
final class MarqueeLabel: UIView {
  let label = UILabel()
  var text: String? { didSet { label.text = text; label.sizeToFit(); setNeedsLayout() } }
  override init(frame: CGRect) { super.init(frame: frame); clipsToBounds = true; addSubview(label) }
  required init?(coder: NSCoder) { fatalError() }
  override func layoutSubviews() {
    super.layoutSubviews()
    label.layer.removeAllAnimations()
    label.frame.origin = CGPoint(x: bounds.width, y: (bounds.height - label.bounds.height) / 2)
    UIView.animate(withDuration: 4, delay: 0.5, options: [.curveLinear, .repeat]) {
      self.label.frame.origin.x = -self.label.bounds.width
    }
  }
}
final class WavesViewController: UIViewController {
  let card = UIView(), wave = WaveView(), marquee = MarqueeLabel()
  override func loadView() { view = UIView(); view.backgroundColor = .systemBackground }
  override func viewDidLoad() {
    super.viewDidLoad()
    for (i, w) in [0.4, 0.9, 0.8, 0.6].enumerated() {
      let bar = UIView(frame: CGRect(x: 16, y: 16 + 28 * i, width: Int(300 * w), height: 16))
      bar.backgroundColor = .systemGray4
      bar.layer.cornerRadius = 8
      card.addSubview(bar)
    }
    marquee.text = "Breaking: a very long line of news that is wider than the screen can show at once"
    [card, wave, marquee].forEach(view.addSubview(_:))
  }
  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let top = view.safeAreaInsets.top
    card.frame = CGRect(x: 20, y: top + 20, width: view.bounds.width - 40, height: 140)
    marquee.frame = CGRect(x: 20, y: card.frame.maxY + 20, width: view.bounds.width - 40, height: 40)
    wave.frame = CGRect(x: 0, y: view.bounds.height - 200, width: view.bounds.width, height: 200)
    if card.layer.mask == nil { card.startShimmering() }
  }
}
