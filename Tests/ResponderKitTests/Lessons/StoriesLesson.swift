import UIKit

// As in UIKit, but `addAction` with closures in place of `#selector`.

/// A page of a story, and how long it is shown.
struct StoryPage {
  let author: String
  let color: UIColor
}

protocol StoryBarDelegate: AnyObject {
  func storyBar(_ bar: StoryBar, didShow index: Int)
  func storyBarDidFinish(_ bar: StoryBar)
}

/// Segments that are filled one after the other, by property animators that can be paused.
final class StoryBar: UIView {
  weak var delegate: StoryBarDelegate?
  private let duration: TimeInterval
  private let tracks: [UIView]
  private let fills: [UIView]
  private var animator: UIViewPropertyAnimator?
  private(set) var index = 0

  init(count: Int, duration: TimeInterval) {
    self.duration = duration
    tracks = (0..<count).map { _ in UIView() }
    fills = (0..<count).map { _ in UIView() }
    super.init(frame: .zero)
    for (track, fill) in zip(tracks, fills) {
      track.backgroundColor = UIColor.white.withAlphaComponent(0.35)
      track.layer.cornerRadius = 1.5
      track.clipsToBounds = true
      fill.backgroundColor = .white
      track.addSubview(fill)
      addSubview(track)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let spacing: CGFloat = 4
    let width = (bounds.width - spacing * CGFloat(tracks.count - 1)) / CGFloat(tracks.count)
    for (number, track) in tracks.enumerated() {
      track.frame = CGRect(x: CGFloat(number) * (width + spacing), y: 0, width: width, height: bounds.height)
      if number < index { fills[number].frame = track.bounds }
      if number > index { fills[number].frame = CGRect(x: 0, y: 0, width: 0, height: bounds.height) }
    }
  }

  func start(at index: Int = 0) {
    animator?.stopAnimation(true)
    self.index = index
    setNeedsLayout()
    layoutIfNeeded()
    let (fill, track) = (fills[index], tracks[index])
    fill.frame = CGRect(x: 0, y: 0, width: 0, height: bounds.height)
    let animator = UIViewPropertyAnimator(duration: duration, curve: .linear) {
      fill.frame.size.width = track.bounds.width
    }
    animator.addCompletion { [weak self] position in
      if position == .end { self?.advance() }
    }
    animator.startAnimation()
    self.animator = animator
    delegate?.storyBar(self, didShow: index)
  }

  func advance() {
    if index + 1 < tracks.count { return start(at: index + 1) }
    animator?.stopAnimation(true)
    delegate?.storyBarDidFinish(self)
  }

  func rewind() { start(at: max(0, index - 1)) }

  var isPaused = false {
    didSet {
      if isPaused { animator?.pauseAnimation() } else { animator?.startAnimation() }
    }
  }

  /// How much of each segment is seen to be filled.
  var fractions: [CGFloat] {
    zip(fills, tracks).map { fill, track in
      (fill.layer.presentation() ?? fill.layer).frame.width / max(track.bounds.width, 1)
    }
  }
}

/// Pages that follow each other: a tap goes on or back, a finger that stays pauses, and a swipe closes.
final class StoryViewController: UIViewController, StoryBarDelegate {
  let pages: [StoryPage]
  let bar: StoryBar
  let nameLabel = UILabel()
  private let shade = CAGradientLayer()
  private(set) var shown: [Int] = []

  init(pages: [StoryPage]) {
    self.pages = pages
    bar = StoryBar(count: pages.count, duration: 3)
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .fullScreen
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    shade.colors = [UIColor.black.withAlphaComponent(0.6), UIColor.clear].map(\.cgColor)
    view.layer.addSublayer(shade)
    bar.delegate = self
    view.addSubview(bar)
    nameLabel.font = .systemFont(ofSize: 14, weight: .semibold)
    nameLabel.textColor = .white
    nameLabel.shadowColor = .black
    nameLabel.shadowOffset = CGSize(width: 0, height: 1)
    view.addSubview(nameLabel)

    let tap = UITapGestureRecognizer()
    tap.addAction { [unowned self] tap in
      if tap.location(in: view).x < view.bounds.width / 3 { bar.rewind() } else { bar.advance() }
    }
    let hold = UILongPressGestureRecognizer()
    hold.minimumPressDuration = 0.15
    hold.addAction { [unowned self] in held($0) }
    tap.require(toFail: hold)
    let swipe = UISwipeGestureRecognizer()
    swipe.direction = .down
    swipe.addAction { [unowned self] _ in close() }
    [tap, hold, swipe].forEach { view.addGestureRecognizer($0) }
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let area = view.bounds.inset(by: view.safeAreaInsets)
    shade.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: 120)
    bar.frame = CGRect(x: area.minX + 8, y: area.minY + 8, width: area.width - 16, height: 3)
    nameLabel.frame = CGRect(
      x: area.minX + 16, y: bar.frame.maxY + 12, width: area.width - 32, height: nameLabel.font.lineHeight)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    bar.start()
  }

  func storyBar(_ bar: StoryBar, didShow index: Int) {
    shown.append(index)
    nameLabel.text = pages[index].author
    UIView.transition(with: view, duration: 0.2, options: .transitionCrossDissolve) {
      self.view.backgroundColor = self.pages[index].color
    }
  }

  func storyBarDidFinish(_ bar: StoryBar) { close() }

  private func held(_ hold: UIGestureRecognizer) {
    switch hold.state {
    case .began:
      bar.isPaused = true
      UIView.animate(withDuration: 0.2) { self.bar.alpha = 0 }
    case .ended, .cancelled:
      bar.isPaused = false
      UIView.animate(withDuration: 0.2) { self.bar.alpha = 1 }
    default: break
    }
  }

  private func close() { presentingViewController?.dismiss(animated: true) }
}
