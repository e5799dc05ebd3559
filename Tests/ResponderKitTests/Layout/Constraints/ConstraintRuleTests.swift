import TestHarness
import Testing

@testable import ResponderKit

/// Rules of constraints: lines of text, guides, and what rounding leaves.
@Suite(.hangLimit) struct ConstraintRuleTests {
  private let root = UIView(frame: Rect(0, 0, 300, 400))

  @Test func theFirstAndTheLastLineOfATextAreApart() {
    let label = UILabel("one two three four five six")
    label.numberOfLines = 0
    let height: Double = label.sizeThatFits(Size(80, 0)).height
    label.frame = Rect(10, 20, 80, height)
    root.addSubview(label)
    let lines = (0..<2).map { _ in UIView() }
    for line in lines {
      line.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(line)
    }
    NSLayoutConstraint.activate([
      lines[0].topAnchor.constraint(equalTo: label.firstBaselineAnchor),
      lines[1].topAnchor.constraint(equalTo: label.lastBaselineAnchor),
    ])
    root.layoutIfNeeded()
    let first: Double = 20 + label.font.ascender
    let last: Double = 20 + height - label.font.lineHeight + label.font.ascender
    #expect(abs(lines[0].frame.minY - first) < 1e-6 && abs(lines[1].frame.minY - last) < 1e-6)
    #expect(last > first + label.font.lineHeight / 2)
  }

  @Test func aLengthIsNotBeyondAMultipleOfAnotherOne() {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    let wishes = [
      view.widthAnchor.constraint(equalToConstant: 20), view.heightAnchor.constraint(equalToConstant: 390),
    ]
    for wish in wishes { wish.priority = .defaultLow }
    NSLayoutConstraint.activate(wishes)
    view.widthAnchor.constraint(greaterThanOrEqualTo: root.widthAnchor, multiplier: 0.5, constant: 10)
      .isActive = true
    view.heightAnchor.constraint(lessThanOrEqualTo: root.heightAnchor, multiplier: 0.25, constant: -20)
      .isActive = true
    root.layoutIfNeeded()
    #expect(view.bounds.size == Size(160, 80))
  }

  @Test func askingForASizeMovesNoGuide() {
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      guide.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
      guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
      guide.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -10),
    ])
    root.layoutIfNeeded()
    #expect(guide.layoutFrame == Rect(10, 10, 280, 380))
    #expect(root.systemLayoutSizeFitting(Size(100, 50)) == Size(100, 50))
    #expect(guide.layoutFrame == Rect(10, 10, 280, 380) && root.frame == Rect(0, 0, 300, 400))
  }

  /// A variable that cancels out, but for rounding, is not what an equation is solved for.
  @Test func whatRoundingLeavesOfACoefficientIsNone() {
    var solver = LinearSolver()
    let (x, y) = (solver.variable(), solver.variable())
    var row = LinearRow(-5)
    for part in [0.1, 0.2, -0.3] { row.add(x, part) }
    row.add(y, 1)
    let isTaken = solver.require(row, .equal)
    var wish = LinearRow(-3)
    wish.add(y, 1)
    solver.prefer(wish, .equal, level: 1)
    solver.solve()
    #expect(isTaken && solver.value(y) == 5)
  }

  @Test func theLastLineIsFoundInTheWidthThatConstraintsGive() {
    let (label, line) = (UILabel("one two three four five six"), UIView())
    label.numberOfLines = 0
    for view in [label, line] {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    let width = label.widthAnchor.constraint(equalToConstant: 80)
    NSLayoutConstraint.activate([
      width, label.topAnchor.constraint(equalTo: root.topAnchor),
      line.topAnchor.constraint(equalTo: label.lastBaselineAnchor),
    ])
    for wanted in [80.0, 150, 60] {
      width.constant = wanted
      root.layoutIfNeeded()
      let last: Double = label.frame.maxY - label.font.lineHeight + label.font.ascender
      #expect(label.frame.width == wanted && abs(line.frame.minY - last) < 1e-6)
    }
  }
}
