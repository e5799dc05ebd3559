import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pages that fingers and programs turn.
@Suite(.hangLimit) struct PageViewControllerTests {
  private final class Page: UIViewController {
    let number: Int
    let log: Log
    init(_ number: Int, _ log: Log) {
      self.number = number
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }
    override func viewWillAppear(_ animated: Bool) { log("\(number) will appear") }
    override func viewDidDisappear(_ animated: Bool) { log("\(number) disappeared") }
  }

  /// Four pages, from 0 to 3, that are made when they are asked for.
  private final class Book: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let log: Log
    var dots = 0
    init(_ log: Log) { self.log = log }
    private func page(_ number: Int) -> UIViewController? {
      (0..<4).contains(number) ? Page(number, log) : nil
    }
    func pageViewController(_ pages: UIPageViewController, viewControllerBefore page: UIViewController)
      -> UIViewController?
    { self.page(Self.number(page) - 1) }
    func pageViewController(_ pages: UIPageViewController, viewControllerAfter page: UIViewController)
      -> UIViewController?
    { self.page(Self.number(page) + 1) }
    func presentationCount(for pages: UIPageViewController) -> Int { dots }
    func presentationIndex(for pages: UIPageViewController) -> Int {
      pages.viewControllers?.first.map { Self.number($0) } ?? 0
    }
    func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController]) {
      log("will turn to \(pending.map { Self.number($0) })")
    }
    func pageViewController(
      _ pages: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers previous: [UIViewController], transitionCompleted completed: Bool
    ) { log("from \(previous.map { Self.number($0) }) \(finished) \(completed)") }
    static func number(_ page: UIViewController) -> Int { (page as? Page)?.number ?? -1 }
  }

  private func onPages(
    at first: Int = 0, dots: Int = 0, _ orientation: UIPageViewController.NavigationOrientation = .horizontal,
    _ options: [UIPageViewController.OptionsKey: Double] = [:],
    _ body: @escaping @Sendable (Stage, UIPageViewController) throws -> Void
  ) rethrows {
    try onStage { stage in
      let book = Book(stage.log)
      book.dots = dots
      let pages = UIPageViewController(
        transitionStyle: .scroll, navigationOrientation: orientation, options: options)
      pages.dataSource = book
      pages.delegate = book
      pages.setViewControllers([Page(first, stage.log)], direction: .forward, animated: false)
      stage.show(pages)
      stage.wait(40)
      #expect(stage.log.take() == ["\(first) will appear"])
      try withExtendedLifetime(book) { try body(stage, pages) }
    }
  }

  private static func number(_ pages: UIPageViewController) -> Int? {
    pages.viewControllers?.first.map { Book.number($0) }
  }

  @Test func aFingerTurnsPagesForthAndBack() throws {
    try onPages { stage, pages in
      let first = pages.viewControllers?.first
      stage.swipe(from: 350, by: -30)
      #expect(Self.number(pages) == 1 && pages.children == pages.viewControllers)
      #expect(
        stage.log.take() == ["will turn to [1]", "1 will appear", "0 disappeared", "from [0] true true"])
      let view = try #require(pages.viewControllers?.first?.view)
      #expect(view.convert(view.bounds, to: nil) == stage.window.bounds)
      stage.swipe(from: 50, by: 30)
      // The page itself, and not another one of the same number.
      #expect(pages.viewControllers?.first === first)
      #expect(
        stage.log.take() == ["will turn to [0]", "0 will appear", "1 disappeared", "from [1] true true"])
    }
  }

  @Test func aPageThatIsNotPulledFarEnoughGoesBack() {
    onPages(at: 1) { stage, pages in
      stage.down(200, 400)
      for step in 1...10 { stage.move(200 + Double(step) * 8, 400, after: 40) }
      #expect(stage.log.take() == ["will turn to [0]", "0 will appear"] && pages.children.count == 2)
      stage.up(280, 400, after: 400)
      stage.wait(1000)
      #expect(Self.number(pages) == 1 && pages.children == pages.viewControllers)
      #expect(stage.log.take() == ["0 disappeared", "from [1] true false"])
    }
  }

  @Test func nothingIsBeforeTheFirstPage() {
    onPages { stage, pages in
      stage.down(50, 400)
      for count in 1...6 { stage.move(50 + Double(count) * 30, 400) }
      // Less than half of the finger's way.
      #expect((300..<390).contains(pages.scroll.contentOffset.x))
      stage.up(230, 400)
      stage.wait(1000)
      #expect(Self.number(pages) == 0 && stage.log.take() == [])
      #expect(pages.scroll.contentOffset == Point(390, 0))
      stage.swipe(from: 350, by: -30)
      #expect(Self.number(pages) == 1)
    }
  }

  @Test func withoutASourceNothingIsTurned() {
    onPages { stage, pages in
      pages.dataSource = nil
      stage.swipe(from: 350, by: -30)
      #expect(Self.number(pages) == 0 && stage.log.take() == [])
    }
  }

  @Test func theProgramTurnsAPage() {
    onPages { stage, pages in
      let log = stage.log
      let (old, new) = (pages.viewControllers?.first, Page(2, log))
      pages.setViewControllers([new], direction: .forward, animated: true) { log("done \($0)") }
      #expect(Self.number(pages) == 2 && log.take() == ["2 will appear"])
      stage.wait(100)
      // Both are seen, the new one at the right.
      let places = [old, new].map { $0?.view.convert(Point.zero, to: nil).x ?? 0 }
      #expect(places[0] < 0 && places[1] == places[0] + 390)
      stage.wait(600)
      #expect(log.take() == ["0 disappeared", "done true"] && pages.children == [new])
      stage.swipe(from: 350, by: -30)
      #expect(Self.number(pages) == 3)
    }
  }

  @Test func aTurnIsEndedByTheNext() {
    onPages { stage, pages in
      let log = stage.log
      pages.setViewControllers([Page(1, log)], direction: .forward, animated: true) { log("first \($0)") }
      stage.wait(50)
      pages.setViewControllers([Page(0, log)], direction: .reverse, animated: true) { log("second \($0)") }
      stage.wait(1000)
      let ends = log.take().filter { $0.hasPrefix("first") || $0.hasPrefix("second") }
      #expect(ends == ["first false", "second true"])
      #expect(Self.number(pages) == 0 && pages.children.count == 1)
    }
  }

  @Test func dotsFollowAndTurn() {
    onPages(at: 1, dots: 4) { stage, pages in
      #expect(pages.dots.currentPage == 1 && !pages.dots.isHidden)
      let dots = pages.dots.frame
      #expect(pages.scroll.frame.maxY == dots.minY && dots.maxY == stage.window.bounds.maxY)
      stage.swipe(from: 350, by: -30)
      #expect(pages.dots.currentPage == 2)
      _ = stage.log.take()
      stage.tap(dots.maxX - 20, dots.midY)
      stage.wait(1000)
      #expect(Self.number(pages) == 3 && pages.dots.currentPage == 3)
      #expect(
        stage.log.take() == ["will turn to [3]", "3 will appear", "2 disappeared", "from [2] true true"])
    }
  }

  @Test func pagesBelowEachOtherHaveRoomBetweenThem() throws {
    try onPages(.vertical, [.interPageSpacing: 20]) { stage, pages in
      let view = try #require(pages.viewControllers?.first?.view)
      #expect(view.convert(view.bounds, to: nil) == stage.window.bounds)
      let next = Page(1, stage.log)
      pages.setViewControllers([next], direction: .forward, animated: true)
      stage.wait(100)
      let places = [view, next.view].map { $0?.convert(Point.zero, to: nil) ?? .zero }
      #expect(places[1].x == 0 && places[1].y - places[0].y == stage.window.bounds.height + 20)
    }
  }

  @Test func aFingerTurnsPagesBelowEachOther() {
    onPages(.vertical) { stage, pages in
      stage.down(200, 100)
      for step in 1...6 { stage.move(200, 100 + Double(step) * 30) }
      // Nothing is before the first page: it gives way.
      #expect((700..<844).contains(pages.scroll.contentOffset.y) && pages.scroll.contentOffset.x == 0)
      stage.up(200, 280)
      stage.wait(1000)
      #expect(Self.number(pages) == 0 && pages.scroll.contentOffset == Point(0, 844))
      stage.down(200, 700, after: 100)
      for step in 1...6 { stage.move(200, 700 - Double(step) * 30) }
      stage.up(200, 520)
      stage.wait(1000)
      #expect(Self.number(pages) == 1 && pages.children == pages.viewControllers)
    }
  }

  @Test func afterATurnOfTheProgramAFingerTurnsOnlyIfItMayDoSo() {
    onPages { stage, pages in
      for isFree in [false, true] {
        pages.scroll.isScrollEnabled = isFree
        pages.setViewControllers([Page(1, stage.log)], direction: .forward, animated: true)
        #expect(!pages.scroll.isScrollEnabled)
        stage.wait(1000)
        #expect(pages.scroll.isScrollEnabled == isFree)
      }
    }
  }
}

extension Stage {
  /// A quick drag to the side, and the time in which a page is turned.
  func swipe(from x: Double, by step: Double) {
    down(x, 400, after: 100)
    for count in 1...6 { move(x + Double(count) * step, 400) }
    up(x + 6 * step, 400)
    wait(1000)
  }
}
