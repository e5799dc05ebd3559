import TestHarness
import Testing

@testable import ResponderKit

/// Large titles of navigation bars, which become small as the content scrolls; appearances of bars.
@Suite(.hangLimit) struct LargeTitleTests {
  private final class Rows: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }
    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell() }
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "A" }
  }

  /// A list below a bar that prefers large titles.
  private func show(_ stage: Stage, _ list: UITableViewController = Rows(style: .plain)) -> (
    UINavigationBar, UITableView
  ) {
    list.title = "List"
    let navigation = UINavigationController(rootViewController: list)
    navigation.navigationBar.prefersLargeTitles = true
    stage.show(navigation)
    stage.wait(20)
    return (navigation.navigationBar, list.tableView)
  }

  /// The labels of a bar that show the title, by the size of their fonts.
  private func titles(_ bar: UINavigationBar) -> [Double] {
    func labels(_ view: UIView) -> [UILabel] {
      view.isHidden || view.alpha == 0
        ? [] : [view as? UILabel].compactMap { $0 } + view.subviews.flatMap(labels)
    }
    return labels(bar).filter { $0.text == "List" }.map { $0.font.pointSize }
  }

  @Test func aTitleBecomesSmallAsTheContentScrolls() {
    onStage { stage in
      let (bar, table) = show(stage)
      #expect(bar.frame.height == 96 && titles(bar) == [34])
      #expect(table.contentOffset.y == -96 && table.adjustedContentInset.top == 96)
      table.contentOffset.y = -76
      stage.wait(20)
      #expect(bar.frame.height == 76 && titles(bar) == [34])
      table.contentOffset.y = -44
      stage.wait(20)
      #expect(bar.frame.height == 44 && titles(bar) == [17])
      table.contentOffset.y = 300
      stage.wait(20)
      #expect(bar.frame.height == 44 && titles(bar) == [17])
      table.contentOffset.y = -96
      stage.wait(20)
      #expect(bar.frame.height == 96 && titles(bar) == [34])
    }
  }

  @Test func aPullMakesTheBarHigher() {
    onStage { stage in
      let (bar, table) = show(stage)
      stage.down(200, 400)
      for y in stride(from: 410.0, through: 600, by: 10) { stage.move(200, y) }
      #expect(table.contentOffset.y < -110)
      #expect(bar.frame.height == -table.contentOffset.y)
      stage.up(200, 600)
      stage.wait(1000)
      #expect(bar.frame.height == 96)
    }
  }

  /// Slowly, so that nothing goes on by itself.
  @Test(arguments: [(15.0, -96.0), (40.0, -44.0)])
  func aHalfSmallTitleComesToRestLargeOrSmall(way: Double, rest: Double) {
    onStage { stage in
      let (bar, table) = show(stage)
      stage.down(200, 400)
      for step in stride(from: 2.0, through: way + 10, by: 2) { stage.move(200, 400 - step, after: 40) }
      stage.wait(300)
      #expect((45...95).contains(bar.frame.height))
      stage.up(200, 390 - way, after: 40)
      stage.wait(1000)
      #expect(table.contentOffset.y == rest && bar.frame.height == -rest)
    }
  }

  @Test func headersStayBelowTheBar() throws {
    try onStage { stage in
      let (bar, table) = show(stage)
      let header = try #require(table.headerView(forSection: 0))
      for offset in [-96.0, -70, -44, 100] {
        table.contentOffset.y = offset
        stage.wait(20)
        let edge = header.convert(CGPoint.zero, to: nil).y
        #expect(edge == max(bar.frame.maxY, -offset), "\(offset)")
      }
    }
  }

  @Test func aTitleAboveTheContentStaysLarge() {
    onStage { stage in
      let (page, list) = (UIViewController(), UIScrollView(frame: Rect(0, 0, 390, 700)))
      list.contentSize = Size(390, 3000)
      list.contentInset.top = 20
      page.view.addSubview(list)
      page.edgesForExtendedLayout = []
      page.setContentScrollView(list)
      let navigation = UINavigationController(rootViewController: page)
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(20)
      list.contentOffset.y = 300
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 96 && page.view.frame.minY == 96)
      page.edgesForExtendedLayout = .all
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 44)
    }
  }

  @Test func pagesChooseTheirTitles() {
    onStage { stage in
      let pages = (0..<4).map { _ in UIViewController() }
      for (page, mode) in zip(
        pages, [.automatic, .never, .automatic, .always] as [UINavigationItem.LargeTitleDisplayMode])
      {
        page.navigationItem.largeTitleDisplayMode = mode
      }
      let navigation = UINavigationController(rootViewController: pages[0])
      stage.show(navigation)
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 44)
      navigation.navigationBar.prefersLargeTitles = true
      var heights: [Double] = []
      for page in pages {
        navigation.pushViewController(page, animated: false)
        stage.wait(20)
        heights.append(navigation.navigationBar.frame.height)
        #expect(page.view.safeAreaInsets.top == heights.last)
      }
      #expect(heights == [96, 44, 44, 96])
      // All get room anew; those below as when they were on top.
      navigation.navigationBar.prefersLargeTitles = false
      navigation.navigationBar.prefersLargeTitles = true
      for (page, height) in zip(pages, heights) {
        #expect(page.barInsets.top == height)
      }
      navigation.popViewController(animated: false)
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 44)
      navigation.topViewController?.navigationItem.largeTitleDisplayMode = .always
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 96)
    }
  }

  @Test func aNamedScrollViewIsFollowed() {
    onStage { stage in
      let (page, list) = (
        UIViewController(), UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
      )
      list.contentSize = CGSize(width: 390, height: 3000)
      page.view.addSubview(UIView())
      page.view.addSubview(list)
      let navigation = UINavigationController(rootViewController: page)
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(20)
      list.contentOffset.y = 100
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 96)
      page.setContentScrollView(list)
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 44)
      // The page that comes is followed in its place.
      navigation.pushViewController(UIViewController(), animated: false)
      stage.wait(20)
      list.contentOffset.y = 0
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 96 && list.panGestureRecognizer.isEnabled)
    }
  }
}
