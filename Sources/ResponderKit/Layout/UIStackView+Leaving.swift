/// A view that is hidden inside of an animation leaves by that: its picture loses its length and fades, while the others move.
extension UIStackView {
  /// Lets the picture of a view that is about to be hidden leave; outside of animations the view vanishes at once.
  final func showLeaving(_ view: UIView) {
    guard let animation = home?.host?.animations.current, !bounds.isEmpty,
      let picture = view.snapshotView(afterScreenUpdates: false)
    else { return }
    let leaving = LeavingPicture(picture, of: view)
    self.leaving.append(leaving)
    let frame = view.plainFrame
    UIView.performWithoutAnimation {
      leaving.frame = frame
      (leaving.transform3D, leaving.alpha) = (view.transform3D, view.alpha)
      insertSubview(leaving, aboveSubview: view)
    }
    leaving.alpha = 0
    let end =
      axis == .vertical
      ? Rect(frame.minX, frame.minY, frame.width, 0)
      : Rect(isMirrored ? frame.maxX : frame.minX, frame.minY, 0, frame.height)
    // Not the frame: the view may be transformed.
    (leaving.bounds.size, leaving.center) = (end.size, end.center)
    animation.addEnding { [weak self] in
      self?.leaving.removeAll { $0 === leaving }
      leaving.removeFromSuperview()
    }
  }

  /// Removes the pictures of views that are shown again.
  final func endLeaving() {
    guard !leaving.isEmpty else { return }
    let shown = leaving.filter { $0.view?.isHidden != true }
    leaving.removeAll { $0.view?.isHidden != true }
    for picture in shown { picture.removeFromSuperview() }
  }

  /// Inside of an animation the views move to their new places by it, without a layout of the program's.
  final func layOutInAnimation() {
    guard window != nil, let animation = home?.host?.animations.current else { return }
    animation.layOutLater(superview ?? self)
  }
}

/// Shows a part of a picture.
final class LeavingPicture: UIView {
  override class var standardHitTestClass: UIView.Type { LeavingPicture.self }

  private(set) weak var view: UIView?

  init(_ picture: UIView, of view: UIView) {
    self.view = view
    super.init(frame: .zero)
    clipsToBounds = true
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    autoresizesSubviews = false
    addSubview(picture)
  }
}
