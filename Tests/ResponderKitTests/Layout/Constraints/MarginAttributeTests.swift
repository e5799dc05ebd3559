import ResponderKit
import TestHarness
import Testing

/// Constraints to the margins of views, by attributes.
@Suite(.hangLimit) struct MarginAttributeTests {
  private let root = UIView(frame: Rect(0, 0, 300, 400))
  private let view = UIView()

  private func relate(
    _ attribute: NSLayoutConstraint.Attribute, _ other: NSLayoutConstraint.Attribute, of item: Any? = nil
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: view, attribute: attribute, relatedBy: .equal, toItem: item ?? root, attribute: other,
      multiplier: 1, constant: 0)
  }

  private func place(_ constraints: [NSLayoutConstraint]) -> Rect {
    root.layoutMargins = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview == nil { root.addSubview(view) }
    NSLayoutConstraint.activate(constraints)
    root.layoutIfNeeded()
    NSLayoutConstraint.deactivate(constraints)
    return view.frame
  }

  @Test func edgesAreThoseOfTheMargins() {
    let inner = Rect(20, 10, 240, 360)
    #expect(
      place([
        relate(.leading, .leadingMargin), relate(.trailing, .trailingMargin), relate(.top, .topMargin),
        relate(.bottom, .bottomMargin),
      ]) == inner)
    #expect(
      place([
        relate(.left, .leftMargin), relate(.right, .rightMargin), relate(.top, .topMargin),
        relate(.bottom, .bottomMargin),
      ]) == inner)
  }

  @Test func middlesAreThoseOfTheMargins() {
    let size = [
      view.widthAnchor.constraint(equalToConstant: 10), view.heightAnchor.constraint(equalToConstant: 20),
    ]
    let frame = place(
      size + [relate(.centerX, .centerXWithinMargins), relate(.centerY, .centerYWithinMargins)])
    #expect(frame == Rect(20 + 120 - 5, 10 + 180 - 10, 10, 20))
  }

  @Test func aViewsOwnMarginsMayBeRelated() {
    view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let frame = place([
      relate(.leftMargin, .left), relate(.topMargin, .top), relate(.rightMargin, .right),
      relate(.bottomMargin, .bottom),
    ])
    #expect(frame == Rect(-2, -1, 306, 404))
  }

  @Test func aGuideHasNoMargins() {
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    let frame = place([
      guide.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 50),
      guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 60),
      guide.widthAnchor.constraint(equalToConstant: 70), guide.heightAnchor.constraint(equalToConstant: 80),
      relate(.leading, .leadingMargin, of: guide), relate(.top, .topMargin, of: guide),
      relate(.trailing, .trailingMargin, of: guide), relate(.bottom, .bottomMargin, of: guide),
    ])
    #expect(frame == Rect(50, 60, 70, 80))
  }

  @Test func optionsOfTheVisualFormatKnowNoMargins() {
    let other = UIView()
    for view in [view, other] {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    // Bit 16 is that of a direction, and the number of an attribute of the margins.
    let options = NSLayoutConstraint.FormatOptions(rawValue: 1 << 3 | 1 << 16)
    let constraints = NSLayoutConstraint.constraints(
      withVisualFormat: "H:|[a(10)]-[b(10)]", options: options, metrics: nil, views: ["a": view, "b": other])
    #expect(constraints.count == 5)
  }
}
