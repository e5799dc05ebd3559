import UIKit

// As in UIKit, but `addAction` with closures in place of `#selector`.

protocol SegmentBarDelegate: AnyObject {
  func segmentBar(_ bar: SegmentBar, didSelect index: Int)
}

/// Titles above a line that moves along with the pages.
final class SegmentBar: UIView {
  weak var delegate: (any SegmentBarDelegate)?
  let underline = UIView()
  private let stack = UIStackView()
  private(set) var buttons: [UIButton] = []
  private var underlineLeading: NSLayoutConstraint!

  init(titles: [String]) {
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    stack.distribution = .fillEqually
    underline.backgroundColor = .systemIndigo
    for (index, title) in titles.enumerated() {
      let button = UIButton(type: .custom)
      button.setAttributedTitle(attributed(title, .systemFont(ofSize: 15), .secondaryLabel), for: .normal)
      button.setAttributedTitle(attributed(title, .boldSystemFont(ofSize: 15), .label), for: .selected)
      let action = UIAction { [unowned self] _ in delegate?.segmentBar(self, didSelect: index) }
      button.addAction(action, for: .touchUpInside)
      stack.addArrangedSubview(button)
      buttons.append(button)
    }
    for view in [stack, underline] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    underlineLeading = underline.leadingAnchor.constraint(equalTo: stack.leadingAnchor)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: trailingAnchor),
      underline.bottomAnchor.constraint(equalTo: bottomAnchor),
      underline.heightAnchor.constraint(equalToConstant: 3),
      underline.widthAnchor.constraint(equalTo: stack.widthAnchor, multiplier: 1 / CGFloat(titles.count)),
      underlineLeading,
    ])
    select(0)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func attributed(_ title: String, _ font: UIFont, _ color: UIColor) -> NSAttributedString {
    NSAttributedString(string: title, attributes: [.font: font, .foregroundColor: color])
  }

  func setProgress(_ progress: CGFloat) {
    underlineLeading.constant = progress * bounds.width / CGFloat(buttons.count)
  }

  func select(_ index: Int) {
    for (number, button) in buttons.enumerated() { button.isSelected = number == index }
  }
}

/// One page, which notes when it comes and goes.
final class PostListController: UITableViewController {
  let prefix: String
  var calls: [String] = []

  init(prefix: String) {
    self.prefix = prefix
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    calls.append("will appear")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    calls.append("did appear")
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    calls.append("will disappear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    calls.append("did disappear")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "\(prefix) \(indexPath.row)"
    return cell
  }
}

/// A container of lists beside each other, which notifies them itself.
final class ProfileTabsViewController: UIViewController, UIScrollViewDelegate, SegmentBarDelegate {
  let bar = SegmentBar(titles: ["Posts", "Likes", "Replies"])
  let pager = UIScrollView()
  let pages = ["Posts", "Likes", "Replies"].map(PostListController.init)
  private(set) var current = 0

  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    bar.delegate = self
    pager.isPagingEnabled = true
    pager.showsHorizontalScrollIndicator = false
    pager.bounces = false
    pager.delegate = self
    let content = UIStackView()
    content.distribution = .fillEqually
    content.translatesAutoresizingMaskIntoConstraints = false
    pager.addSubview(content)
    for page in pages {
      addChild(page)
      content.addArrangedSubview(page.view)
      page.didMove(toParent: self)
    }
    for view in [bar, pager] as [UIView] {
      view.translatesAutoresizingMaskIntoConstraints = false
      self.view.addSubview(view)
    }
    let area = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      bar.topAnchor.constraint(equalTo: area.topAnchor),
      bar.heightAnchor.constraint(equalToConstant: 44),
      bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      pager.topAnchor.constraint(equalTo: bar.bottomAnchor),
      pager.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      pager.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      pager.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      content.topAnchor.constraint(equalTo: pager.contentLayoutGuide.topAnchor),
      content.bottomAnchor.constraint(equalTo: pager.contentLayoutGuide.bottomAnchor),
      content.leadingAnchor.constraint(equalTo: pager.contentLayoutGuide.leadingAnchor),
      content.trailingAnchor.constraint(equalTo: pager.contentLayoutGuide.trailingAnchor),
      content.heightAnchor.constraint(equalTo: pager.frameLayoutGuide.heightAnchor),
      content.widthAnchor.constraint(equalTo: pager.frameLayoutGuide.widthAnchor, multiplier: 3),
    ])
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    pages[current].beginAppearanceTransition(true, animated: animated)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    pages[current].endAppearanceTransition()
  }

  private func settle() {
    let index = Int((pager.contentOffset.x / pager.bounds.width).rounded())
    guard index != current else { return }
    let (old, new) = (pages[current], pages[index])
    old.beginAppearanceTransition(false, animated: true)
    new.beginAppearanceTransition(true, animated: true)
    old.endAppearanceTransition()
    new.endAppearanceTransition()
    current = index
    bar.select(index)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard pager.bounds.width > 0 else { return }
    bar.setProgress(scrollView.contentOffset.x / scrollView.bounds.width)
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { settle() }

  func segmentBar(_ bar: SegmentBar, didSelect index: Int) {
    pager.setContentOffset(CGPoint(x: CGFloat(index) * pager.bounds.width, y: 0), animated: true)
  }
}
