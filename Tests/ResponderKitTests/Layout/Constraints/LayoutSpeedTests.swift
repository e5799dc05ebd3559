import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What layout by constraints costs: processor time of the thread, which other programs do not change.
@Suite(.hangLimit) struct LayoutSpeedTests {
  #if DEBUG
    private static let mostSeconds = 5.0
  #else
    private static let mostSeconds = 0.05
  #endif

  /// Three hundred labels, one below the other, of four constraints each, beside those of their content.
  @Test func threeHundredViewsAreLaidOutInTime() {
    let root = UIView(frame: Rect(0, 0, 400, 10_000))
    let views = (0..<300).map { UILabel("Label \($0)") }
    for view in views {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    for (index, view) in views.enumerated() {
      let above = index == 0 ? root.topAnchor : views[index - 1].bottomAnchor
      let wide = view.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.9)
      wide.priority = .defaultLow
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: above, constant: 4),
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 8),
        view.trailingAnchor.constraint(lessThanOrEqualTo: root.trailingAnchor, constant: -8), wide,
      ])
    }
    let before = threadTime()
    root.layoutIfNeeded()
    let taken = threadTime() - before
    print("300 views, 1200 constraints: \(taken * 1000) ms of processor time")
    #expect(taken < Self.mostSeconds)
    #expect(views[299].frame.minY > views[298].frame.maxY && views[299].frame.width > 0)
    // A second time there is nothing to do.
    let again = threadTime()
    root.layoutIfNeeded()
    #expect(threadTime() - again < 0.02)
  }
}
