import TestHarness
import Testing

@testable import ResponderKit

/// What has changed is solved in whichever tree it is then, whoever asks for layout first.
@Suite(.hangLimit) struct IslandMarkTests {
  /// A view with a square that is as large, less its required width.
  private func box(_ frame: Rect, in superview: UIView) -> (view: UIView, square: UIView) {
    let (view, square) = (UIView(frame: frame), UIView())
    square.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(square)
    superview.addSubview(view)
    NSLayoutConstraint.activate([
      square.leftAnchor.constraint(equalTo: view.leftAnchor),
      square.rightAnchor.constraint(equalTo: view.rightAnchor),
      square.topAnchor.constraint(equalTo: view.topAnchor),
      square.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    return (view, square)
  }

  @Test func aChangedViewThatLeavesIsSolvedInItsNewTree() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let other = UIWindow(frame: Rect(0, 0, 300, 400))
      let (view, square) = box(Rect(0, 0, 100, 40), in: page)
      stage.wait(20)
      view.frame.size.width = 200
      other.addSubview(view)
      stage.window.layoutIfNeeded()
      other.layoutIfNeeded()
      #expect(square.frame.width == 200)
      // Without another superview it is a tree of its own.
      view.frame.size.width = 210
      view.removeFromSuperview()
      view.frame.size.width = 220
      other.layoutIfNeeded()
      view.layoutIfNeeded()
      #expect(square.frame.width == 220)
      page.addSubview(view)
      square.constraints.forEach { $0.isActive = false }
      page.frame.size.width = 310
      view.frame.size.width = 230
      stage.wait(20)
      #expect(square.frame.width == 230)
    }
  }

  @Test func aTreeThatAViewHasLeftDoesNotTakeItsChanges() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let other = UIWindow(frame: Rect(0, 0, 300, 400))
      let outer = UIView(frame: Rect(0, 0, 200, 200))
      page.addSubview(outer)
      let (view, square) = box(Rect(0, 0, 100, 40), in: outer)
      stage.wait(20)
      view.frame.size.width = 110
      other.addSubview(outer)
      other.layoutIfNeeded()
      #expect(square.frame.width == 110)
      view.frame.size.width = 120
      stage.window.layoutIfNeeded()
      other.layoutIfNeeded()
      #expect(square.frame.width == 120)
    }
  }

  @Test func viewsThatAreOnlyMeasuredDoNotPileUp() {
    let measured = UIView()
    for _ in 0..<1000 {
      let (child, inner) = (UIView(), UIView())
      for view in [child, inner] { view.translatesAutoresizingMaskIntoConstraints = false }
      child.addSubview(inner)
      measured.addSubview(child)
      inner.widthAnchor.constraint(equalTo: child.widthAnchor).isActive = true
      inner.invalidateIntrinsicContentSize()
      _ = measured.systemLayoutSizeFitting(.zero)
      child.removeFromSuperview()
    }
    let count = measured.layoutItem.unsolvedTree?.items.count ?? 0
    #expect(count > 0 && count <= UnsolvedTree.leastLimit)
  }

  @Test func aMoveThatChangesTheSafeAreaIsSolvedAtOnce() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      let page = stage.show(UIView(frame: stage.window.bounds))
      let (panel, content) = (UIView(frame: Rect(0, 300, 200, 200)), UIView())
      content.translatesAutoresizingMaskIntoConstraints = false
      panel.addSubview(content)
      page.addSubview(panel)
      content.topAnchor.constraint(equalTo: panel.safeAreaLayoutGuide.topAnchor).isActive = true
      stage.wait(20)
      #expect(content.frame.minY == 0)
      UIView.animate(withDuration: 1) {
        panel.frame.origin.y = 0
        panel.layoutIfNeeded()
      }
      #expect(content.frame.minY == 40 && content.isAnimating)
    }
  }

  private final class Observing: UIView {
    var onFrame: (() -> Void)?
    override var bounds: Rect { didSet { if bounds != oldValue { onFrame?() } } }
    var onInsets: (() -> Void)?
    override func safeAreaInsetsDidChange() { onInsets?() }
    var onUpdate: (() -> Void)?
    override func updateConstraints() {
      onUpdate?()
      super.updateConstraints()
    }
  }

  @Test func layoutInsideOfLayoutSolvesWhatIsStillUnsolved() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      var widths: [NSLayoutConstraint] = []
      let squares = (0..<3).map { index in
        let (view, square) = (UIView(frame: Rect(0, Double(index) * 50, 300, 50)), Observing())
        square.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(square)
        page.addSubview(view)
        widths.append(square.widthAnchor.constraint(equalToConstant: 10))
        widths[index].isActive = true
        return square
      }
      stage.wait(20)
      var seen: [Double] = []
      for square in squares {
        square.onFrame = {
          if !seen.isEmpty { return }
          seen = [0]
          page.layoutIfNeeded()
          seen = squares.map(\.bounds.width)
        }
      }
      for width in widths { width.constant = 60 }
      stage.wait(20)
      #expect(seen == [60, 60, 60])
    }
  }

  @Test func layoutInsideOfACallAboutInsetsSolvesWhatWasChanged() {
    onStage { stage in
      let page = Observing(frame: stage.window.bounds)
      stage.show(page)
      let square = UIView()
      square.translatesAutoresizingMaskIntoConstraints = false
      let view = UIView(frame: Rect(0, 0, 100, 100))
      page.addSubview(view)
      view.addSubview(square)
      let width = square.widthAnchor.constraint(equalToConstant: 10)
      width.isActive = true
      stage.wait(20)
      var seen = 0.0
      page.onInsets = {
        page.layoutIfNeeded()
        seen = square.frame.width
      }
      width.constant = 50
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      stage.wait(20)
      #expect(seen == 50)
    }
  }

  @Test func updatesThatCallsOfLayoutWantAreNotLost() {
    onStage { stage in
      let (page, inner) = (Observing(frame: stage.window.bounds), Observing())
      stage.show(page)
      let width = page.widthAnchor.constraint(lessThanOrEqualToConstant: 1000)
      width.isActive = true
      stage.wait(20)
      // A view is notified of insets, and wants other constraints.
      var updates = 0
      page.onUpdate = { updates += 1 }
      page.onInsets = { [unowned page] in page.setNeedsUpdateConstraints() }
      width.constant = 1001
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      stage.wait(20)
      #expect(updates == 1 && !page.needsUpdateConstraints())
      // The constraints of a view bring another one, which makes its own.
      var innerUpdates = 0
      inner.onUpdate = { innerUpdates += 1 }
      page.onUpdate = { [unowned page] in
        page.addSubview(inner)
        inner.setNeedsUpdateConstraints()
      }
      page.setNeedsUpdateConstraints()
      stage.wait(20)
      #expect(innerUpdates == 1 && !inner.needsUpdateConstraints())
      // One that is never content is asked a few times.
      updates = 0
      page.onUpdate = { [unowned page] in
        updates += 1
        page.setNeedsUpdateConstraints()
      }
      page.setNeedsUpdateConstraints()
      stage.window.layoutIfNeeded()
      #expect((2...1000).contains(updates))
      page.onUpdate = nil
    }
  }

  @Test func whatAConstraintPlacedIsSolvedWhenThatEnds() {
    for depth in 0..<2 {
      onStage { stage in
        let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
        let (middle, placed, other) = (UIView(frame: Rect(20, 0, 200, 200)), UIView(), UIView())
        var end = UIView(frame: Rect(5, 5, 10, 10))
        other.frame = Rect(100, 0, 10, 10)
        placed.translatesAutoresizingMaskIntoConstraints = false
        for view in [middle, other] { page.addSubview(view) }
        middle.addSubview(placed)
        placed.addSubview(end)
        if depth == 1 {
          let inner = UIView(frame: Rect(0, 0, 10, 10))
          end.addSubview(inner)
          end = inner
        }
        let wish = placed.leftAnchor.constraint(equalTo: middle.leftAnchor, constant: 10)
        wish.priority = UILayoutPriority(500)
        wish.isActive = true
        let link = end.leftAnchor.constraint(equalTo: other.leftAnchor)
        link.isActive = true
        stage.wait(20)
        #expect(placed.frame.minX == 75)
        link.isActive = false
        stage.wait(20)
        #expect(placed.frame.minX == 10)
        // The end that stays is solved, too, when the other one leaves.
        link.isActive = true
        stage.wait(20)
        #expect(placed.frame.minX == 75)
        other.removeFromSuperview()
        stage.wait(20)
        #expect(placed.frame.minX == 10 && !link.isActive)
      }
    }
  }

  @Test func onlyConstraintsOfOthersReferToAView() {
    let (view, child) = (UIView(frame: Rect(0, 0, 50, 50)), UIView(frame: Rect(0, 0, 10, 10)))
    view.addSubview(child)
    let own = child.widthAnchor.constraint(equalToConstant: 10)
    let outer = child.leftAnchor.constraint(equalTo: view.leftAnchor)
    own.isActive = true
    #expect(child.layoutItem.references == 0)
    outer.isActive = true
    #expect(child.layoutItem.references == 1 && view.layoutItem.references == 0)
    outer.isActive = false
    own.isActive = false
    #expect(child.layoutItem.references == 0)
  }

  @Test func aMaskThatIsSetLaterCounts() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let outer = UIView()
      outer.translatesAutoresizingMaskIntoConstraints = false
      page.addSubview(outer)
      let wish = outer.widthAnchor.constraint(equalToConstant: 100)
      wish.priority = UILayoutPriority(500)
      NSLayoutConstraint.activate([wish, outer.heightAnchor.constraint(equalToConstant: 40)])
      stage.wait(20)
      let (view, square) = box(outer.bounds, in: outer)
      let width = square.widthAnchor.constraint(equalToConstant: 60)
      width.priority = UILayoutPriority(999)
      width.isActive = true
      stage.wait(20)
      #expect(outer.frame.width == 100 && square.frame.width == 100)
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      stage.wait(20)
      #expect(outer.frame.width == 60 && square.frame.width == 60)
      outer.autoresizesSubviews = false
      stage.wait(20)
      #expect(outer.frame.width == 100 && square.frame.width == 60)
    }
  }

  @Test func aLabelOfOneLineIsAsHighAsThat() {
    onStage { stage in
      let (page, label) = (UIView(frame: Rect(0, 0, 300, 400)), UILabel("a text of more words than fit"))
      stage.show(page)
      label.translatesAutoresizingMaskIntoConstraints = false
      label.numberOfLines = 0
      page.addSubview(label)
      label.widthAnchor.constraint(equalToConstant: 80).isActive = true
      stage.wait(20)
      let height = label.frame.height
      label.numberOfLines = 1
      stage.wait(20)
      #expect(label.frame.height < height)
    }
  }

  @Test func measuringDoesNotForgetWhatAStackGaveUp() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let stack = UIStackView(frame: Rect(0, 0, 300, 40))
      page.addSubview(stack)
      let (view, square) = box(Rect(0, 0, 50, 20), in: page)
      stack.addArrangedSubview(view)
      stage.wait(20)
      #expect(square.frame.height == 40)
      stack.removeArrangedSubview(view)
      view.frame.size.height = 70
      _ = page.systemLayoutSizeFitting(.zero)
      stage.wait(20)
      #expect(view.frame.height == 70 && square.frame.height == 70)
    }
  }
}
