import UIKit

// As in UIKit.

/// A ball that goes to the right, grows, and fades, one after the other.
final class AnimationViewController: UIViewController {
  let ball = UIView(frame: CGRect(x: 20, y: 100, width: 60, height: 60))
  var steps: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    ball.backgroundColor = .systemPurple
    ball.layer.cornerRadius = 30
    view.addSubview(ball)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    UIView.animate(withDuration: 0.3) {
      self.ball.center.x = self.view.bounds.width - 50
    } completion: { _ in
      self.steps.append("moved")
      self.grow()
    }
  }

  private func grow() {
    UIView.animate(withDuration: 0.2, delay: 0.1, options: [.curveEaseOut]) {
      self.ball.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
    } completion: { isFinished in
      guard isFinished else { return }
      self.steps.append("grown")
      UIView.animate(withDuration: 0.2, animations: { self.ball.alpha = 0 }) { _ in
        self.steps.append("gone")
        self.ball.removeFromSuperview()
      }
    }
  }
}
