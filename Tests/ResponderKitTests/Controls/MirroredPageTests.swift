import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pages that are turned and columns that are shown where content begins at the right.
@Suite("Pages and columns from right to left", .hangLimit) struct MirroredPageTests {
  private final class Page: UIViewController {
    let number: Int
    init(_ number: Int) {
      self.number = number
      super.init(nibName: nil, bundle: nil)
    }
  }

  /// Pages from 0 to 7.
  private final class Book: UIPageViewControllerDataSource {
    private func page(_ number: Int) -> UIViewController? { (0..<8).contains(number) ? Page(number) : nil }
    func pageViewController(_ pages: UIPageViewController, viewControllerBefore page: UIViewController)
      -> UIViewController?
    { self.page(Self.number(page) - 1) }
    func pageViewController(_ pages: UIPageViewController, viewControllerAfter page: UIViewController)
      -> UIViewController?
    { self.page(Self.number(page) + 1) }
    static func number(_ page: UIViewController) -> Int { (page as? Page)?.number ?? -1 }
  }

  private func onPages(
    at first: Int, isMirrored: Bool = true, isSpread: Bool = false,
    _ orientation: UIPageViewController.NavigationOrientation = .horizontal,
    _ body: @escaping @Sendable (Stage, UIPageViewController) -> Void
  ) {
    onStage { stage in
      if isMirrored { stage.application.userInterfaceLayoutDirection = .rightToLeft }
      let book = Book()
      let pages = UIPageViewController(
        transitionStyle: isSpread ? .pageCurl : .scroll, navigationOrientation: orientation,
        options: isSpread
          ? [.spineLocation: UIPageViewController.SpineLocation.mid] : [.interPageSpacing: 20.0])
      pages.dataSource = book
      let shown = isSpread ? [Page(first), Page(first + 1)] : [Page(first)]
      pages.setViewControllers(shown, direction: .forward, animated: false)
      stage.show(pages)
      stage.wait(40)
      withExtendedLifetime(book) { body(stage, pages) }
    }
  }

  private static func numbers(_ pages: UIPageViewController) -> [Int] {
    (pages.viewControllers ?? []).map { Book.number($0) }
  }

  private static func place(_ pages: UIPageViewController, _ index: Int = 0) -> Rect {
    guard let view = pages.viewControllers?[index].view else { return .null }
    return view.convert(view.bounds, to: pages.view)
  }

  @Test func theNextPageIsAtTheLeft() {
    onPages(at: 1) { stage, pages in
      stage.swipe(from: 50, by: 30)
      #expect(Self.numbers(pages) == [2])
      #expect(Self.place(pages) == pages.view.bounds)
      stage.swipe(from: 350, by: -30)
      #expect(Self.numbers(pages) == [1])
      stage.swipe(from: 350, by: -30)
      #expect(Self.numbers(pages) == [0])
      // Before the first one is nothing.
      stage.down(350, 400, after: 500)
      for count in 1...6 { stage.move(350 - Double(count) * 30, 400) }
      #expect(pages.children.count == 1)
      stage.up(170, 400)
      stage.wait(1000)
      #expect(Self.numbers(pages) == [0])
      stage.swipe(from: 50, by: 30)
      #expect(Self.numbers(pages) == [1])
    }
    // Below each other they are as always.
    onPages(at: 1, .vertical) { stage, pages in
      stage.down(200, 600)
      for count in 1...10 { stage.move(200, 600 - Double(count) * 40) }
      stage.up(200, 200)
      stage.wait(1000)
      #expect(Self.numbers(pages) == [2])
    }
  }

  @Test func theProgramsTurnComesFromTheLeft() {
    onPages(at: 1) { stage, pages in
      let next = Page(5)
      pages.setViewControllers([next], direction: .forward, animated: true)
      stage.wait(60)
      let (coming, old) = (next.view.convert(Point(), to: pages.view).x, pages.children)
      #expect(coming < -10 && old.count == 2)
      stage.wait(1000)
      #expect(Self.place(pages) == pages.view.bounds)
      pages.setViewControllers([Page(4)], direction: .reverse, animated: true)
      stage.wait(60)
      #expect(Self.place(pages).minX > 10)
    }
  }

  @Test func theFirstOfTwoPagesIsAtTheRight() {
    onPages(at: 2, isSpread: true) { stage, pages in
      #expect(Self.place(pages) == Rect(195, 0, 195, 844))
      #expect(Self.place(pages, 1) == Rect(0, 0, 195, 844))
      stage.swipe(from: 50, by: 30)
      #expect(Self.numbers(pages) == [4, 5])
      #expect(Self.place(pages) == Rect(195, 0, 195, 844))
      stage.swipe(from: 350, by: -30)
      stage.swipe(from: 350, by: -30)
      #expect(Self.numbers(pages) == [0, 1])
    }
  }

  @Test func aDirectionThatChangesTurnsTheRowAround() {
    onPages(at: 1, isMirrored: false) { stage, pages in
      stage.swipe(from: 350, by: -30)
      #expect(Self.numbers(pages) == [2])
      pages.view.semanticContentAttribute = .forceRightToLeft
      stage.wait(40)
      #expect(Self.numbers(pages) == [2])
      #expect(Self.place(pages) == pages.view.bounds)
      stage.swipe(from: 350, by: -30)
      #expect(Self.numbers(pages) == [1])
      // In the middle of a turn.
      stage.down(100, 400, after: 500)
      for count in 1...3 { stage.move(100 + Double(count) * 20, 400) }
      #expect(pages.children.count == 2)
      pages.view.semanticContentAttribute = .forceLeftToRight
      #expect(pages.children.count == 1)
      stage.up(160, 400)
      stage.wait(1000)
      #expect(pages.children.count == 1)
      #expect(Self.place(pages) == pages.view.bounds)
    }
  }

  @Test func theSideBeforeTheFirstPageIsTheOtherOneThen() {
    onPages(at: 0, isMirrored: false) { stage, pages in
      pages.view.semanticContentAttribute = .forceRightToLeft
      stage.wait(40)
      stage.swipe(from: 50, by: 30)
      #expect(Self.numbers(pages) == [1])
      for _ in 0..<2 { stage.swipe(from: 350, by: -30) }
      #expect(Self.numbers(pages) == [0])
    }
    onPages(at: 2, isMirrored: false, isSpread: true) { stage, pages in
      #expect(Self.place(pages) == Rect(0, 0, 195, 844))
      pages.view.semanticContentAttribute = .forceRightToLeft
      stage.wait(40)
      #expect(Self.place(pages) == Rect(195, 0, 195, 844) && Self.place(pages, 1) == Rect(0, 0, 195, 844))
    }
  }

  private func columns(_ stage: Stage) -> UISplitViewController {
    let split = UISplitViewController(style: .tripleColumn)
    for column in [UISplitViewController.Column.primary, .supplementary, .secondary] {
      split.setViewController(UIViewController(), for: column)
    }
    split.preferredPrimaryColumnWidth = 200
    stage.show(split)
    stage.wait(40)
    return split
  }

  private func frames(_ split: UISplitViewController) -> [Rect] {
    split.viewControllers.compactMap { $0.viewIfLoaded?.frame }
  }

  @Test func theFirstColumnIsAtTheRight() {
    onStage(screen: Size(1000, 700)) { stage in
      stage.application.userInterfaceLayoutDirection = .rightToLeft
      let split = columns(stage)
      let mirrored = [Rect(800, 0, 200, 700), Rect(480, 0, 320, 700), Rect(0, 0, 480, 700)]
      #expect(frames(split) == mirrored)
      // The lines are between them.
      func lines() -> [Double] { split.view.subviews.filter { $0.frame.width == 0.5 }.map(\.frame.minX) }
      #expect(lines() == [800, 480])
      split.hide(.primary)
      stage.wait(500)
      #expect(frames(split).last == Rect(0, 0, 1000, 700))
      split.show(.primary)
      stage.wait(500)
      split.primaryEdge = .trailing
      stage.wait(40)
      #expect(frames(split) == [Rect(0, 0, 200, 700), Rect(200, 0, 320, 700), Rect(520, 0, 480, 700)])
      #expect(lines() == [199.5, 519.5])
      split.view.semanticContentAttribute = .forceLeftToRight
      stage.wait(40)
      #expect(frames(split) == mirrored)
      split.primaryEdge = .leading
      stage.wait(40)
      #expect(frames(split)[0] == Rect(0, 0, 200, 700))
    }
  }
}
