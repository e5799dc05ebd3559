import ResponderKit
import TestHarness
import Testing

/// Margins, guides and stacks among constraints.
@Suite(.hangLimit) struct ConstraintPlaceTests {
  private final class Margins: UIView {
    var changes = 0
    override func layoutMarginsDidChange() { changes += 1 }
  }

  private let root = UIView(frame: Rect(0, 0, 300, 400))

  private func fill(_ view: UIView) {
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      view.topAnchor.constraint(equalTo: root.topAnchor),
      view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
    ])
  }

  private func stack(_ axis: UIStackView.Axis, _ margins: EdgeInsets) -> (UIStackView, UIView) {
    let view = UIView()
    let stack = UIStackView(arrangedSubviews: [view])
    stack.axis = axis
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = margins
    fill(stack)
    return (stack, view)
  }

  @Test func aViewIsNotifiedOfOtherMarginsOnly() {
    let view = Margins(frame: Rect(0, 0, 100, 100))
    view.layoutMargins = EdgeInsets(8)
    #expect(view.changes == 0)
    view.layoutMargins = EdgeInsets(20)
    #expect(view.changes == 1)
  }

  @Test(arguments: [UIStackView.Axis.horizontal, .vertical])
  func aStackKeepsEachOfItsMarginsFree(_ axis: UIStackView.Axis) {
    let (_, view) = stack(axis, EdgeInsets(top: 1, left: 20, bottom: 300, right: 4))
    root.layoutIfNeeded()
    #expect(view.frame == Rect(20, 1, 276, 99))
  }

  @Test func theMiddleOfAStackIsBetweenItsMargins() {
    let (stack, view) = stack(.vertical, EdgeInsets(top: 0, left: 40, bottom: 0, right: 0))
    stack.alignment = .center
    view.widthAnchor.constraint(equalToConstant: 20).isActive = true
    root.layoutIfNeeded()
    #expect(view.frame.midX == 170 && view.frame.width == 20)
  }

  @Test func aPriorityThatIsSetLaterHasItsEffect() {
    let labels = [UILabel("one"), UILabel("two")]
    for label in labels {
      label.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(label)
    }
    NSLayoutConstraint.activate([
      labels[0].leadingAnchor.constraint(equalTo: root.leadingAnchor),
      labels[1].leadingAnchor.constraint(equalTo: labels[0].trailingAnchor),
      labels[1].trailingAnchor.constraint(equalTo: root.trailingAnchor),
    ])
    for stretched in [1, 0, 1] {
      for (index, label) in labels.enumerated() {
        label.setContentHuggingPriority(index == stretched ? .defaultLow : .defaultHigh, for: .horizontal)
        label.setContentCompressionResistancePriority(.required, for: .horizontal)
      }
      root.layoutIfNeeded()
      let rest: Double = labels[1 - stretched].intrinsicContentSize.width
      #expect(abs(labels[stretched].frame.width - (300 - rest)) < 1e-6)
    }
  }

  @Test func marginsMayReachUnderTheScreensEdges() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 47))
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: root.layoutMarginsGuide.topAnchor),
        view.heightAnchor.constraint(equalToConstant: 10),
      ])
      stage.wait(20)
      #expect(view.frame.minY == 55)
      root.insetsLayoutMarginsFromSafeArea = false
      stage.wait(20)
      #expect(view.frame.minY == 8)
    }
  }

  @Test func aGuideIsInOneViewAndLosesTheConstraintsOfTheOtherOne() {
    let (guide, other) = (UILayoutGuide(), UIView(frame: Rect(10, 10, 100, 100)))
    root.addSubview(other)
    root.addLayoutGuide(guide)
    let constraint = guide.topAnchor.constraint(equalTo: root.topAnchor)
    constraint.isActive = true
    other.addLayoutGuide(guide)
    #expect(root.layoutGuides.isEmpty && other.layoutGuides.count == 1 && guide.owningView === other)
    #expect(!constraint.isActive && root.constraints.isEmpty)
  }

  @Test func marginsThatAreTheSameMayFollowTheDirectionFromNowOn() {
    let view = UIView(frame: Rect(0, 0, 100, 100))
    view.layoutMargins = EdgeInsets(top: 1, left: 10, bottom: 2, right: 20)
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 10, bottom: 2, trailing: 20)
    view.semanticContentAttribute = .forceRightToLeft
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 20, bottom: 2, right: 10))
    view.layoutMargins = EdgeInsets(top: 1, left: 20, bottom: 2, right: 10)
    view.semanticContentAttribute = .forceLeftToRight
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 20, bottom: 2, right: 10))
  }

  @Test func otherMarginsAreASubjectOfTheNextLayout() {
    final class Counting: UIView {
      var layouts = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
      }
    }
    let view = Counting(frame: Rect(0, 0, 100, 100))
    view.layoutIfNeeded()
    let before = view.layouts
    view.layoutMargins = EdgeInsets(30)
    view.layoutIfNeeded()
    #expect(view.layouts == before + 1)
  }
}
