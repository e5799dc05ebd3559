/// One drag, from the lift to the end of what is animated after it.
final class DragCourse {
  private let session: DragSession
  private let drop: DropSession
  private let hostNumber: UInt32
  private let flight = DragFlight()
  private weak var interaction: UIDragInteraction?
  /// The finger's place at the lift.
  private let start: Point
  private var isMoving = false
  private var isOver = false
  /// The target under the finger, what a drop would do there, and the interactions that were asked and notified so far.
  private var target: UIDropInteraction?
  private var operation = UIDropOperation.cancel
  private var answers: [(interaction: UIDropInteraction, canHandle: Bool)] = []
  private var entered: [UIDropInteraction] = []
  /// Scrolls what is under the finger, as long as it is kept.
  private var scroll: (view: any DragScroller, token: AnyObject)?

  init(_ session: DragSession, of interaction: UIDragInteraction, hostNumber: UInt32) {
    self.session = session
    self.interaction = interaction
    self.hostNumber = hostNumber
    drop = DropSession(session)
    start = session.place
  }

  private var delegate: (any UIDragInteractionDelegate)? { interaction?.delegate }

  // MARK: The finger

  /// - Parameter place: where the finger has moved to: the drag begins at once. Nil: it rests.
  func lift(movingTo place: Point?) {
    guard let interaction, let delegate, let window = session.window else { return }
    let previews = session.items.map { item in
      (item, delegate.dragInteraction(interaction, previewForLifting: item, session: session))
    }
    // The program may have cancelled the touch, here and below.
    guard !isOver else { return }
    flight.show(previews, in: window, finger: session.place)
    let animator = DragAnimator()
    delegate.dragInteraction(interaction, willAnimateLiftWith: animator, session: session)
    guard !isOver else { return }
    animator.run { flight.lift() }
    guard let place else { return }
    session.place = place
    begin()
  }

  private func begin() {
    (session.window?.keyTaker as? MenuPanel)?.close()
    guard !isOver else { return }
    isMoving = true
    guard let interaction else { return }
    delegate?.dragInteraction(interaction, sessionWillBegin: session)
    guard !isOver else { return }
    flight.exchangePreviews()
    follow()
  }

  func move(to place: Point) {
    guard !isOver else { return }
    session.place = place
    if isMoving { return follow() }
    guard let window = session.window else { return }
    if place.distance(to: start) >= window.tuning.panSlop { begin() }
  }

  private func follow() {
    guard !isOver, let window = session.window else { return }
    flight.follow(session.place, of: window)
    if let interaction { delegate?.dragInteraction(interaction, sessionDidMove: session) }
    seek()
  }

  func fingerLifted(at place: Point) {
    // The target may have changed since the last move.
    if isMoving || place != session.place { move(to: place) }
    guard !isOver else { return }
    if isMoving, let target, target.view?.window != nil, operation == .copy || operation == .move {
      return perform(on: target)
    }
    goBack(with: isMoving && operation == .forbidden ? .forbidden : .cancel)
  }

  /// The touch was cancelled, as when its view leaves the window.
  func cancel() { if !isOver { goBack(with: .cancel) } }

  // MARK: The target

  private func seek() {
    guard !isOver, let window = session.window else { return }
    let place = window.convert(session.place, to: nil as UIWindow?)
    let found = window.application?.target(at: place, for: nil, in: hostNumber)
    flight.move(to: found?.window ?? window)
    exchangeTarget(taker(from: found?.view))
    guard !isOver else { return }
    if let target { operation = target.proposal(for: drop) }
    guard !isOver else { return }
    flight.sign = operation
    scrollContent(from: found?.view)
  }

  /// The first interaction of a view, or of one around it, that takes the items.
  private func taker(from view: UIView?) -> UIDropInteraction? {
    var view = view
    while let current = view {
      for case let drop as UIDropInteraction in current.interactions where canHandle(drop) { return drop }
      view = current.superview
    }
    return nil
  }

  private func canHandle(_ interaction: UIDropInteraction) -> Bool {
    if let known = answers.first(where: { $0.interaction === interaction }) { return known.canHandle }
    let answer = interaction.delegate?.dropInteraction(interaction, canHandle: drop) ?? false
    answers.append((interaction, answer))
    return answer
  }

  private func exchangeTarget(_ next: UIDropInteraction?) {
    guard next !== target, !isOver else { return }
    leaveTarget()
    guard !isOver, let next else { return }
    target = next
    if !entered.contains(where: { $0 === next }) { entered.append(next) }
    next.delegate?.dropInteraction(next, sessionDidEnter: drop)
  }

  private func leaveTarget() {
    guard let old = target else { return }
    (target, operation) = (nil, .cancel)
    old.delegate?.dropInteraction(old, sessionDidExit: drop)
  }

  private func scrollContent(from view: UIView?) {
    let old = scroll
    scroll = nil
    var view = view
    while let current = view {
      if let scroller = current as? any DragScroller {
        let known = old.flatMap { $0.view === scroller ? $0.token : nil }
        let place = session.location(in: scroller)
        if let token = scroller.scroll(beside: place, continuing: known, { [weak self] in self?.seek() }) {
          return scroll = (scroller, token)
        }
      }
      view = current.superview
    }
  }

  // MARK: The end

  /// Stops following the finger.
  private func end() {
    (isOver, scroll) = (true, nil)
    flight.sign = .cancel
    flight.isLanding = true
  }

  private func perform(on target: UIDropInteraction) {
    end()
    willEnd(with: operation)
    // What they are called for must be there at the end of what is animated, too.
    let (taker, views) = (target.delegate, (target.view, interaction?.view))
    taker?.dropInteraction(target, performDrop: drop)
    let animator = DragAnimator()
    let landings = flight.landings { item, preview in
      let landing = preview.flatMap {
        taker?.dropInteraction(target, previewForDropping: item, withDefault: $0)
      }
      taker?.dropInteraction(target, item: item, willAnimateDropWith: animator)
      return landing
    }
    animator.run {
      flight.land(landings)
    } end: { [self] in
      taker?.dropInteraction(target, concludeDrop: drop)
      didEnd(with: session.isRefused ? .cancel : operation)
      withExtendedLifetime(views) {}
    }
  }

  private func goBack(with operation: UIDropOperation) {
    end()
    leaveTarget()
    if isMoving { willEnd(with: operation) }
    let animator = DragAnimator()
    let landings = flight.landings { [interaction, delegate] item, preview in
      guard let interaction, let delegate else { return nil }
      let landing = preview.flatMap {
        delegate.dragInteraction(interaction, previewForCancelling: item, withDefault: $0)
      }
      delegate.dragInteraction(interaction, item: item, willAnimateCancelWith: animator)
      return landing
    }
    animator.run {
      flight.land(landings)
    } end: { [self] in
      didEnd(with: operation)
    }
  }

  private func willEnd(with operation: UIDropOperation) {
    guard let interaction else { return }
    delegate?.dragInteraction(interaction, session: session, willEndWith: operation)
  }

  private func didEnd(with operation: UIDropOperation) {
    flight.removeFromSuperview()
    for other in entered { other.delegate?.dropInteraction(other, sessionDidEnd: drop) }
    if isMoving, let interaction {
      delegate?.dragInteraction(interaction, session: session, didEndWith: operation)
      if operation == .copy || operation == .move {
        delegate?.dragInteraction(interaction, sessionDidTransferItems: session)
      }
    }
  }
}

extension UIDropInteraction {
  /// What a drop would do now.
  fileprivate func proposal(for session: DropSession) -> UIDropOperation {
    let operation = delegate?.dropInteraction(self, sessionDidUpdate: session).operation ?? .cancel
    return operation == .move && !session.allowsMoveOperation ? .forbidden : operation
  }
}

/// A view whose content scrolls while something is dragged near its edges.
protocol DragScroller: UIView {
  /// Scrolls until the returned token is released. Nil: `finger`, in the view's coordinates, is near no edge, or there is nothing to scroll to.
  ///
  /// - Parameters:
  ///   - token: what was returned for the finger's last place.
  ///   - moved: called after each step.
  func scroll(beside finger: Point, continuing token: AnyObject?, _ moved: @escaping () -> Void) -> AnyObject?
}

/// Changes of a program that are animated together with what is dragged.
final class DragAnimator: UIDragAnimating {
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []

  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  func run(_ changes: () -> Void, end: @escaping () -> Void = {}) {
    UIView.animate(withDuration: .milliseconds(300), options: .allowUserInteraction) {
      changes()
      animate()
    } completion: { [self] isFinished in
      complete(isFinished ? .end : .current)
      end()
    }
  }

  func animate() { for change in animations { change() } }
  func complete(_ position: UIViewAnimatingPosition) {
    for completion in completions { completion(position) }
  }
}
