import UIKit

// As in UIKit.

/// The next page comes in a circle that grows out of a button.
final class CircularTransition: NSObject, UIViewControllerAnimatedTransitioning, CAAnimationDelegate {
  private weak var context: UIViewControllerContextTransitioning?
  let button: UIView

  init(from button: UIView) {
    self.button = button
    super.init()
  }

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
    return 0.5
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    guard let toView = transitionContext.view(forKey: .to) else {
      transitionContext.completeTransition(false)
      return
    }
    context = transitionContext
    transitionContext.containerView.addSubview(toView)

    let startPath = UIBezierPath(ovalIn: button.frame)
    let radius = (toView.bounds.width * toView.bounds.width + toView.bounds.height * toView.bounds.height)
      .squareRoot()
    let endPath = UIBezierPath(ovalIn: button.frame.insetBy(dx: -radius, dy: -radius))

    let maskLayer = CAShapeLayer()
    maskLayer.path = endPath.cgPath
    toView.layer.mask = maskLayer

    let animation = CABasicAnimation(keyPath: "path")
    animation.fromValue = startPath.cgPath
    animation.toValue = endPath.cgPath
    animation.duration = transitionDuration(using: transitionContext)
    animation.delegate = self
    maskLayer.add(animation, forKey: "path")
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    context?.view(forKey: .to)?.layer.mask = nil
    context?.completeTransition(flag)
  }
}

final class RevealViewController: UIViewController, UINavigationControllerDelegate {
  let button = UIButton(frame: CGRect(x: 20, y: 100, width: 40, height: 40))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    view.addSubview(button)
    navigationController?.delegate = self
  }

  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
    to toVC: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    return operation == .push ? CircularTransition(from: button) : nil
  }
}

/// A list whose chosen row is deselected along with the way back, and selected again if that is cancelled.
final class InboxViewController: UITableViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    clearsSelectionOnViewWillAppear = false
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard let selected = tableView.indexPathForSelectedRow else { return }
    if let coordinator = transitionCoordinator {
      coordinator.animate(
        alongsideTransition: { _ in
          self.tableView.deselectRow(at: selected, animated: true)
        },
        completion: { context in
          if context.isCancelled {
            self.tableView.selectRow(at: selected, animated: false, scrollPosition: .none)
          }
        })
    } else {
      tableView.deselectRow(at: selected, animated: animated)
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = "Message \(indexPath.row)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    navigationController?.pushViewController(UIViewController(), animated: true)
  }
}

/// A ball that is thrown along a curve through points, and a wheel that turns on with each repetition.
final class BallViewController: UIViewController {
  let ball = CALayer()
  let wheel = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    for layer in [ball, wheel] {
      layer.frame = CGRect(x: 0, y: 300, width: 20, height: 20)
      view.layer.addSublayer(layer)
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let throwing = CAKeyframeAnimation(keyPath: "position")
    throwing.values = [CGPoint(x: 10, y: 310), CGPoint(x: 110, y: 110), CGPoint(x: 210, y: 310)]
    throwing.calculationMode = .cubicPaced
    throwing.duration = 1
    ball.add(throwing, forKey: "throw")
    let rotation = CABasicAnimation(keyPath: "transform.rotation.z")
    rotation.byValue = CGFloat.pi / 2
    rotation.duration = 0.5
    rotation.isCumulative = true
    rotation.repeatCount = .infinity
    wheel.add(rotation, forKey: "turn")
  }
}
