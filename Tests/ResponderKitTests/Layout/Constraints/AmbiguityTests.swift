import ResponderKit
import TestHarness
import Testing

/// Whether constraints decide where views are, and which do.
@Suite(.hangLimit) struct AmbiguityTests {
  private func parts(_ count: Int) -> (root: UIView, views: [UIView]) {
    let root = UIView(frame: Rect(0, 0, 300, 200))
    let views = (0..<count).map { _ in UIView() }
    for view in views {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    return (root, views)
  }

  @Test func aViewWithoutEnoughConstraintsIsAmbiguous() {
    let (root, views) = parts(1)
    let view = views[0]
    #expect(view.hasAmbiguousLayout && !root.hasAmbiguousLayout)
    let steps = [
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      view.topAnchor.constraint(equalTo: root.topAnchor), view.widthAnchor.constraint(equalToConstant: 50),
    ]
    for step in steps {
      step.isActive = true
      #expect(view.hasAmbiguousLayout)
    }
    let height = view.heightAnchor.constraint(greaterThanOrEqualToConstant: 20)
    height.isActive = true
    // Only a least height.
    #expect(view.hasAmbiguousLayout)
    let most = view.heightAnchor.constraint(lessThanOrEqualToConstant: 20)
    most.isActive = true
    #expect(!view.hasAmbiguousLayout)
    most.isActive = false
    let wish = view.heightAnchor.constraint(equalToConstant: 30)
    wish.priority = .defaultLow
    wish.isActive = true
    #expect(!view.hasAmbiguousLayout)
    view.exerciseAmbiguityInLayout()
    root.layoutIfNeeded()
    #expect(view.frame == Rect(10, 0, 50, 30))
    view.translatesAutoresizingMaskIntoConstraints = true
    NSLayoutConstraint.deactivate(root.constraints + view.constraints)
    #expect(!view.hasAmbiguousLayout)
  }

  @Test func aSizeOfTheContentDecides() {
    let root = UIView(frame: Rect(0, 0, 300, 200))
    let labels = ["one", "two"].map { text in
      let label = UILabel()
      label.text = text
      label.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(label)
      label.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
      return label
    }
    labels[0].leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    labels[1].leadingAnchor.constraint(equalTo: labels[0].trailingAnchor).isActive = true
    #expect(!labels[0].hasAmbiguousLayout && !labels[1].hasAmbiguousLayout)
    labels[1].trailingAnchor.constraint(equalTo: root.trailingAnchor).isActive = true
    // Which of them is stretched?
    #expect(labels[0].hasAmbiguousLayout && labels[1].hasAmbiguousLayout)
    labels[0].setContentHuggingPriority(.defaultHigh, for: .horizontal)
    #expect(!labels[0].hasAmbiguousLayout && !labels[1].hasAmbiguousLayout)
  }

  @Test func theAmbiguityOfOneViewIsNotThatOfAnother() {
    let (root, views) = parts(3)
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    for (index, view) in views.enumerated() {
      view.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
      view.heightAnchor.constraint(equalToConstant: 20).isActive = true
      view.widthAnchor.constraint(equalToConstant: 20).isActive = true
      guard index > 0 else { continue }
      view.leadingAnchor.constraint(equalTo: views[index - 1].trailingAnchor).isActive = index == 2
    }
    views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    #expect(!views[0].hasAmbiguousLayout && views[1].hasAmbiguousLayout && views[2].hasAmbiguousLayout)
    #expect(guide.hasAmbiguousLayout && !root.safeAreaLayoutGuide.hasAmbiguousLayout)
    views[1].leadingAnchor.constraint(equalTo: views[0].trailingAnchor).isActive = true
    #expect(!views[2].hasAmbiguousLayout)
    // What is in a view is in its coordinates.
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    views[0].addSubview(inner)
    #expect(inner.hasAmbiguousLayout)
    NSLayoutConstraint.activate([
      inner.topAnchor.constraint(equalTo: views[0].topAnchor),
      inner.bottomAnchor.constraint(equalTo: views[0].bottomAnchor),
      inner.leadingAnchor.constraint(equalTo: views[0].leadingAnchor),
      inner.trailingAnchor.constraint(equalTo: views[0].trailingAnchor),
    ])
    #expect(!inner.hasAmbiguousLayout)
    let alone = UIView()
    #expect(!alone.hasAmbiguousLayout && alone.constraintsAffectingLayout(for: .horizontal).isEmpty)
  }

  @Test func constraintsThatDecideAreFoundAlongAnAxis() {
    let (root, views) = parts(3)
    let across = [
      views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor),
      views[1].leadingAnchor.constraint(equalTo: views[0].trailingAnchor),
      views[0].widthAnchor.constraint(equalToConstant: 50),
      views[1].widthAnchor.constraint(equalTo: views[0].widthAnchor),
    ]
    let other = views[2].leadingAnchor.constraint(equalTo: root.leadingAnchor)
    let down = views[1].topAnchor.constraint(equalTo: root.topAnchor)
    NSLayoutConstraint.activate(across + [other, down])
    func found(_ view: UIView, _ axis: NSLayoutConstraint.Axis) -> Set<ObjectIdentifier> {
      let list = view.constraintsAffectingLayout(for: axis)
      #expect(Set(list.map(ObjectIdentifier.init)).count == list.count)
      return Set(list.map(ObjectIdentifier.init))
    }
    #expect(found(views[1], .horizontal) == Set(across.map(ObjectIdentifier.init)))
    #expect(found(views[1], .vertical) == [ObjectIdentifier(down)])
    #expect(found(views[2], .horizontal) == [ObjectIdentifier(other)])
    #expect(found(views[2], .vertical).isEmpty)
    across[0].isActive = false
    #expect(found(views[1], .horizontal) == Set(across.dropFirst().map(ObjectIdentifier.init)))
  }

  @Test func constraintsInsideOfOtherViewsAndOfOtherAxesAreFound() {
    let (root, views) = parts(2)
    let inner = [UIView(), UIView()]
    for view in inner {
      view.translatesAutoresizingMaskIntoConstraints = false
      views[1].addSubview(view)
    }
    let across = [
      views[0].leadingAnchor.constraint(equalTo: inner[0].trailingAnchor),
      inner[0].leadingAnchor.constraint(equalTo: inner[1].trailingAnchor),
      inner[1].leadingAnchor.constraint(equalTo: root.leadingAnchor),
    ]
    let ratio = views[0].widthAnchor.constraint(equalTo: views[0].heightAnchor, multiplier: 2)
    NSLayoutConstraint.activate(across + [ratio])
    func found(_ axis: NSLayoutConstraint.Axis) -> Set<ObjectIdentifier> {
      Set(views[0].constraintsAffectingLayout(for: axis).map(ObjectIdentifier.init))
    }
    #expect(found(.horizontal) == Set((across + [ratio]).map(ObjectIdentifier.init)))
    #expect(found(.vertical) == [ObjectIdentifier(ratio)])
  }
}
