import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Two pages that are seen at once.
@Suite("Pages on both sides of a spine", .hangLimit) struct PageSpreadTests {
  private final class Page: UIViewController {
    let number: Int
    var hasLeft = false
    init(_ number: Int) {
      self.number = number
      super.init(nibName: nil, bundle: nil)
    }
    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      if parent == nil { hasLeft = true }
    }
  }

  /// Seven pages, from 0 to 6. With a wide view two are seen.
  private final class Book: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    private func page(_ number: Int) -> UIViewController? { (0..<7).contains(number) ? Page(number) : nil }
    func pageViewController(_ pages: UIPageViewController, viewControllerBefore page: UIViewController)
      -> UIViewController?
    { self.page(Self.numbers([page])[0] - 1) }
    func pageViewController(_ pages: UIPageViewController, viewControllerAfter page: UIViewController)
      -> UIViewController?
    { self.page(Self.numbers([page])[0] + 1) }
    func pageViewController(_ pages: UIPageViewController, willTransitionTo pending: [UIViewController]) {
      log("to \(Self.numbers(pending))")
    }
    func pageViewController(
      _ pages: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers previous: [UIViewController], transitionCompleted completed: Bool
    ) { log("from \(Self.numbers(previous)) \(completed)") }
    func pageViewController(
      _ pages: UIPageViewController, spineLocationFor orientation: UIInterfaceOrientation
    ) -> UIPageViewController.SpineLocation {
      guard orientation.isLandscape else { return .min }
      let first = Self.numbers(pages.viewControllers ?? [])[0] / 2 * 2
      pages.setViewControllers([Page(first), Page(first + 1)], direction: .forward, animated: false)
      return .mid
    }
    static func numbers(_ pages: [UIViewController]) -> [Int] { pages.map { ($0 as? Page)?.number ?? -1 } }
  }

  /// A book of 390 by 844 points, opened at two pages.
  private func onBook(
    at first: Int, _ body: @escaping @Sendable (Stage, UIPageViewController, Book) throws -> Void
  ) rethrows {
    try onStage { stage in
      let book = Book(stage.log)
      let pages = UIPageViewController(
        transitionStyle: .pageCurl, navigationOrientation: .horizontal,
        options: [.spineLocation: UIPageViewController.SpineLocation.mid])
      (pages.dataSource, pages.delegate) = (book, book)
      pages.setViewControllers(
        [Page(first), Page(first + 1), Page(9)], direction: .forward, animated: false)
      stage.show(pages)
      stage.wait(40)
      try body(stage, pages, book)
    }
  }

  private func numbers(_ pages: UIPageViewController) -> [Int] { Book.numbers(pages.viewControllers ?? []) }
  private func frames(_ pages: UIPageViewController) -> [Rect] {
    (pages.viewControllers ?? []).map { $0.view.convert($0.view.bounds, to: pages.view) }
  }

  private func swipe(_ stage: Stage, _ way: Double) {
    stage.down(200, 400, after: 500)
    for step in 1...8 { stage.move(200 + way * Double(step) / 8, 400) }
    stage.up(200 + way, 400)
    stage.wait(1500)
  }

  @Test("Two pages are beside each other, and are turned together")
  func turns() {
    onBook(at: 2) { stage, pages, _ in
      #expect(numbers(pages) == [2, 3] && pages.spineLocation == .mid)
      #expect(frames(pages) == [Rect(0, 0, 195, 844), Rect(195, 0, 195, 844)])
      swipe(stage, -180)
      #expect(numbers(pages) == [4, 5] && stage.log.take() == ["to [4, 5]", "from [2, 3] true"])
      #expect(frames(pages) == [Rect(0, 0, 195, 844), Rect(195, 0, 195, 844)] && pages.children.count == 2)
      // There is only one page more.
      swipe(stage, -180)
      #expect(numbers(pages) == [4, 5] && stage.log.take() == [])
      swipe(stage, 180)
      swipe(stage, 180)
      #expect(numbers(pages) == [0, 1])
    }
  }

  @Test("The program turns to two other pages; one that is shown already stays")
  func programs() {
    onBook(at: 0) { stage, pages, _ in
      pages.setViewControllers([Page(4), Page(5)], direction: .forward, animated: true) {
        [log = stage.log] in log("\($0)")
      }
      stage.wait(1500)
      #expect(numbers(pages) == [4, 5] && stage.log.take() == ["true"] && pages.children.count == 2)
      guard let shown = pages.viewControllers?.last as? Page else {
        Issue.record("no page")
        return
      }
      pages.setViewControllers([shown, Page(6)], direction: .forward, animated: true)
      stage.wait(100)
      #expect(numbers(pages) == [5, 6] && frames(pages)[0].minX == 0 && shown.parent === pages)
      #expect(pages.children.count == 2 && !shown.hasLeft)
    }
  }

  @Test("The delegate chooses the spine when the view is turned")
  func orientation() {
    onBook(at: 2) { stage, pages, _ in
      stage.window.frame = Rect(0, 0, 844, 390)
      stage.wait(40)
      #expect(pages.spineLocation == .mid && frames(pages).map(\.width) == [422, 422])
      stage.window.frame = Rect(0, 0, 390, 844)
      stage.wait(40)
      #expect(pages.spineLocation == .min && numbers(pages) == [2] && frames(pages) == [Rect(0, 0, 390, 844)])
      #expect(pages.children.count == 1)
      swipe(stage, -180)
      #expect(numbers(pages) == [3])
      stage.window.frame = Rect(0, 0, 844, 390)
      stage.wait(40)
      #expect(pages.spineLocation == .mid && numbers(pages) == [2, 3])
      #expect(frames(pages) == [Rect(0, 0, 422, 390), Rect(422, 0, 422, 390)])
    }
  }

  @Test("Pages that scroll have no spine")
  func scrolling() {
    let pages = UIPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal, options: [.spineLocation: 2])
    pages.setViewControllers([Page(0), Page(1)], direction: .forward, animated: false)
    #expect(pages.spineLocation == .none && numbers(pages) == [0])
    let curled = UIPageViewController(
      transitionStyle: .pageCurl, navigationOrientation: .horizontal, options: [.spineLocation: 2])
    #expect(curled.spineLocation == .mid)
  }
}
