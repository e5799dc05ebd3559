import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Content that begins at the right: by attributes of views, and by traits.
@Suite("Directions of content", .hangLimit) struct LayoutDirectionTests {
  /// A view of 100 by 40 points, of which another one is 10 points from the leading edge and 20 from the trailing one.
  private func pair(_ stage: Stage) -> (outer: UIView, inner: UIView) {
    let outer = UIView(frame: Rect(0, 0, 100, 40))
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    outer.addSubview(inner)
    NSLayoutConstraint.activate([
      inner.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 10),
      inner.trailingAnchor.constraint(equalTo: outer.trailingAnchor, constant: -20),
      inner.topAnchor.constraint(equalTo: outer.topAnchor),
      inner.heightAnchor.constraint(equalToConstant: 40),
    ])
    stage.window.addSubview(outer)
    stage.window.makeKeyAndVisible()
    stage.wait(20)
    return (outer, inner)
  }

  @Test("Leading and trailing edges are exchanged in the view that holds the constraint, and only there")
  func constraints() {
    onStage { stage in
      let (outer, inner) = pair(stage)
      #expect(inner.frame == Rect(10, 0, 70, 40))
      inner.semanticContentAttribute = .forceRightToLeft
      stage.wait(20)
      #expect(inner.frame == Rect(10, 0, 70, 40), "it is the outer view's content")
      outer.semanticContentAttribute = .forceRightToLeft
      stage.wait(20)
      #expect(inner.frame == Rect(20, 0, 70, 40))
      outer.semanticContentAttribute = .playback
      stage.wait(20)
      #expect(inner.frame == Rect(10, 0, 70, 40))
    }
  }

  @Test("Inequalities, parts of a width and edges called left keep their meaning")
  func rules() {
    onStage { stage in
      let outer = UIView(frame: Rect(50, 0, 100, 40))
      let views = (0..<3).map { _ in UIView() }
      for view in views {
        view.translatesAutoresizingMaskIntoConstraints = false
        outer.addSubview(view)
        view.widthAnchor.constraint(equalToConstant: 30).isActive = true
      }
      let wanted = views[0].leadingAnchor.constraint(equalTo: outer.leadingAnchor)
      wanted.priority = .defaultLow
      NSLayoutConstraint.activate([
        wanted, views[0].leadingAnchor.constraint(greaterThanOrEqualTo: outer.leadingAnchor, constant: 5),
        NSLayoutConstraint(
          item: views[1], attribute: .leading, relatedBy: .equal, toItem: outer, attribute: .trailing,
          multiplier: 0.25, constant: 0),
        views[2].leftAnchor.constraint(equalTo: outer.leftAnchor, constant: 7),
      ])
      outer.semanticContentAttribute = .forceRightToLeft
      let root = UIView(frame: stage.window.bounds)
      // The topmost view of the tree has another origin.
      root.addSubview(outer)
      outer.layoutIfNeeded()
      #expect(views[0].frame.minX == 65 && views[2].frame.minX == 7)
      outer.removeFromSuperview()
      outer.layoutIfNeeded()
      #expect(views[1].frame.maxX == 75)
    }
  }

  @Test("A row of a stack begins at the right, a column aligns there, with constraints and without")
  func stacks() {
    for isConstrained in [false, true] {
      let stack = UIStackView(frame: Rect(0, 0, 100, 40))
      let views = [UIView(frame: Rect(0, 0, 20, 10)), UIView(frame: Rect(0, 0, 30, 10))]
      for view in views {
        if isConstrained {
          view.widthAnchor.constraint(equalToConstant: view.frame.width).isActive = true
          view.heightAnchor.constraint(equalToConstant: 10).isActive = true
        }
        stack.addArrangedSubview(view)
      }
      (stack.spacing, stack.alignment, stack.distribution) = (5, .leading, .equalSpacing)
      stack.isLayoutMarginsRelativeArrangement = true
      stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 8, bottom: 0, trailing: 2)
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [8, 68], "constrained: \(isConstrained)")
      stack.semanticContentAttribute = .forceRightToLeft
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [72, 2], "constrained: \(isConstrained)")
      stack.axis = .vertical
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [72, 62], "constrained: \(isConstrained)")
      stack.alignment = .trailing
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [2, 2], "constrained: \(isConstrained)")
    }
  }

  @Test("Directional margins follow the direction; margins that were set as left and right stay")
  func margins() {
    let view = UIView()
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    view.semanticContentAttribute = .forceRightToLeft
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
    #expect(view.directionalLayoutMargins.leading == 2)
    view.layoutMargins = EdgeInsets(top: 0, left: 5, bottom: 0, right: 6)
    #expect(view.directionalLayoutMargins.leading == 6)
    view.semanticContentAttribute = .forceLeftToRight
    #expect(view.layoutMargins.left == 5 && view.directionalLayoutMargins.leading == 5)
  }

  private final class Page: UIView {
    var calls: [UITraitEnvironmentLayoutDirection?] = []
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      calls.append(previous?.layoutDirection)
    }
  }

  @Test("A trait's direction counts for all that is below, and an attribute of a view before it")
  func traits() {
    onStage { stage in
      let (outer, inner) = pair(stage)
      let page = Page()
      inner.addSubview(page)
      #expect(page.traitCollection.layoutDirection == .leftToRight)
      outer.traitOverrides.layoutDirection = .rightToLeft
      stage.wait(20)
      #expect(inner.frame.minX == 20 && page.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      #expect(page.traitCollection.layoutDirection == .rightToLeft && page.calls == [.leftToRight])
      #expect(stage.window.effectiveUserInterfaceLayoutDirection == .leftToRight)
      page.semanticContentAttribute = .spatial
      #expect(page.effectiveUserInterfaceLayoutDirection == .leftToRight)
      outer.traitOverrides.remove(UITraitLayoutDirection.self)
      stage.wait(20)
      #expect(inner.frame.minX == 10 && page.calls == [.leftToRight, .rightToLeft])
      let stack = UIStackView(arrangedSubviews: [UIView(frame: Rect(0, 0, 20, 10))])
      (stack.distribution, stack.frame.size) = (.equalSpacing, Size(50, 10))
      stack.layoutIfNeeded()
      let place = UIView()
      place.traitOverrides.layoutDirection = .rightToLeft
      place.addSubview(stack)
      stack.layoutIfNeeded()
      #expect(stack.arrangedSubviews[0].frame.minX == 30, "a place that it comes to has another direction")
    }
  }

  @Test("The application's direction is that of all its windows, also of those that are shown later")
  func application() {
    onStage { stage in
      let (outer, inner) = pair(stage)
      let page = Page()
      outer.addSubview(page)
      stage.application.userInterfaceLayoutDirection = .rightToLeft
      stage.wait(20)
      #expect(inner.frame.minX == 20 && page.calls == [.leftToRight])
      #expect(UIView.userInterfaceLayoutDirection(for: .unspecified) == .rightToLeft)
      #expect(UIView.userInterfaceLayoutDirection(for: .playback) == .leftToRight)
      stage.window.isHidden = true
      stage.application.userInterfaceLayoutDirection = .leftToRight
      stage.window.isHidden = false
      stage.wait(20)
      #expect(inner.frame.minX == 10 && page.calls == [.leftToRight, .rightToLeft])
    }
  }

  @Test("An attribute of all views is that of those which come into a window without one")
  func appearance() {
    onStage { stage in
      UIView.appearance().semanticContentAttribute = .forceRightToLeft
      let (own, other) = (UIStackView(), UIView())
      other.semanticContentAttribute = .forceLeftToRight
      for view in [own, other] { stage.window.addSubview(view) }
      stage.window.makeKeyAndVisible()
      stage.wait(20)
      #expect(own.semanticContentAttribute == .forceRightToLeft)
      #expect(other.semanticContentAttribute == .forceLeftToRight)
    }
  }
}
