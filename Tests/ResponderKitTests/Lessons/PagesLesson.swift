import UIKit

// As in UIKit.

/// Three pages side by side, and a label that says which one is seen.
final class PagesViewController: UIViewController, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  let label = UILabel()
  private let colors: [UIColor] = [.systemPink, .systemTeal, .systemIndigo]
  private var pages: [UIView] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.delegate = self
    view.addSubview(scrollView)
    for color in colors {
      let page = UIView()
      page.backgroundColor = color
      scrollView.addSubview(page)
      pages.append(page)
    }
    label.text = "Page 1"
    label.textAlignment = .center
    view.addSubview(label)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = view.bounds.size
    scrollView.frame = view.bounds
    scrollView.contentSize = CGSize(width: size.width * CGFloat(pages.count), height: size.height)
    for (index, page) in pages.enumerated() {
      page.frame = CGRect(x: size.width * CGFloat(index), y: 0, width: size.width, height: size.height)
    }
    label.frame = CGRect(x: 0, y: size.height - 60, width: size.width, height: 40)
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    let page = Int((scrollView.contentOffset.x / scrollView.bounds.width).rounded())
    label.text = "Page \(page + 1)"
  }
}
