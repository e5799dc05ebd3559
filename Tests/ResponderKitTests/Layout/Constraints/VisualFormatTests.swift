import ResponderKit
import TestHarness
import Testing

/// Constraints from lines of the visual format.
@Suite(.hangLimit) struct VisualFormatTests {
  /// Views in a view of 400 by 300 points.
  private func laidOut(
    _ names: String, _ make: @escaping @Sendable ([String: UIView]) -> [NSLayoutConstraint]
  ) -> [String: Rect] {
    onStage { stage in
      let parent = stage.show(UIView(frame: Rect(0, 0, 400, 300)))
      var views: [String: UIView] = [:]
      for name in names {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        parent.addSubview(view)
        views[String(name)] = view
      }
      NSLayoutConstraint.activate(make(views))
      stage.wait(40)
      return views.mapValues(\.frame)
    }
  }

  private func lines(_ lines: [String], _ views: [String: UIView], _ metrics: [String: Any]? = nil)
    -> [NSLayoutConstraint]
  {
    lines.flatMap {
      NSLayoutConstraint.constraints(withVisualFormat: $0, options: [], metrics: metrics, views: views)
    }
  }

  @Test func viewsFillALine() {
    let frames = laidOut("ab") {
      lines(["H:|[a(100)]-[b]-20-|", "V:|-10-[a]-10-|", "V:|[b]|"], $0)
    }
    #expect(frames["a"] == Rect(0, 10, 100, 280) && frames["b"] == Rect(108, 0, 272, 300))
  }

  @Test func lengthsAreMetricsOrThoseOfOtherViews() {
    let frames = laidOut("abc") {
      lines(
        ["V:|[a(height@999)][b(a)]-gap-[c(==a)]", "H:|[a]|", "H:|[b]|", "H:|[c(>=40,<=60)]"], $0,
        ["height": 88, "gap": 2.5]) + [$0["c"]!.widthAnchor.constraint(equalToConstant: 50)]
    }
    #expect(frames["a"] == Rect(0, 0, 400, 88) && frames["b"] == Rect(0, 88, 400, 88))
    #expect(frames["c"] == Rect(0, 178.5, 50, 88))
  }

  @Test func aDashAloneLeadsToTheMargins() {
    let frames = laidOut("a") { views in
      views["a"]?.superview?.layoutMargins = UIEdgeInsets(top: 5, left: 30, bottom: 15, right: 40)
      return lines(["|-[a]-|", "V:|-[a]-|"], views)
    }
    #expect(frames["a"] == Rect(30, 5, 330, 280))
  }

  @Test func prioritiesDecide() {
    let frames = laidOut("a") {
      lines(["H:|-(>=50)-[a(100@250)]-(50@750)-|", "H:|-(60@700)-[a]", "V:|[a]|"], $0)
    }
    #expect(frames["a"] == Rect(60, 0, 290, 300))
  }

  @Test func optionsAlignTheViews() {
    let frames = laidOut("ab") { views in
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|[a(10)]-(30)-[b(20)]", options: [.alignAllTop, .alignAllBottom], metrics: nil,
        views: views) + lines(["V:|-40-[a(60)]"], views)
    }
    #expect(frames["a"] == Rect(0, 40, 10, 60) && frames["b"] == Rect(40, 40, 20, 60))
  }

  @Test func prioritiesAreCounted() {
    #expect(UILayoutPriority.defaultHigh - 1 == UILayoutPriority(749))
    #expect(UILayoutPriority.defaultLow + 1 == UILayoutPriority(251))
  }

  @Test func aDistanceMayBeNegativeOrAtLeastSoMuch() {
    let frames = laidOut("ab") {
      lines(["H:|-(-10)-[a(50)]-(>=20)-[b(50)]|", "V:|-(-5)-[a(10)]-(-4)-[b(10)]"], $0)
    }
    #expect(frames["a"] == Rect(-10, -5, 50, 10) && frames["b"] == Rect(350, 1, 50, 10))
  }
}
