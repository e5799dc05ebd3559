import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Contents, stacks and scroll views among constraints, and the passes of layout.
@Suite(.hangLimit) struct ConstrainedContentTests {
  private let root = UIView(frame: Rect(0, 0, 300, 400))

  private func add<View: UIView>(_ view: View) -> View {
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    return view
  }

  @Test func aLabelIsAsLargeAsItsText() {
    let label = add(UILabel("Hello"))
    NSLayoutConstraint.activate([
      label.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      label.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
    ])
    root.layoutIfNeeded()
    #expect(label.frame == Rect(origin: Point(10, 10), size: label.intrinsicContentSize))
    let before = label.frame.width
    label.text = "Hello, world"
    root.layoutIfNeeded()
    #expect(label.frame.width == label.font.width(of: "Hello, world") && label.frame.width > before)
    label.font = UIFont(size: 30)
    root.layoutIfNeeded()
    #expect(label.frame.height == label.font.lineHeight)
  }

  @Test func aTextViewThatDoesNotScrollGrowsWithItsText() {
    let field = add(UITextView(frame: .zero))
    field.isScrollEnabled = false
    field.text = "one"
    let below = add(UIView())
    NSLayoutConstraint.activate([
      field.widthAnchor.constraint(equalToConstant: 120), field.topAnchor.constraint(equalTo: root.topAnchor),
      below.topAnchor.constraint(equalTo: field.bottomAnchor),
    ])
    root.layoutIfNeeded()
    let line = field.font.lineHeight
    #expect(abs(field.frame.height - line - 16) < 0.01 && below.frame.minY == field.frame.maxY)
    field.insertText(" two three four five six seven eight")
    root.layoutIfNeeded()
    #expect(field.frame.height > 2 * line + 15 && field.contentSize.height == field.frame.height)
    #expect(below.frame.minY == field.frame.maxY)
    let high = field.frame.height
    field.text = ""
    root.layoutIfNeeded()
    #expect(abs(field.frame.height - line - 16) < 0.01)
    // One that scrolls has the height that it is given.
    field.text = "one two three four five six seven eight"
    field.isScrollEnabled = true
    let given = field.heightAnchor.constraint(equalToConstant: 30)
    given.isActive = true
    root.layoutIfNeeded()
    #expect(field.frame.height == 30 && field.intrinsicContentSize.height == UIView.noIntrinsicMetric)
    given.isActive = false
    field.isScrollEnabled = false
    root.layoutIfNeeded()
    #expect(abs(field.frame.height - high) < 1)
  }

  @Test func aTextIsHigherWhereThereIsLessWidth() {
    let label = add(UILabel("one two three four five six seven eight nine ten"))
    label.numberOfLines = 0
    let below = add(UIView())
    let width = label.widthAnchor.constraint(equalToConstant: 150)
    NSLayoutConstraint.activate([
      width, label.topAnchor.constraint(equalTo: root.topAnchor),
      below.topAnchor.constraint(equalTo: label.bottomAnchor),
      below.heightAnchor.constraint(equalToConstant: 5),
    ])
    root.layoutIfNeeded()
    let first = label.bounds.height
    #expect(first == label.sizeThatFits(Size(150, 0)).height && first > label.font.lineHeight * 1.5)
    #expect(below.frame.minY == first)
    width.constant = 80
    root.layoutIfNeeded()
    #expect(label.bounds.height == label.sizeThatFits(Size(80, 0)).height && label.bounds.height > first)
    width.constant = 1000
    root.layoutIfNeeded()
    #expect(label.bounds.height == label.font.lineHeight)
  }

  @Test func contentResistsByItsPriorities() {
    let (name, value) = (add(UILabel("Name")), add(UILabel("A value")))
    NSLayoutConstraint.activate([
      name.leftAnchor.constraint(equalTo: root.leftAnchor),
      value.leftAnchor.constraint(equalTo: name.rightAnchor),
      value.rightAnchor.constraint(equalTo: root.rightAnchor),
    ])
    name.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    root.layoutIfNeeded()
    #expect(name.bounds.width == name.intrinsicContentSize.width && value.frame.maxX == 300)
    name.setContentHuggingPriority(.defaultLow, for: .horizontal)
    value.setContentHuggingPriority(.required, for: .horizontal)
    root.layoutIfNeeded()
    #expect(value.bounds.width == value.intrinsicContentSize.width && name.frame.minX == 0)
    // Too narrow: the one that resists less is cut.
    root.frame.size.width = value.intrinsicContentSize.width + 10
    name.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
    root.layoutIfNeeded()
    #expect(abs(name.bounds.width - 10) < 1e-6)
    #expect(name.contentCompressionResistancePriority(for: .horizontal) == .defaultLow)
    #expect(UISwitch().contentHuggingPriority(for: .vertical) == .defaultHigh)
  }

  @Test func textsStandOnOneLine() {
    let (large, small) = (add(UILabel("Large", font: UIFont(size: 40))), add(UILabel("small")))
    NSLayoutConstraint.activate([
      large.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
      small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor),
      small.leftAnchor.constraint(equalTo: large.rightAnchor),
    ])
    root.layoutIfNeeded()
    #expect(abs(small.frame.minY + small.font.ascender - (20 + large.font.ascender)) < 1e-6)
  }

  @Test func constraintsOfArrangedViewsHold() {
    let (label, button, spacer) = (UILabel("Title"), UIButton(), UIView())
    button.setTitle("Go", for: .normal)
    let stack = add(UIStackView(arrangedSubviews: [label, button, spacer]))
    stack.axis = .vertical
    stack.spacing = 8
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      stack.topAnchor.constraint(equalTo: root.topAnchor, constant: 50),
      button.heightAnchor.constraint(equalToConstant: 44), spacer.heightAnchor.constraint(equalToConstant: 6),
    ])
    root.layoutIfNeeded()
    let line = label.font.lineHeight
    #expect(label.frame == Rect(0, 0, 260, line))
    #expect(abs(button.frame.minY - line - 8) < 1e-6 && button.frame.size == Size(260, 44))
    #expect(stack.frame.origin == Point(20, 50) && abs(stack.bounds.height - (line + 66)) < 1e-6)
    button.isHidden = true
    root.layoutIfNeeded()
    #expect(abs(stack.bounds.height - (line + 8 + 6)) < 1e-6 && abs(spacer.frame.minY - line - 8) < 1e-6)
    stack.alignment = .center
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(10)
    root.layoutIfNeeded()
    #expect(abs(label.frame.midX - 130) < 1e-6 && label.frame.minY == 10)
    #expect(abs(stack.bounds.height - (line + 8 + 6 + 20)) < 1e-6)
  }

  @Test func anArrangedViewThatIsHiddenHasNoLength() {
    final class Seen: UILabel {
      var sizes = 0
      override var bounds: Rect { didSet { sizes += 1 } }
    }
    let (first, second) = (UILabel("one"), Seen())
    second.text = "two"
    let stack = add(UIStackView(arrangedSubviews: [first, second]))
    stack.axis = .vertical
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor), stack.widthAnchor.constraint(equalToConstant: 200),
    ])
    root.layoutIfNeeded()
    let frame = second.frame
    #expect(abs(frame.minY - first.frame.maxY) < 1e-6 && abs(frame.width - 200) < 1e-6)
    second.isHidden = true
    root.layoutIfNeeded()
    #expect(second.frame == Rect(0, first.frame.maxY, 200, 0))
    #expect(abs(stack.bounds.height - first.frame.height) < 1e-6)
    // The solution does not give it another size in between.
    let sizes = second.sizes
    first.font = UIFont(size: 40)
    root.layoutIfNeeded()
    #expect(second.frame == Rect(0, first.frame.maxY, 200, 0) && second.sizes == sizes)
  }

  @Test func aRowSharesItsLength() {
    let views = (0..<3).map { UILabel(String(repeating: "m", count: $0 + 1)) }
    let stack = add(UIStackView(arrangedSubviews: views))
    stack.distribution = .fillEqually
    let width = stack.widthAnchor.constraint(equalToConstant: 240)
    width.isActive = true
    root.layoutIfNeeded()
    #expect(views.map(\.frame.width) == [80, 80, 80] && views.map(\.frame.minX) == [0, 80, 160])
    stack.distribution = .equalSpacing
    root.layoutIfNeeded()
    let gaps = zip(views, views.dropFirst()).map { $1.frame.minX - $0.frame.maxX }
    #expect(abs(gaps[0] - gaps[1]) < 1e-6 && gaps[0] > 0 && abs(views[2].frame.maxX - 240) < 1e-6)
    stack.distribution = .fill
    root.layoutIfNeeded()
    #expect(views[0].frame.width == views[0].intrinsicContentSize.width && views[2].frame.maxX == 240)
    stack.distribution = .fillProportionally
    root.layoutIfNeeded()
    let shares = views.map { $0.frame.width / $0.intrinsicContentSize.width }
    #expect(abs(shares[0] - shares[2]) < 1e-6 && abs(views[2].frame.maxX - 240) < 1e-6)
  }

  @Test func contentMakesWhatIsScrolledSoLarge() {
    let scroll = add(UIScrollView())
    let (content, badge) = (UIView(), UIView())
    for view in [content, badge] {
      view.translatesAutoresizingMaskIntoConstraints = false
      scroll.addSubview(view)
    }
    var constraints = [
      content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      content.heightAnchor.constraint(equalToConstant: 900),
      badge.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 5),
      badge.heightAnchor.constraint(equalToConstant: 10),
    ]
    for (one, other) in [(scroll, root as UIView), (content, scroll)] {
      constraints += [
        one.leadingAnchor.constraint(equalTo: other.leadingAnchor),
        one.trailingAnchor.constraint(equalTo: other.trailingAnchor),
        one.topAnchor.constraint(equalTo: other.topAnchor),
        one.bottomAnchor.constraint(equalTo: other.bottomAnchor),
      ]
    }
    NSLayoutConstraint.activate(constraints)
    root.layoutIfNeeded()
    #expect(scroll.frame == root.bounds && scroll.contentSize == Size(300, 900))
    #expect(content.frame == Rect(0, 0, 300, 900))
    scroll.contentOffset = Point(0, 100)
    root.layoutIfNeeded()
    #expect(content.frame == Rect(0, 0, 300, 900) && badge.frame.minY == 105)
  }

  @Test func aSizeThatFitsIsFoundWithoutAChange() {
    let card = UIView(frame: Rect(0, 0, 50, 50))
    let label = UILabel("some words that need more than one line")
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    card.addSubview(label)
    NSLayoutConstraint.activate([
      label.leftAnchor.constraint(equalTo: card.leftAnchor, constant: 10),
      label.rightAnchor.constraint(equalTo: card.rightAnchor, constant: -10),
      label.topAnchor.constraint(equalTo: card.topAnchor, constant: 10),
      label.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -10),
    ])
    let line = label.intrinsicContentSize
    let compressed = card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    #expect(
      abs(compressed.width - line.width - 20) < 1e-6 && abs(compressed.height - line.height - 20) < 1e-6)
    let narrow = card.systemLayoutSizeFitting(
      Size(120, 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(narrow == Size(120, label.sizeThatFits(Size(100, 0)).height + 20))
    #expect(card.bounds.size == Size(50, 50) && label.frame == .zero)
  }

  @Test func theSafeAreaIsFollowedWhenTheScreenTurns() {
    onStage(screen: Size(300, 400)) { stage in
      let controller = UIViewController()
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      controller.view.addSubview(view)
      let (area, margins) = (controller.view.safeAreaLayoutGuide, controller.view.layoutMarginsGuide)
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: area.topAnchor),
        view.bottomAnchor.constraint(equalTo: area.bottomAnchor),
        view.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      ])
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
      stage.show(controller)
      stage.wait(20)
      #expect(view.frame == Rect(16, 40, 268, 340))
      stage.application.screenChanged(to: Size(400, 300))
      stage.wait(20)
      #expect(view.frame == Rect(16, 40, 368, 240))
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 0, left: 30, bottom: 0, right: 30))
      stage.wait(20)
      #expect(view.frame == Rect(46, 0, 308, 300))
    }
  }

  @Test func framesAreThereWhenSubviewsAreLaidOut() {
    final class Log: UIView {
      var sizes: [Size] = []
      override func layoutSubviews() { sizes.append(bounds.size) }
    }
    onStage(screen: Size(300, 400)) { stage in
      let (outer, inner) = (Log(frame: Rect(0, 0, 200, 200)), Log())
      inner.translatesAutoresizingMaskIntoConstraints = false
      outer.addSubview(inner)
      let width = inner.widthAnchor.constraint(equalTo: outer.widthAnchor, multiplier: 0.5)
      NSLayoutConstraint.activate([width, inner.heightAnchor.constraint(equalToConstant: 10)])
      stage.show(outer)
      stage.wait(20)
      #expect(inner.sizes == [Size(100, 10)] && outer.sizes.count == 1)
      outer.frame.size.width = 300
      stage.wait(20)
      #expect(inner.sizes == [Size(100, 10), Size(150, 10)])
      // Nothing has changed: nothing is solved or laid out.
      stage.wait(100)
      #expect(inner.sizes.count == 2 && !stage.window.layoutFlags.contains(.needsSolve))
    }
  }

  @Test func aTreeThatIsDeallocatedKeepsNoConstraints() {
    weak var item: LayoutItem?
    weak var constraint: NSLayoutConstraint?
    do {
      let (view, inner) = (UIView(), UIView())
      view.addSubview(inner)
      let edge = inner.leftAnchor.constraint(equalTo: view.layoutMarginsGuide.leftAnchor)
      edge.isActive = true
      inner.widthAnchor.constraint(equalTo: inner.heightAnchor).isActive = true
      view.layoutIfNeeded()
      (item, constraint) = (inner.layoutItem, edge)
      #expect(item != nil && constraint != nil)
    }
    #expect(item == nil && constraint == nil)
  }

  @Test func aViewWithoutConstraintsKeepsNothingForThem() {
    let view = UIView(frame: Rect(0, 0, 10, 10))
    root.addSubview(view)
    view.frame = Rect(5, 5, 20, 20)
    root.layoutIfNeeded()
    #expect(view.layoutItemStorage == nil && root.layoutItemStorage == nil)
    #expect(view.layoutFlags.isDisjoint(with: [.takesPart, .constrained, .needsSolve]))
  }
}
