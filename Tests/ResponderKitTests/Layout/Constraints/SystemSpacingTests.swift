import TestHarness
import Testing

@testable import ResponderKit

/// Distances of the system, and the width in which lines are read with ease.
@Suite(.hangLimit) struct SystemSpacingTests {
  private let root = UIView(frame: Rect(0, 0, 300, 400))

  private func free(in superview: UIView) -> UIView {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  @Test func viewsAreAMultipleOfEightPointsApart() {
    let (first, second) = (free(in: root), free(in: root))
    NSLayoutConstraint.activate([
      first.leadingAnchor.constraint(equalToSystemSpacingAfter: root.leadingAnchor, multiplier: 2),
      first.topAnchor.constraint(equalToSystemSpacingBelow: root.topAnchor, multiplier: 1),
      first.widthAnchor.constraint(equalToConstant: 50), first.heightAnchor.constraint(equalToConstant: 20),
      second.leadingAnchor.constraint(
        greaterThanOrEqualToSystemSpacingAfter: first.trailingAnchor, multiplier: 1.5),
      second.topAnchor.constraint(lessThanOrEqualToSystemSpacingBelow: first.bottomAnchor, multiplier: 3),
    ])
    let wishes = [
      second.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      second.topAnchor.constraint(equalTo: root.topAnchor, constant: 300),
    ]
    for wish in wishes { wish.priority = .defaultLow }
    NSLayoutConstraint.activate(wishes)
    root.layoutIfNeeded()
    #expect(first.frame == Rect(16, 8, 50, 20))
    #expect(second.frame.origin == Point(16 + 50 + 12, 8 + 20 + 24))
  }

  @Test func linesOfTextFollowEachOther() {
    let (first, second) = (UILabel(), UILabel())
    for (label, size) in [(first, 30.0), (second, 15)] {
      label.text = "Text"
      label.font = UIFont(size: size)
      label.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(label)
    }
    NSLayoutConstraint.activate([
      first.topAnchor.constraint(equalTo: root.topAnchor),
      second.firstBaselineAnchor.constraint(
        equalToSystemSpacingBelow: first.lastBaselineAnchor, multiplier: 1),
    ])
    root.layoutIfNeeded()
    // As two lines of one text, not over each other.
    #expect(abs(second.frame.minY - first.frame.maxY) < 1.5)
    let edges = second.topAnchor.constraint(
      equalToSystemSpacingBelow: first.lastBaselineAnchor, multiplier: 1)
    #expect(edges.constant == 8)
  }

  @Test func linesAreReadInTheMiddle() {
    for (width, left, length) in [(300.0, 8.0, 284.0), (1000, 164, 672)] {
      let root = UIView(frame: Rect(0, 0, width, 400))
      // Whose width comes from constraints, or is given.
      let outer = free(in: root)
      let views = [free(in: root), free(in: outer)]
      var constraints = [
        outer.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        outer.trailingAnchor.constraint(equalTo: root.trailingAnchor),
        outer.topAnchor.constraint(equalTo: root.topAnchor),
        outer.bottomAnchor.constraint(equalTo: root.bottomAnchor),
      ]
      for (view, guide) in zip(views, [root, outer].map(\.readableContentGuide)) {
        constraints += [
          view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
          view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
          view.topAnchor.constraint(equalTo: guide.topAnchor),
          view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
        ]
      }
      NSLayoutConstraint.activate(constraints)
      root.layoutIfNeeded()
      let expected = Rect(left, 8, length, 384)
      #expect(views.map(\.frame) == [expected, expected])
      #expect(root.readableContentGuide.layoutFrame == expected)
    }
  }

  @Test func theReadableWidthFollowsTheMargins() {
    let view = free(in: root)
    let guide = root.readableContentGuide
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      view.widthAnchor.constraint(equalTo: guide.widthAnchor),
    ])
    root.layoutMargins = EdgeInsets(top: 0, left: 30, bottom: 0, right: 10)
    root.layoutIfNeeded()
    #expect(view.frame.minX == 30 && view.frame.width == 260)
    root.frame.size.width = 200
    root.layoutIfNeeded()
    #expect(view.frame.width == 160)
  }

  @Test func fontsHaveTheSizeThatTheProgramWants() {
    let font = UIFont.systemFont(ofSize: 20)
    let metrics = UIFontMetrics(forTextStyle: .title1)
    #expect(metrics.scaledFont(for: font) == font && metrics.scaledValue(for: 3) == 3)
    #expect(metrics.scaledFont(for: font, maximumPointSize: 15).pointSize == 15)
    #expect(metrics.scaledFont(for: font, maximumPointSize: 30) == font)
  }
}
