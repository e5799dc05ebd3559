import UIKit

// One statement differs from UIKit: the gradient, a value of the layer where UIKit has a layer of its own.

/// A picture over a gradient, inside of the safe area; beside its title where there is room, above it where there is not.
final class GalleryViewController: UIViewController {
  let imageView = UIImageView()
  let titleLabel = UILabel()
  var image: UIImage? { didSet { imageView.image = image } }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.gradient = Gradient(
      colors: [.systemIndigo, .systemTeal], startPoint: CGPoint(x: 0.5, y: 0), endPoint: CGPoint(x: 0.5, y: 1)
    )
    imageView.contentMode = .scaleAspectFit
    imageView.layer.shadowOpacity = 0.4
    imageView.layer.shadowRadius = 6
    view.addSubview(imageView)
    titleLabel.text = "A picture"
    titleLabel.textColor = .white
    titleLabel.textAlignment = .center
    view.addSubview(titleLabel)
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let isWide = traitCollection.horizontalSizeClass == .regular
    titleLabel.font = .systemFont(ofSize: isWide ? 28 : 17)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let room = view.safeAreaLayoutGuide.layoutFrame.insetBy(dx: 20, dy: 20)
    if traitCollection.horizontalSizeClass == .regular {
      imageView.frame = CGRect(x: room.minX, y: room.minY, width: room.width / 2, height: room.height)
      titleLabel.frame = CGRect(x: room.midX, y: room.minY, width: room.width / 2, height: room.height)
    } else {
      imageView.frame = CGRect(x: room.minX, y: room.minY, width: room.width, height: room.height - 50)
      titleLabel.frame = CGRect(x: room.minX, y: room.maxY - 40, width: room.width, height: 40)
    }
  }
}
