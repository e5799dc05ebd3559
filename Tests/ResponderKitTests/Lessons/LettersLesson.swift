import UIKit

/// A text filled with a gradient, a picture that is revealed in a growing circle, and a picture that is animated.
final class LettersViewController: UIViewController {
  let gradientLabel = GradientLabel()
  let reveal = UIView()
  let circle = UIView()
  let heart = UIImageView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      image: UIImage(systemName: "eye"), primaryAction: UIAction { [unowned self] _ in revealAll() })
    navigationItem.rightBarButtonItem?.accessibilityLabel = "Reveal"

    gradientLabel.frame = CGRect(x: 20, y: 100, width: 350, height: 80)
    gradientLabel.text = "Gradient"
    view.addSubview(gradientLabel)

    reveal.frame = CGRect(x: 95, y: 250, width: 200, height: 200)
    reveal.backgroundColor = .systemPurple
    circle.frame = CGRect(x: 90, y: 90, width: 20, height: 20)
    circle.backgroundColor = .black
    circle.layer.cornerRadius = 10
    reveal.mask = circle
    view.addSubview(reveal)

    heart.frame = CGRect(x: 170, y: 500, width: 50, height: 50)
    heart.contentMode = .scaleAspectFit
    heart.tintColor = .systemPink
    heart.image = UIImage(systemName: "heart")
    heart.animationImages = ["heart", "heart.fill"].compactMap { UIImage(systemName: $0) }
    heart.animationDuration = 1
    view.addSubview(heart)
  }

  func revealAll() {
    heart.startAnimating()
    UIView.animate(
      withDuration: 0.5, delay: 0, options: .curveEaseOut,
      animations: { self.circle.transform = CGAffineTransform(scaleX: 20, y: 20) },
      completion: { _ in
        self.reveal.mask = nil
        self.heart.stopAnimating()
      })
  }
}

final class GradientLabel: UIView {
  private let label = UILabel()
  var text: String? {
    get { label.text }
    set { label.text = newValue }
  }
  override class var layerClass: AnyClass { CAGradientLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    let gradient = layer as! CAGradientLayer
    gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    gradient.startPoint = CGPoint(x: 0, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.5)
    label.font = .boldSystemFont(ofSize: 60)
    label.textAlignment = .center
    mask = label
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
  }
}
