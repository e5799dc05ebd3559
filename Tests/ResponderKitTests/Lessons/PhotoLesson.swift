import UIKit

// One line differs from UIKit: the closure in place of two selectors.

/// A card that two fingers turn and enlarge, and a double tap puts back.
final class PhotoViewController: UIViewController, UIGestureRecognizerDelegate {
  let card = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 140))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    card.backgroundColor = .white
    card.isMultipleTouchEnabled = true
    view.addSubview(card)
    let pinch = UIPinchGestureRecognizer()
    let rotation = UIRotationGestureRecognizer()
    let doubleTap = UITapGestureRecognizer()
    doubleTap.numberOfTapsRequired = 2
    for recognizer in [pinch, rotation, doubleTap] {
      recognizer.delegate = self
      recognizer.addAction { [unowned self] in self.changed($0) }
      card.addGestureRecognizer(recognizer)
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    card.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
  }

  func changed(_ recognizer: UIGestureRecognizer) {
    switch recognizer {
    case let pinch as UIPinchGestureRecognizer:
      card.transform = card.transform.scaledBy(x: pinch.scale, y: pinch.scale)
      pinch.scale = 1
    case let rotation as UIRotationGestureRecognizer:
      card.transform = card.transform.rotated(by: rotation.rotation)
      rotation.rotation = 0
    default: card.transform = .identity
    }
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { true }
}
