import UIKit

// As in UIKit but for the recognizer's closure in place of a selector.

/// A photo that two fingers or two taps enlarge, and that stays in the middle while it is smaller than the screen.
final class PhotoZoomViewController: UIViewController, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  let imageView = UIImageView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let size = CGSize(width: 800, height: 600)
    imageView.image = UIGraphicsImageRenderer(size: size).image { context in
      UIColor.systemOrange.setFill()
      context.fill(CGRect(origin: .zero, size: size))
    }
    imageView.sizeToFit()
    scrollView.delegate = self
    scrollView.contentInsetAdjustmentBehavior = .never
    scrollView.contentSize = imageView.bounds.size
    scrollView.addSubview(imageView)
    view.addSubview(scrollView)
    let tap = UITapGestureRecognizer()
    tap.numberOfTapsRequired = 2
    tap.addAction { [unowned self] in doubleTapped($0) }
    scrollView.addGestureRecognizer(tap)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    guard scrollView.frame != view.bounds else { return }
    scrollView.frame = view.bounds
    let size = imageView.bounds.size
    let scale = min(view.bounds.width / size.width, view.bounds.height / size.height)
    scrollView.minimumZoomScale = scale
    scrollView.maximumZoomScale = 2
    scrollView.zoomScale = scale
    centerImage()
  }

  private func centerImage() {
    let x = max((scrollView.bounds.width - imageView.frame.width) / 2, 0)
    let y = max((scrollView.bounds.height - imageView.frame.height) / 2, 0)
    scrollView.contentInset = UIEdgeInsets(top: y, left: x, bottom: y, right: x)
  }

  private func doubleTapped(_ tap: UITapGestureRecognizer) {
    guard scrollView.zoomScale == scrollView.minimumZoomScale else {
      return scrollView.setZoomScale(scrollView.minimumZoomScale, animated: true)
    }
    let point = tap.location(in: imageView)
    let size = CGSize(
      width: scrollView.bounds.width / scrollView.maximumZoomScale,
      height: scrollView.bounds.height / scrollView.maximumZoomScale)
    let origin = CGPoint(x: point.x - size.width / 2, y: point.y - size.height / 2)
    scrollView.zoom(to: CGRect(origin: origin, size: size), animated: true)
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { centerImage() }
}
