import UIKit

// As in UIKit, but `addAction` with a closure in place of `#selector`.

/// A pan that begins when the finger comes down.
final class InstantPanGestureRecognizer: UIPanGestureRecognizer {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if self.state == .began { return }
    super.touchesBegan(touches, with: event)
    self.state = .began
  }
}

private enum PanelState {
  case closed, open
  var opposite: PanelState {
    switch self {
    case .open: return .closed
    case .closed: return .open
    }
  }
}

/// Reviews in a panel that a tap or a drag opens and closes: three animators that a finger holds, moves and turns back.
final class PopupViewController: UIViewController {
  private let popupOffset: CGFloat = 440
  lazy var overlayView: UIView = {
    let view = UIView()
    view.backgroundColor = .black
    view.alpha = 0
    return view
  }()
  lazy var popupView: UIView = {
    let view = UIView()
    view.backgroundColor = .white
    view.layer.shadowColor = UIColor.black.cgColor
    view.layer.shadowOpacity = 0.1
    view.layer.shadowRadius = 10
    view.layer.maskedCorners = [.layerMaxXMinYCorner, .layerMinXMinYCorner]
    return view
  }()
  lazy var closedTitleLabel: UILabel = {
    let label = UILabel()
    label.text = "Reviews"
    label.font = UIFont.systemFont(ofSize: 16, weight: UIFont.Weight.medium)
    label.textColor = #colorLiteral(red: 0, green: 0.5898, blue: 1, alpha: 1)
    label.textAlignment = .center
    return label
  }()
  lazy var openTitleLabel: UILabel = {
    let label = UILabel()
    label.text = "Reviews"
    label.font = UIFont.systemFont(ofSize: 24, weight: UIFont.Weight.heavy)
    label.textColor = .black
    label.textAlignment = .center
    label.alpha = 0
    label.transform = CGAffineTransform(scaleX: 0.65, y: 0.65).concatenating(
      CGAffineTransform(translationX: 0, y: -15))
    return label
  }()
  private var bottomConstraint = NSLayoutConstraint()
  private var currentState: PanelState = .closed
  var isOpen: Bool { currentState == .open }
  var runningAnimators = [UIViewPropertyAnimator]()
  private var animationProgress = [CGFloat]()
  var completions: [String] = []
  private lazy var panRecognizer: InstantPanGestureRecognizer = {
    let recognizer = InstantPanGestureRecognizer()
    recognizer.addAction { [unowned self, unowned recognizer] _ in
      self.popupViewPanned(recognizer: recognizer)
    }
    return recognizer
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    for part in [overlayView, popupView, closedTitleLabel, openTitleLabel] {
      part.translatesAutoresizingMaskIntoConstraints = false
    }
    view.addSubview(overlayView)
    overlayView.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
    overlayView.trailingAnchor.constraint(equalTo: view.trailingAnchor).isActive = true
    overlayView.topAnchor.constraint(equalTo: view.topAnchor).isActive = true
    overlayView.bottomAnchor.constraint(equalTo: view.bottomAnchor).isActive = true
    view.addSubview(popupView)
    popupView.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
    popupView.trailingAnchor.constraint(equalTo: view.trailingAnchor).isActive = true
    bottomConstraint = popupView.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: popupOffset)
    bottomConstraint.isActive = true
    popupView.heightAnchor.constraint(equalToConstant: 500).isActive = true
    for label in [closedTitleLabel, openTitleLabel] {
      popupView.addSubview(label)
      label.leadingAnchor.constraint(equalTo: popupView.leadingAnchor).isActive = true
      label.trailingAnchor.constraint(equalTo: popupView.trailingAnchor).isActive = true
      label.topAnchor.constraint(equalTo: popupView.topAnchor, constant: label == closedTitleLabel ? 20 : 30)
        .isActive = true
    }
    popupView.addGestureRecognizer(panRecognizer)
  }

  private func animateTransitionIfNeeded(to state: PanelState, duration: TimeInterval) {
    guard runningAnimators.isEmpty else { return }
    let transitionAnimator = UIViewPropertyAnimator(
      duration: duration, dampingRatio: 1,
      animations: {
        switch state {
        case .open:
          self.bottomConstraint.constant = 0
          self.popupView.layer.cornerRadius = 20
          self.overlayView.alpha = 0.5
          self.closedTitleLabel.transform = CGAffineTransform(scaleX: 1.6, y: 1.6).concatenating(
            CGAffineTransform(translationX: 0, y: 15))
          self.openTitleLabel.transform = .identity
        case .closed:
          self.bottomConstraint.constant = self.popupOffset
          self.popupView.layer.cornerRadius = 0
          self.overlayView.alpha = 0
          self.closedTitleLabel.transform = .identity
          self.openTitleLabel.transform = CGAffineTransform(scaleX: 0.65, y: 0.65).concatenating(
            CGAffineTransform(translationX: 0, y: -15))
        }
        self.view.layoutIfNeeded()
      })
    transitionAnimator.addCompletion { position in
      switch position {
      case .start: self.currentState = state.opposite
      case .end: self.currentState = state
      case .current: ()
      @unknown default: ()
      }
      self.completions.append("\(position == .end ? "end" : "start")")
      switch self.currentState {
      case .open: self.bottomConstraint.constant = 0
      case .closed: self.bottomConstraint.constant = self.popupOffset
      }
      self.runningAnimators.removeAll()
    }
    let inTitleAnimator = UIViewPropertyAnimator(
      duration: duration, curve: .easeIn,
      animations: {
        switch state {
        case .open: self.openTitleLabel.alpha = 1
        case .closed: self.closedTitleLabel.alpha = 1
        }
      })
    inTitleAnimator.scrubsLinearly = false
    let outTitleAnimator = UIViewPropertyAnimator(
      duration: duration, curve: .easeOut,
      animations: {
        switch state {
        case .open: self.closedTitleLabel.alpha = 0
        case .closed: self.openTitleLabel.alpha = 0
        }
      })
    outTitleAnimator.scrubsLinearly = false
    transitionAnimator.startAnimation()
    inTitleAnimator.startAnimation()
    outTitleAnimator.startAnimation()
    runningAnimators.append(transitionAnimator)
    runningAnimators.append(inTitleAnimator)
    runningAnimators.append(outTitleAnimator)
  }

  private func popupViewPanned(recognizer: UIPanGestureRecognizer) {
    switch recognizer.state {
    case .began:
      animateTransitionIfNeeded(to: currentState.opposite, duration: 1)
      runningAnimators.forEach { $0.pauseAnimation() }
      animationProgress = runningAnimators.map { $0.fractionComplete }
    case .changed:
      let translation = recognizer.translation(in: popupView)
      var fraction = -translation.y / popupOffset
      if currentState == .open { fraction *= -1 }
      if runningAnimators[0].isReversed { fraction *= -1 }
      for (index, animator) in runningAnimators.enumerated() {
        animator.fractionComplete = fraction + animationProgress[index]
      }
    case .ended:
      let yVelocity = recognizer.velocity(in: popupView).y
      let shouldClose = yVelocity > 0
      if yVelocity == 0 {
        runningAnimators.forEach { $0.continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        break
      }
      switch currentState {
      case .open:
        if !shouldClose && !runningAnimators[0].isReversed {
          runningAnimators.forEach { $0.isReversed = !$0.isReversed }
        }
        if shouldClose && runningAnimators[0].isReversed {
          runningAnimators.forEach { $0.isReversed = !$0.isReversed }
        }
      case .closed:
        if shouldClose && !runningAnimators[0].isReversed {
          runningAnimators.forEach { $0.isReversed = !$0.isReversed }
        }
        if !shouldClose && runningAnimators[0].isReversed {
          runningAnimators.forEach { $0.isReversed = !$0.isReversed }
        }
      }
      runningAnimators.forEach { $0.continueAnimation(withTimingParameters: nil, durationFactor: 0) }
    default:
      ()
    }
  }
}
