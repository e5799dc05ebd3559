import UIKit

// One line differs from UIKit: the recognizer's closure in place of a selector.

/// A box that follows the finger, and springs back when it is let go.
final class DragViewController: UIViewController {
  let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGray6
    box.backgroundColor = .systemOrange
    box.layer.cornerRadius = 16
    box.layer.shadowOpacity = 0.3
    box.layer.shadowRadius = 8
    box.layer.shadowOffset = CGSize(width: 0, height: 4)
    box.center = CGPoint(x: 150, y: 200)
    view.addSubview(box)
    let pan = UIPanGestureRecognizer()
    pan.addAction { [unowned self] in self.panned($0) }
    box.addGestureRecognizer(pan)
  }

  func panned(_ pan: UIPanGestureRecognizer) {
    let translation = pan.translation(in: view)
    switch pan.state {
    case .began, .changed:
      box.center = CGPoint(x: box.center.x + translation.x, y: box.center.y + translation.y)
      pan.setTranslation(.zero, in: view)
    case .ended, .cancelled:
      UIView.animate(
        withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0, options: [],
        animations: { self.box.center = CGPoint(x: 150, y: 200) }, completion: nil)
    default: break
    }
  }
}
