import UIKit

// As in UIKit.

/// A ring that turns while something is loaded, and then shows a check mark that draws itself.
final class SpinnerView: UIView {
  private let track = CAShapeLayer()
  private let ring = CAShapeLayer()
  private let check = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func setUp() {
    for shape in [track, ring, check] {
      shape.fillColor = UIColor.clear.cgColor
      shape.lineWidth = 8
      shape.lineCap = .round
      layer.addSublayer(shape)
    }
    track.strokeColor = UIColor.systemGray5.cgColor
    ring.strokeColor = UIColor.systemBlue.cgColor
    ring.strokeEnd = 0.25
    check.strokeColor = UIColor.systemGreen.cgColor
    check.isHidden = true
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let circle = UIBezierPath(
      arcCenter: center, radius: bounds.width / 2 - 4, startAngle: -.pi / 2, endAngle: 1.5 * .pi,
      clockwise: true)
    track.path = circle.cgPath
    ring.frame = bounds
    ring.path = circle.cgPath
    let mark = UIBezierPath()
    mark.move(to: CGPoint(x: bounds.width * 0.3, y: center.y))
    mark.addLine(to: CGPoint(x: bounds.width * 0.45, y: bounds.height * 0.65))
    mark.addLine(to: CGPoint(x: bounds.width * 0.7, y: bounds.height * 0.35))
    check.path = mark.cgPath
  }

  func start() {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = 2 * CGFloat.pi
    turn.duration = 1
    turn.repeatCount = .infinity
    ring.add(turn, forKey: "turn")
  }

  func finish() {
    ring.removeAnimation(forKey: "turn")
    ring.isHidden = true
    check.isHidden = false
    let draw = CABasicAnimation(keyPath: "strokeEnd")
    draw.fromValue = 0
    draw.toValue = 1
    draw.duration = 0.4
    draw.timingFunction = CAMediaTimingFunction(name: .easeOut)
    check.add(draw, forKey: "draw")
  }
}

final class LoadingViewController: UIViewController {
  let spinner = SpinnerView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let button = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    spinner.center = CGPoint(x: view.bounds.midX, y: 200)
    view.addSubview(spinner)
    spinner.start()
    button.frame = CGRect(x: view.bounds.midX - 60, y: 300, width: 120, height: 44)
    button.setTitle("Done", for: .normal)
    button.addAction(UIAction { [weak self] _ in self?.spinner.finish() }, for: .touchUpInside)
    view.addSubview(button)
  }
}
