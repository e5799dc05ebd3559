import ResponderKit
import TestHarness
import Testing

/// Controls above scroll views that a pull lets refresh.
@Suite(.hangLimit) struct RefreshTests {
  private func make(_ stage: Stage) -> (UIScrollView, UIRefreshControl) {
    let scrollView = ScrollTests.make(stage)
    let control = UIRefreshControl()
    control.addAction(UIAction { [log = stage.log] _ in log("refresh") }, for: .valueChanged)
    scrollView.refreshControl = control
    stage.wait(1)
    return (scrollView, control)
  }

  /// Pulls the content down by so many points of the finger's way.
  private func pull(_ stage: Stage, _ way: Double) {
    stage.down(50, 50, after: 500)
    for step in 1...20 { stage.move(50, 50 + way * Double(step) / 20) }
  }

  @Test func aLongPullRefreshesOnce() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      pull(stage, 300)
      #expect(control.isRefreshing && stage.log.take() == ["refresh"])
      // The finger holds the content until it is lifted.
      #expect(scrollView.adjustedContentInset.top == 0 && scrollView.contentOffset.y < -80)
      stage.up(50, 350)
      #expect(scrollView.adjustedContentInset.top == 60)
      stage.wait(2000)
      #expect(scrollView.contentOffset == Point(0, -60) && control.frame == Rect(0, -60, 300, 60))
      // A second pull refreshes nothing while the first goes on.
      pull(stage, 300)
      stage.up(50, 350)
      stage.wait(2000)
      #expect(stage.log.take().isEmpty && scrollView.contentOffset == Point(0, -60))
      control.endRefreshing()
      #expect(!control.isRefreshing && scrollView.contentOffset.y == -60)
      stage.wait(100)
      #expect(scrollView.contentOffset.y > -60 && scrollView.contentOffset.y < 0)
      stage.wait(1000)
      #expect(scrollView.contentOffset == .zero && scrollView.adjustedContentInset == .zero)
    }
  }

  @Test func barsDoNotCoverIt() {
    onStage { stage in
      let page = UITableViewController(style: .plain)
      let control = UIRefreshControl()
      page.refreshControl = control
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      stage.down(50, 100)
      for y in stride(from: 110.0, through: 400, by: 10) { stage.move(50, y) }
      #expect(control.convert(Point.zero, to: nil).y == 44)
      stage.up(50, 400)
      stage.wait(2000)
      #expect(control.isRefreshing && abs(control.convert(Point.zero, to: nil).y - 44) < 0.1)
    }
  }

  @Test func aShortPullRefreshesNothing() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      pull(stage, 120)
      #expect(!control.isRefreshing && scrollView.contentOffset.y < -40)
      stage.up(50, 170)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero && stage.log.take().isEmpty)
      // Neither does the program's scroll.
      scrollView.contentOffset = Point(0, -200)
      #expect(!control.isRefreshing)
    }
  }

  @Test func aPullShowsSpokeAfterSpoke() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let (scrollView, control) = make(stage)
      control.tintColor = .red
      func marks() -> Int {
        let picture = stage.window.snapshot()
        var count = 0
        for y in 0..<140 { for x in 130..<170 where picture.color(x: x, y: y) != .white { count += 1 } }
        return count
      }
      #expect(marks() == 0)
      scrollView.contentOffset = Point(0, -40)
      stage.wait(1)
      let half = marks()
      scrollView.contentOffset = Point(0, -79)
      stage.wait(1)
      #expect(half > 0 && marks() > half)
    }
  }

  @Test func anActionThatEndsAtOnceIsCalledOnceAPull() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      control.addAction(UIAction { [weak control] _ in control?.endRefreshing() }, for: .valueChanged)
      pull(stage, 300)
      #expect(stage.log.take() == ["refresh"] && !control.isRefreshing)
      stage.up(50, 350)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero)
      pull(stage, 300)
      #expect(stage.log.take() == ["refresh"])
    }
  }

  @Test func theProgramShowsThatItRefreshes() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      control.beginRefreshing()
      #expect(scrollView.contentOffset == Point(0, -60) && stage.log.take().isEmpty)
      scrollView.contentOffset = Point(0, 500)
      control.endRefreshing()
      stage.wait(500)
      #expect(scrollView.contentOffset == Point(0, 500))
      control.beginRefreshing()
      #expect(scrollView.contentOffset == Point(0, 500))
      scrollView.refreshControl = nil
      #expect(scrollView.adjustedContentInset == .zero && control.superview == nil && !control.isRefreshing)
    }
  }

  @Test func contentThatComesBackDoesNotStayBelowAnEndedControl() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      pull(stage, 300)
      stage.up(50, 350)
      stage.wait(30)
      // It is on its way to the control.
      control.endRefreshing()
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test func aFingerKeepsTheContentWhenRefreshingEnds() {
    onStage { stage in
      let (scrollView, control) = make(stage)
      control.beginRefreshing()
      stage.wait(1)
      pull(stage, 60)
      let before = scrollView.contentOffset.y
      control.endRefreshing()
      #expect(scrollView.contentOffset.y == before)
      stage.move(50, 111)
      #expect(abs(scrollView.contentOffset.y - before) < 1.5)
      stage.up(50, 111)
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero)
    }
  }

  @Test func itMayBeAddedAsASubview() {
    onStage { stage in
      let scrollView = ScrollTests.make(stage)
      let control = UIRefreshControl()
      scrollView.addSubview(control)
      #expect(scrollView.refreshControl === control && control.frame == Rect(0, -60, 300, 60))
    }
  }

  @Test func readersRefreshByItsName() {
    onStage { stage in
      let (_, control) = make(stage)
      #expect(control.accessibilityLabel == "Refresh" && control.accessibilityValue == nil)
      #expect(control.accessibilityActivate())
      #expect(stage.log.take() == ["refresh"] && control.accessibilityValue == "in progress")
      #expect(control.accessibilityActivate() && stage.log.take().isEmpty)
    }
  }

  @Test func itsTitleIsBelowTheWheelFromThePullOnUntilAllIsAsBefore() throws {
    try onStage { stage in
      let (_, control) = make(stage)
      control.attributedTitle = NSAttributedString(string: "Pull")
      let title = try #require(control.subviews.compactMap { $0 as? UILabel }.first)
      let wheel = try #require(control.subviews.compactMap { $0 as? UIActivityIndicatorView }.first)
      stage.wait(20)
      #expect(title.isHidden && title.text == "Pull" && wheel.frame.midY == control.bounds.midY - 10)
      pull(stage, 60)
      #expect(!title.isHidden && !control.isRefreshing)
      stage.up(50, 110)
      stage.wait(2000)
      #expect(title.isHidden)
      control.beginRefreshing()
      #expect(!title.isHidden)
      control.endRefreshing()
      stage.wait(2000)
      #expect(title.isHidden)
    }
  }
}
