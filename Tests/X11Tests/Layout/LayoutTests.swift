import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Places of views that follow the size of what holds them.
@Suite(.hangLimit) struct LayoutTests {
  @Test func masksShareAChangeAmongTheFlexibleParts() {
    func frame(_ mask: UIView.AutoresizingMask) -> Rect {
      let outer = UIView(frame: Rect(0, 0, 100, 100))
      let inner = UIView(frame: Rect(10, 20, 30, 40))
      inner.autoresizingMask = mask
      outer.addSubview(inner)
      outer.frame = Rect(5, 5, 200, 160)
      return inner.frame
    }
    #expect(frame([]) == Rect(10, 20, 30, 40))
    #expect(frame([.flexibleWidth, .flexibleHeight]) == Rect(10, 20, 130, 100))
    #expect(frame([.flexibleLeftMargin, .flexibleTopMargin]) == Rect(110, 80, 30, 40))
    #expect(frame([.flexibleRightMargin, .flexibleBottomMargin]) == Rect(10, 20, 30, 40))
    // 10 before, 60 behind: the change of 100 is shared as 1 to 6.
    let shared = frame([.flexibleLeftMargin, .flexibleRightMargin])
    #expect(abs(shared.minX - (10 + 100.0 / 7)) < 1e-9 && shared.width == 30)
  }

  @Test func aChangeReachesViewsBelowUnlessTheViewSaysNo() {
    let outer = UIView(frame: Rect(0, 0, 100, 100))
    let middle = UIView(frame: Rect(0, 0, 100, 100))
    let inner = UIView(frame: Rect(0, 0, 100, 100))
    for view in [middle, inner] { view.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
    outer.addSubview(middle)
    middle.addSubview(inner)
    outer.bounds.size = Size(320, 240)
    #expect(inner.frame == Rect(0, 0, 320, 240))
    middle.autoresizesSubviews = false
    outer.bounds.size = Size(1920, 1080)
    #expect(middle.frame.size == Size(1920, 1080) && inner.frame.size == Size(320, 240))
    // From nothing, and back to nothing.
    outer.bounds.size = .zero
    outer.bounds.size = Size(50, 60)
    #expect(middle.frame == Rect(0, 0, 50, 60))
  }

  @Test func theRootControllersViewHasTheWindowsSize() {
    onFreshThread {
      let application = UIApplication(screen: Size(800, 600), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      let controller = UIViewController()
      window.rootViewController = controller
      window.makeKeyAndVisible()
      window.frame = Rect(0, 0, 320, 240)
      #expect(controller.view.frame == Rect(0, 0, 320, 240))
    }
  }

  private func box(_ width: Double, _ height: Double) -> UIView { UIView(frame: Rect(0, 0, width, height)) }

  private func frames(_ stack: UIStackView) -> [Rect] {
    stack.setNeedsLayout()
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.map(\.frame)
  }

  @Test func aStackSharesItsLength() {
    let stack = UIStackView(arrangedSubviews: [box(20, 10), box(40, 30), box(20, 10)])
    stack.spacing = 10
    stack.frame = Rect(0, 0, 140, 50)
    #expect(frames(stack) == [Rect(0, 0, 20, 50), Rect(30, 0, 40, 50), Rect(80, 0, 60, 50)])
    stack.distribution = .fillEqually
    #expect(frames(stack) == [Rect(0, 0, 40, 50), Rect(50, 0, 40, 50), Rect(100, 0, 40, 50)])
    stack.distribution = .fillProportionally
    #expect(frames(stack) == [Rect(0, 0, 30, 50), Rect(40, 0, 60, 50), Rect(110, 0, 30, 50)])
    stack.distribution = .equalSpacing
    #expect(frames(stack).map(\.minX) == [0, 50, 120])
    #expect(stack.sizeThatFits(.zero) == Size(100, 30))
    // Smaller and back: plain views want what they had.
    stack.distribution = .fill
    stack.frame.size.width = 30
    #expect(frames(stack).map(\.width) == [10, 0, 0])
    stack.frame.size.width = 140
    #expect(frames(stack).map(\.width) == [20, 40, 60])
  }

  @Test func aStackAlignsAcrossItsAxisAndLeavesOutTheHidden() {
    let views = [box(20, 10), box(40, 30), box(20, 10)]
    let stack = UIStackView(arrangedSubviews: views)
    stack.axis = .vertical
    stack.frame = Rect(0, 0, 100, 100)
    stack.distribution = .equalSpacing
    for (alignment, x) in [(UIStackView.Alignment.leading, 0.0), (.center, 40), (.trailing, 80)] {
      stack.alignment = alignment
      #expect(frames(stack)[0].minX == x)
    }
    #expect(frames(stack).map(\.minY) == [0, 35, 90])
    views[1].isHidden = true
    #expect(frames(stack)[2].minY == 90 && stack.sizeThatFits(.zero) == Size(20, 20))
    stack.setCustomSpacing(7, after: views[0])
    #expect(stack.sizeThatFits(.zero) == Size(20, 27))
    views[0].removeFromSuperview()
    #expect(stack.arrangedSubviews == Array(views[1...]) && stack.sizeThatFits(.zero) == Size(20, 10))
    stack.isLayoutMarginsRelativeArrangement = true
    #expect(stack.sizeThatFits(.zero) == Size(36, 26))
  }
}
