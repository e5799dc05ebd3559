import TestHarness
import Testing

@testable import ResponderKit

/// Constraints between views: what they make of frames. Without a window: `layoutIfNeeded` of the topmost view solves them.
@Suite(.hangLimit) struct ConstraintTests {
  private let root = UIView(frame: Rect(0, 0, 300, 400))

  /// A view that only constraints place.
  private func free(_ name: String = "", in superview: UIView? = nil) -> UIView {
    let view = UIView()
    view.label = name
    view.translatesAutoresizingMaskIntoConstraints = false
    (superview ?? root).addSubview(view)
    return view
  }

  @Test func edgesAreTied() {
    let view = free()
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 30),
      view.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -40),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(10, 30, 270, 330))
    root.frame = Rect(50, 60, 200, 100)
    root.layoutIfNeeded()
    #expect(view.frame == Rect(10, 30, 170, 30))
    // In the view's own coordinates, whatever is scrolled.
    root.bounds.origin = Point(5, 7)
    root.layoutIfNeeded()
    #expect(view.frame == Rect(15, 37, 170, 30))
  }

  @Test func aConstraintOfPriorityZeroIsNone() {
    let view = free()
    let width = view.widthAnchor.constraint(equalToConstant: 100)
    width.priority = UILayoutPriority(0)
    width.isActive = true
    root.layoutIfNeeded()
    #expect(view.frame.width == 0)
  }

  @Test func aViewIsInTheMiddleWithASizeOfItsOwn() {
    let view = free()
    NSLayoutConstraint.activate([
      view.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      view.centerYAnchor.constraint(equalTo: root.centerYAnchor, constant: 10),
      view.widthAnchor.constraint(equalToConstant: 100),
      view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(100, 185, 100, 50))
  }

  @Test func aRowOfEqualWidthsHasGaps() {
    let views = (0..<3).map { _ in free() }
    var constraints = [
      views[0].leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      views[2].rightAnchor.constraint(equalTo: root.rightAnchor, constant: -10),
    ]
    for (view, next) in zip(views, views.dropFirst()) {
      constraints.append(next.leftAnchor.constraint(equalTo: view.rightAnchor, constant: 5))
      constraints.append(next.widthAnchor.constraint(equalTo: view.widthAnchor))
    }
    for view in views {
      constraints.append(view.topAnchor.constraint(equalTo: root.topAnchor))
      constraints.append(view.heightAnchor.constraint(equalToConstant: 44))
    }
    NSLayoutConstraint.activate(constraints)
    root.layoutIfNeeded()
    #expect(views.map(\.frame) == [Rect(10, 0, 90, 44), Rect(105, 0, 90, 44), Rect(200, 0, 90, 44)])
    #expect(root.constraints.count == 9 && views[0].constraints.count == 1)
  }

  @Test func viewsOfDifferentSuperviewsAreRelated() {
    let box = UIView(frame: Rect(100, 50, 150, 150))
    root.addSubview(box)
    let inner = free("inner", in: box)
    let below = free("below")
    NSLayoutConstraint.activate([
      inner.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 7),
      inner.topAnchor.constraint(equalTo: box.topAnchor, constant: 9),
      inner.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.1),
      inner.heightAnchor.constraint(equalToConstant: 20),
      below.leftAnchor.constraint(equalTo: inner.leftAnchor),
      below.topAnchor.constraint(equalTo: inner.bottomAnchor, constant: 3),
      below.widthAnchor.constraint(equalTo: inner.widthAnchor),
      below.heightAnchor.constraint(equalTo: inner.heightAnchor),
    ])
    root.layoutIfNeeded()
    #expect(inner.frame == Rect(7, 9, 30, 20))
    #expect(below.frame == Rect(107, 82, 30, 20))
    // The box has a frame of its own: it counts as given.
    box.frame.origin = Point(0, 0)
    root.layoutIfNeeded()
    #expect(below.frame == Rect(7, 32, 30, 20) && inner.frame == Rect(7, 9, 30, 20))
  }

  @Test func theHigherPriorityWins() {
    let view = free()
    let wide = view.widthAnchor.constraint(equalToConstant: 200)
    wide.priority = .defaultLow
    let narrow = view.widthAnchor.constraint(equalToConstant: 120)
    narrow.priority = .defaultHigh
    NSLayoutConstraint.activate([wide, narrow, view.heightAnchor.constraint(equalToConstant: 10)])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 0, 120, 10))
    narrow.priority = UILayoutPriority(100)
    root.layoutIfNeeded()
    #expect(view.bounds.width == 200)
    let most = view.widthAnchor.constraint(lessThanOrEqualTo: root.widthAnchor, multiplier: 0.5)
    most.isActive = true
    root.layoutIfNeeded()
    #expect(view.bounds.width == 150)
  }

  @Test func aChangedConstantAndADeactivatedConstraintHaveTheirEffect() {
    let view = free()
    let top = view.topAnchor.constraint(equalTo: root.topAnchor, constant: 10)
    let bottom = view.bottomAnchor.constraint(equalTo: root.bottomAnchor)
    let height = view.heightAnchor.constraint(equalToConstant: 50)
    height.priority = .defaultLow
    NSLayoutConstraint.activate([top, bottom, height, view.widthAnchor.constraint(equalToConstant: 5)])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 10, 5, 390))
    top.constant = 100
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 100, 5, 300))
    NSLayoutConstraint.deactivate([bottom])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 100, 5, 50) && !bottom.isActive && top.isActive)
  }

  @Test func aViewThatLeavesLosesItsConstraintsToOthers() {
    let (view, other) = (free("view"), free("other"))
    let between = other.leftAnchor.constraint(equalTo: view.rightAnchor, constant: 8)
    let own = view.widthAnchor.constraint(equalToConstant: 40)
    let edge = view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 5)
    NSLayoutConstraint.activate([between, own, edge])
    root.layoutIfNeeded()
    #expect(other.frame.minX == 53)
    view.removeFromSuperview()
    #expect(!between.isActive && !edge.isActive && own.isActive)
    #expect(root.constraints.isEmpty && view.constraints.count == 1)
    root.layoutIfNeeded()
    #expect(other.frame.minX == 0)
    // Those in the view come back with it.
    root.addSubview(view)
    root.layoutIfNeeded()
    #expect(view.bounds.width == 40)
  }

  @Test func aContradictionIsDroppedAndTheRestHolds() {
    let view = free("box")
    let first = view.widthAnchor.constraint(equalToConstant: 100)
    let second = view.widthAnchor.constraint(equalToConstant: 150)
    second.identifier = "too wide"
    NSLayoutConstraint.activate([first, second, view.heightAnchor.constraint(equalToConstant: 20)])
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 0, 100, 20))
    #expect(second.isBroken && !first.isBroken)
    #expect(second.description == "<box.width == 150, \"too wide\">")
    first.isActive = false
    root.layoutIfNeeded()
    #expect(view.bounds.width == 150 && !second.isBroken)
  }

  @Test func whatCanNotBeSolvedDoesNoHarm() {
    let view = free()
    let stranger = UIView()
    let lost = view.leftAnchor.constraint(equalTo: stranger.leftAnchor)
    lost.isActive = true
    #expect(!lost.isActive)
    let mixed = NSLayoutConstraint(
      item: view, attribute: .width, relatedBy: .equal, toItem: root, attribute: .left, multiplier: 1,
      constant: 0)
    mixed.isActive = true
    #expect(!mixed.isActive)
    for bad in [Double.nan, .infinity, -1e308] {
      view.widthAnchor.constraint(equalToConstant: bad).isActive = true
      view.heightAnchor.constraint(equalTo: root.heightAnchor, multiplier: bad, constant: 1).isActive = true
    }
    root.layoutIfNeeded()
    #expect(view.frame.isFinite)
  }

  @Test func theLongInitializerSaysTheSame() {
    let view = free("view")
    root.label = "root"
    let constraint = NSLayoutConstraint(
      item: view, attribute: .trailing, relatedBy: .lessThanOrEqual, toItem: root, attribute: .centerX,
      multiplier: 0.5, constant: -3)
    constraint.priority = .defaultHigh
    #expect(constraint.description == "<view.trailing <= 0.5 * root.centerX - 3 @ 750>")
    root.addConstraints([
      constraint,
      NSLayoutConstraint(
        item: view, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
        multiplier: 1,
        constant: 40),
      NSLayoutConstraint(
        item: view, attribute: .left, relatedBy: .equal, toItem: root, attribute: .right, multiplier: 1,
        constant: 0),
    ])
    view.removeConstraint(constraint)
    #expect(constraint.isActive)
    root.layoutIfNeeded()
    #expect(view.frame.minX == 300)
    root.removeConstraint(root.constraints[1])
    root.layoutIfNeeded()
    #expect(view.frame.maxX <= 72)
  }

  @Test func aTransformedViewKeepsItsTransform() {
    let view = free()
    view.transform = AffineTransform(scaleX: 2, y: 2)
    NSLayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 40),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 40),
      view.widthAnchor.constraint(equalToConstant: 20), view.heightAnchor.constraint(equalToConstant: 20),
    ])
    root.layoutIfNeeded()
    #expect(view.bounds == Rect(0, 0, 20, 20) && view.center == Point(50, 50))
    #expect(view.frame == Rect(30, 30, 40, 40))
  }

  @Test func guidesArePlacedAndPlace() {
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    let view = free()
    root.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 20, bottom: 3, trailing: 40)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
      guide.trailingAnchor.constraint(equalTo: root.layoutMarginsGuide.trailingAnchor),
      guide.heightAnchor.constraint(equalToConstant: 100),
      guide.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      view.leftAnchor.constraint(equalTo: guide.leftAnchor),
      view.topAnchor.constraint(equalTo: guide.topAnchor),
      view.widthAnchor.constraint(equalTo: guide.widthAnchor, multiplier: 0.5),
      view.heightAnchor.constraint(equalTo: guide.heightAnchor),
    ])
    root.layoutIfNeeded()
    #expect(guide.layoutFrame == Rect(20, 150, 240, 100) && guide.owningView === root)
    #expect(view.frame == Rect(20, 150, 120, 100))
    root.layoutMargins = .zero
    root.layoutIfNeeded()
    #expect(view.frame == Rect(0, 150, 150, 100))
    root.removeLayoutGuide(guide)
    #expect(root.constraints.isEmpty && root.layoutGuides.isEmpty)
  }

  @Test func constraintsAreUpdatedBeforeTheyAreSolved() {
    final class Late: UIView {
      var count = 0
      override func updateConstraints() {
        if count == 0 { heightAnchor.constraint(equalToConstant: 33).isActive = true }
        count += 1
        super.updateConstraints()
      }
    }
    let view = Late()
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    view.setNeedsUpdateConstraints()
    #expect(view.needsUpdateConstraints())
    root.layoutIfNeeded()
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(view.bounds.height == 33 && view.count == 1 && !view.needsUpdateConstraints())
  }

  /// Random trees, constraints and changes: no number that is none, and what was not refused holds.
  @Test func randomTreesAreSolved() {
    var tally = FuzzTally("random trees")
    for seed in Fuzz.seeds(60) {
      var dice = SplitMix(seed)
      let root = UIView(frame: Rect(0, 0, 500, 500))
      var views = [root]
      for _ in 0..<12 {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = Int.random(in: 0..<4, using: &dice) == 0
        (views.randomElement(using: &dice) ?? root).addSubview(view)
        views.append(view)
      }
      for _ in 0..<6 {
        for _ in 0..<8 { Self.constrain(views, &dice)?.isActive = true }
        if let all = views.randomElement(using: &dice)?.constraints, let one = all.randomElement(using: &dice)
        {
          if Bool.random(using: &dice) { one.isActive = false } else { one.constant += 10 }
        }
        root.layoutIfNeeded()
        for view in views {
          #expect(view.frame.isFinite && view.frame.size.width >= 0, "seed \(seed)")
          for constraint in view.constraints where constraint.priority == .required && !constraint.isBroken {
            let holds = Self.holds(constraint, root)
            tally.count(holds)
            #expect(holds, "seed \(seed): \(constraint)")
          }
        }
      }
    }
    tally.expectMostStepsDidSomething()
  }

  private static func constrain(_ views: [UIView], _ dice: inout SplitMix) -> NSLayoutConstraint? {
    let attributes: [[NSLayoutConstraint.Attribute]] = [
      [.left, .right, .centerX], [.top, .bottom, .centerY], [.width, .height],
    ]
    guard let kind = attributes.randomElement(using: &dice), let first = views.randomElement(using: &dice),
      let second = views.randomElement(using: &dice), let one = kind.randomElement(using: &dice),
      let other = kind.randomElement(using: &dice), first !== second
    else { return nil }
    let relations: [NSLayoutConstraint.Relation] = [.equal, .lessThanOrEqual, .greaterThanOrEqual]
    let constraint = NSLayoutConstraint(
      item: first, attribute: one, relatedBy: relations.randomElement(using: &dice) ?? .equal, toItem: second,
      attribute: other, multiplier: 1, constant: Double(Int.random(in: -50...50, using: &dice)))
    constraint.priority = UILayoutPriority([1000, 750, 250].randomElement(using: &dice) ?? 1000)
    return constraint
  }

  /// Whether the frames are as a constraint says, but for what negative lengths make of it.
  private static func holds(_ constraint: NSLayoutConstraint, _ root: UIView) -> Bool {
    func value(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> Double {
      guard let view = item as? UIView else { return 0 }
      let rect = view.convert(view.bounds, to: root)
      switch attribute {
      case .left: return rect.minX
      case .right: return rect.maxX
      case .centerX: return rect.midX
      case .top: return rect.minY
      case .bottom: return rect.maxY
      case .centerY: return rect.midY
      case .width: return rect.width
      default: return rect.height
      }
    }
    let first = value(constraint.firstItem, constraint.firstAttribute)
    let rest = first - value(constraint.secondItem, constraint.secondAttribute) - constraint.constant
    switch constraint.relation {
    case .equal: return abs(rest) < 1e-3
    case .lessThanOrEqual: return rest < 1e-3
    case .greaterThanOrEqual: return rest > -1e-3
    }
  }
}
