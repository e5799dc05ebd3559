import ResponderKit
import TestHarness
import Testing

/// Values of views that programs observe by key paths.
@Suite(.hangLimit) struct ObservationTests {
  @Test func aChangeIsReportedWithWhatWasBefore() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 10, 10))
      var seen: [String] = []
      let observation = view.observe(\.frame, options: [.old, .new]) { object, change in
        #expect(object === view && change.kind == .setting && !change.isPrior)
        seen.append("\(change.oldValue!.width) \(change.newValue!.width)")
      }
      view.frame.size.width = 20
      view.bounds.size.width = 30
      view.frame = view.frame
      #expect(seen == ["10.0 20.0", "20.0 30.0"])
      observation.invalidate()
      view.frame.size.width = 40
      #expect(seen.count == 2)
    }
  }

  @Test func aMoveIsReportedAtOnce() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 10, 10))
      var seen: [String] = []
      let observations = [
        view.observe(\.center) { _, _ in seen.append("center") },
        view.observe(\.transform) { _, _ in seen.append("transform") },
        view.observe(\.bounds) { _, _ in seen.append("bounds") },
      ]
      view.center.x += 1
      #expect(seen == ["center"])
      view.transform = AffineTransform(translationX: 5, y: 0)
      #expect(seen == ["center", "transform"])
      view.bounds.origin.y = 7
      #expect(seen == ["center", "transform", "bounds"])
      for observation in observations { observation.invalidate() }
    }
  }

  @Test func optionsChooseWhatIsReported() {
    onStage { stage in
      let view = UIView()
      var seen: [(Double?, Double?)] = []
      let first = view.observe(\.alpha, options: [.initial, .new]) { seen.append(($1.oldValue, $1.newValue)) }
      #expect(seen.count == 1 && seen[0] == (nil, 1))
      view.alpha = 0.5
      #expect(seen.count == 2 && seen[1] == (nil, 0.5))
      first.invalidate()
      let second = view.observe(\.alpha, options: [.old]) { seen.append(($1.oldValue, $1.newValue)) }
      #expect(seen.count == 2)
      view.alpha = 1
      #expect(seen.count == 3 && seen[2] == (0.5, nil))
      second.invalidate()
    }
  }

  @Test func eachValueIsSeen() {
    onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 100, 100)))
      let button = UIButton()
      var seen: [String] = []
      let observations = [
        scrollView.observe(\.contentOffset) { _, _ in seen.append("offset") },
        scrollView.observe(\.contentSize) { _, _ in seen.append("size") },
        scrollView.observe(\.contentInset) { _, _ in seen.append("inset") },
        scrollView.observe(\.center) { _, _ in seen.append("center") },
        scrollView.observe(\.isHidden) { _, _ in seen.append("hidden") },
        button.observe(\.isHighlighted) { _, _ in seen.append("highlighted") },
        button.observe(\.isSelected) { _, _ in seen.append("selected") },
        button.observe(\.isEnabled) { _, _ in seen.append("enabled") },
      ]
      scrollView.contentSize = Size(100, 500)
      scrollView.contentOffset.y = 50
      scrollView.contentInset.right = 5
      scrollView.center.x += 1
      scrollView.isHidden = true
      button.isHighlighted = true
      button.isSelected = true
      button.isEnabled = false
      #expect(
        seen == ["size", "offset", "inset", "center", "hidden", "highlighted", "selected", "enabled"])
      for observation in observations { observation.invalidate() }
    }
  }

  @Test func layoutScrollingAndAnimationsAreSeen() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let scrollView = UIScrollView()
      scrollView.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(scrollView)
      var (frames, offsets): ([Rect], [Double]) = ([], [])
      let observations = [
        scrollView.observe(\.frame, options: .new) { frames.append($1.newValue!) },
        scrollView.observe(\.contentOffset, options: .new) { offsets.append($1.newValue!.y) },
      ]
      NSLayoutConstraint.activate([
        scrollView.topAnchor.constraint(equalTo: root.topAnchor),
        scrollView.leftAnchor.constraint(equalTo: root.leftAnchor),
        scrollView.widthAnchor.constraint(equalToConstant: 200),
        scrollView.heightAnchor.constraint(equalToConstant: 300),
      ])
      stage.wait(20)
      #expect(frames.last == Rect(0, 0, 200, 300))
      scrollView.contentSize = Size(200, 3000)
      scrollView.setContentOffset(Point(0, 400), animated: true)
      stage.wait(1000)
      #expect(offsets.count > 5 && offsets.last == 400)
      UIView.animate(withDuration: 1) { scrollView.contentOffset.y = 100 }
      #expect(offsets.last == 100)
      for observation in observations { observation.invalidate() }
    }
  }

  @Test func aFrameThatLayoutFindsIsReportedOnce() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let scrollView = UIScrollView(frame: Rect(0, 0, 10, 10))
      scrollView.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(scrollView)
      var frames: [Rect] = []
      let observation = scrollView.observe(\.frame, options: .new) { frames.append($1.newValue!) }
      NSLayoutConstraint.activate([
        scrollView.topAnchor.constraint(equalTo: root.topAnchor, constant: 100),
        scrollView.leftAnchor.constraint(equalTo: root.leftAnchor),
        scrollView.widthAnchor.constraint(equalToConstant: 200),
        scrollView.heightAnchor.constraint(equalToConstant: 300),
      ])
      stage.wait(20)
      #expect(frames == [Rect(0, 100, 200, 300)])
      observation.invalidate()
    }
  }

  @Test func aBarHasFollowedWhenScrollingIsReported() {
    onStage { stage in
      let page = UITableViewController(style: .plain)
      let navigation = UINavigationController(rootViewController: page)
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(20)
      var heights: [Double] = []
      let observation = page.tableView.observe(\.contentOffset) { _, _ in
        heights.append(navigation.navigationBar.frame.height)
      }
      page.tableView.contentOffset.y = -76
      #expect(heights == [76])
      observation.invalidate()
    }
  }

  @Test func aReleasedObservationEnds() {
    onStage { stage in
      let view = UIView()
      var calls = 0
      var observation: NSKeyValueObservation? = view.observe(\.tag) { _, _ in calls += 1 }
      observation = view.observe(\.isHidden) { _, _ in calls += 1 }
      view.isHidden = true
      #expect(calls == 1)
      observation = nil
      view.isHidden = false
      #expect(calls == 1 && observation == nil)
    }
  }

  @Test func anObserverMayChangeTheValue() {
    onStage { stage in
      let view = UIView()
      var seen: [Double] = []
      let limit = view.observe(\.alpha, options: .new) { view, change in
        seen.append(change.newValue!)
        if view.alpha < 0.5 { view.alpha = 0.5 }
      }
      view.alpha = 0.25
      #expect(seen == [0.25, 0.5] && view.alpha == 0.5)
      limit.invalidate()
      // One that never rests is left alone after a while.
      var calls = 0
      let restless = view.observe(\.tag2) { view, _ in
        calls += 1
        view.frame.size.width += 1
      }
      view.frame.size.width = 1
      #expect(calls == 16)
      view.frame.size.width = 1
      #expect(calls == 32)
      restless.invalidate()
    }
  }

  @Test func anObserverMayEndItselfAndTheView() {
    onStage { stage in
      var view: UIView? = UIView()
      weak let weakView = view
      var (calls, others) = (0, 0)
      var observations: [NSKeyValueObservation] = []
      observations.append(
        view!.observe(\.isHidden) { _, _ in
          calls += 1
          observations = []
          view = nil
        })
      observations.append(view!.observe(\.isHidden) { _, _ in others += 1 })
      view?.isHidden = true
      #expect(calls == 1 && others == 0 && weakView == nil)
    }
  }

  @Test func aViewThatEndsReportsNothing() {
    final class Ending: UIView {
      deinit { isHidden = true }
    }
    onStage { stage in
      var calls = 0
      var view: Ending? = Ending()
      let observation = view!.observe(\.isHidden) { _, _ in calls += 1 }
      view = nil
      #expect(calls == 0 && view == nil)
      observation.invalidate()
    }
  }
}

extension UIView {
  /// What a program computes of an observed value.
  fileprivate var tag2: Double { frame.width * 2 }
}
