import UIKit

// As in UIKit, but for the recognizer's action.

/// A card at the lower edge, that a finger pulls up and pushes down again: an animator follows the finger.
final class CardViewController: UIViewController {
  enum Place { case down, up }

  let card = UIView()
  let shade = UIView()
  private var bottom: NSLayoutConstraint!
  private var place = Place.down
  private var animator: UIViewPropertyAnimator?
  private var fraction: CGFloat = 0
  private let height: CGFloat = 400
  private let peek: CGFloat = 80

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    shade.backgroundColor = .black
    shade.alpha = 0
    card.backgroundColor = .systemOrange
    card.layer.cornerRadius = 8
    for part in [shade, card] {
      part.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(part)
    }
    bottom = card.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: height - peek)
    NSLayoutConstraint.activate([
      shade.topAnchor.constraint(equalTo: view.topAnchor),
      shade.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      shade.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      shade.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      card.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      card.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      card.heightAnchor.constraint(equalToConstant: height), bottom,
    ])
    let pan = UIPanGestureRecognizer()
    pan.addAction { [unowned self] in self.panned($0) }
    card.addGestureRecognizer(pan)
  }

  private func animate(to next: Place) {
    guard animator == nil else { return }
    let animator = UIViewPropertyAnimator(duration: 0.5, dampingRatio: 1) {
      self.bottom.constant = next == .up ? 0 : self.height - self.peek
      self.shade.alpha = next == .up ? 0.5 : 0
      self.card.layer.cornerRadius = next == .up ? 24 : 8
      self.view.layoutIfNeeded()
    }
    animator.addCompletion { position in
      if position == .end { self.place = next }
      self.bottom.constant = self.place == .up ? 0 : self.height - self.peek
      self.animator = nil
    }
    self.animator = animator
  }

  private func panned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      animate(to: place == .up ? .down : .up)
      animator?.pauseAnimation()
      fraction = animator?.fractionComplete ?? 0
    case .changed:
      var way = -pan.translation(in: view).y / (height - peek)
      if place == .up { way = -way }
      animator?.fractionComplete = way + fraction
    case .ended, .cancelled:
      let isUpwards = pan.velocity(in: view).y < 0
      animator?.isReversed = isUpwards != (place == .down)
      animator?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    default: break
    }
  }
}
