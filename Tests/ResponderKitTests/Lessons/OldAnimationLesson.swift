import UIKit

// As in UIKit.

/// Old-style animation, as in books of iOS 3.
final class OldAnimationViewController: UIViewController {
  let ball = UIView(frame: CGRect(x: 30, y: 120, width: 60, height: 60))
  let box = UIView(frame: CGRect(x: 95, y: 400, width: 200, height: 200))
  let front = UIImageView(), back = UILabel()
  let moveButton = UIButton(type: .system), flipButton = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    ball.backgroundColor = .systemRed
    ball.layer.cornerRadius = 30
    view.addSubview(ball)
    box.backgroundColor = .systemTeal
    front.frame = box.bounds
    front.image = UIImage(systemName: "star.fill")
    front.contentMode = .scaleAspectFit
    front.tintColor = .systemYellow
    back.frame = box.bounds
    back.text = "Back"
    back.textAlignment = .center
    back.font = .boldSystemFont(ofSize: 40)
    back.backgroundColor = .systemOrange
    box.addSubview(back)
    box.addSubview(front)
    view.addSubview(box)
    moveButton.setTitle("Move", for: .normal)
    moveButton.frame = CGRect(x: 60, y: 300, width: 100, height: 44)
    moveButton.addAction(UIAction { [unowned self] _ in move() }, for: .touchUpInside)
    flipButton.setTitle("Flip", for: .normal)
    flipButton.frame = CGRect(x: 230, y: 300, width: 100, height: 44)
    flipButton.addAction(UIAction { [unowned self] _ in flip() }, for: .touchUpInside)
    view.addSubview(moveButton)
    view.addSubview(flipButton)
  }

  func move() {
    UIView.beginAnimations("move", context: nil)
    UIView.setAnimationDuration(1.0)
    UIView.setAnimationDelay(0.1)
    UIView.setAnimationCurve(.easeInOut)
    UIView.setAnimationRepeatAutoreverses(false)
    ball.center = CGPoint(x: 330, y: 230)
    ball.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    ball.alpha = 0.7
    UIView.commitAnimations()
  }

  func flip() {
    UIView.beginAnimations("flip", context: nil)
    UIView.setAnimationDuration(0.8)
    UIView.setAnimationTransition(.flipFromRight, for: box, cache: true)
    box.exchangeSubview(at: 0, withSubviewAt: 1)
    UIView.commitAnimations()
  }
}
