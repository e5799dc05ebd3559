import UIKit

// As in UIKit, but `addAction` with closures in place of `#selector`.

/// A gesture that ends well if the finger has gone around a circle.
final class CircleGestureRecognizer: UIGestureRecognizer {
  private var touchedPoints: [CGPoint] = []
  private(set) var path = CGMutablePath()
  var tolerance: CGFloat = 0.2

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    if touches.count != 1 {
      state = .failed
    }
    state = .began
    if let place = touches.first?.location(in: view?.window) { path.move(to: place) }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    if state == .failed { return }
    if let place = touches.first?.location(in: view?.window) {
      touchedPoints.append(place)
      path.addLine(to: place)
      state = .changed
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesEnded(touches, with: event)
    state = isCircle ? .ended : .failed
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesCancelled(touches, with: event)
    state = .cancelled
  }

  override func reset() {
    super.reset()
    touchedPoints.removeAll(keepingCapacity: true)
    path = CGMutablePath()
    state = .possible
  }

  private var isCircle: Bool {
    let count = CGFloat(max(touchedPoints.count, 1))
    let sum = touchedPoints.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    let center = CGPoint(x: sum.x / count, y: sum.y / count)
    let radii = touchedPoints.map { hypot($0.x - center.x, $0.y - center.y) }
    let radius = radii.reduce(0, +) / count
    let error = radii.map { abs($0 - radius) }.reduce(0, +) / count
    return radius > 20 && error / radius < tolerance
  }
}

/// A button that is hit 20 points around it, too.
final class RoomyButton: UIButton {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -20, dy: -20).contains(point)
  }
}

/// Counts circles.
final class CirclesViewController: UIViewController {
  let circle = CircleGestureRecognizer()
  let label = UILabel(frame: CGRect(x: 20, y: 40, width: 200, height: 30))
  let clearButton = RoomyButton(type: .system)
  var states: [UIGestureRecognizer.State] = []
  private var count = 0 { didSet { label.text = "\(count)" } }

  override func viewDidLoad() {
    super.viewDidLoad()
    clearButton.setTitle("Clear", for: .normal)
    clearButton.frame = CGRect(x: 300, y: 40, width: 50, height: 20)
    clearButton.addAction(UIAction { [unowned self] _ in count = 0 }, for: .touchUpInside)
    view.addSubview(label)
    view.addSubview(clearButton)
    circle.addAction { [unowned self] recognizer in
      states.append(recognizer.state)
      if recognizer.state == .ended { count += 1 }
    }
    // It begins with each touch, those of the button included.
    circle.cancelsTouchesInView = false
    view.addGestureRecognizer(circle)
  }
}
