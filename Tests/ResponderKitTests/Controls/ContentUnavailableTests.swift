import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What is shown in place of content that there is not.
@Suite(.hangLimit) struct ContentUnavailableTests {
  /// Shows a search without results while it has no rows.
  private final class Results: UIViewController {
    var rows: [String] = []
    var calls = 0
    override func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {
      calls += 1
      contentUnavailableConfiguration = rows.isEmpty ? UIContentUnavailableConfiguration.search() : nil
    }
    var shown: UIContentUnavailableView? { view.subviews.last as? UIContentUnavailableView }
  }

  private func labels(_ view: UIView?) -> [UILabel] {
    (view?.subviews ?? []).compactMap { $0 as? UILabel }.filter { !$0.isHidden }
  }

  @Test func pictureTextsAndButtonsAreInTheMiddle() throws {
    try onStage { stage in
      let page = UIViewController()
      var content = UIContentUnavailableConfiguration.empty()
      content.image = UIImage(systemName: "magnifyingglass")
      content.text = "No Mail"
      content.secondaryText = "Letters that you get are here."
      content.button.title = "Refresh"
      var taps = 0
      content.buttonProperties.primaryAction = UIAction { _ in taps += 1 }
      page.contentUnavailableConfiguration = content
      stage.show(page)
      stage.wait(20)
      let shown = try #require(page.view.subviews.last as? UIContentUnavailableView)
      #expect(shown.frame == page.view.bounds)
      let parts = shown.subviews.filter { !$0.isHidden && $0.frame.height < 300 }
      #expect(parts.count == 4 && labels(shown).map(\.text) == [content.text, content.secondaryText])
      let (top, bottom) = (parts[0].frame.minY, parts[3].frame.maxY)
      #expect(
        abs((top + bottom) / 2 - 422) < 1
          && zip(parts, parts.dropFirst()).allSatisfy { $0.frame.maxY <= $1.frame.minY })
      #expect(parts.allSatisfy { abs($0.frame.midX - 195) < 0.5 })
      stage.tap(parts[3].frame.midX, parts[3].frame.midY)
      #expect(taps == 1)
    }
  }

  @Test func aSearchNamesWhatWasSearchedFor() {
    onStage { stage in
      let page = Results()
      let search = UISearchController(searchResultsController: nil)
      page.navigationItem.searchController = search
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      #expect(page.calls == 1 && labels(page.shown).first?.text == "No Results")
      search.searchBar.text = "mlik"
      page.setNeedsUpdateContentUnavailableConfiguration()
      stage.wait(20)
      #expect(page.calls == 2 && labels(page.shown).first?.text == "No Results for “mlik”")
      page.rows = ["milk"]
      page.setNeedsUpdateContentUnavailableConfiguration()
      stage.wait(20)
      #expect(page.shown == nil && page.contentUnavailableConfiguration == nil)
      page.view.setNeedsLayout()
      stage.wait(20)
      #expect(page.calls == 3)
    }
  }

  @Test func whatIsLoadingHasAWheel() throws {
    try onStage { stage in
      let page = UITableViewController()
      stage.show(page)
      page.contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading()
      stage.wait(20)
      let shown = try #require(page.view.subviews.last as? UIContentUnavailableView)
      let wheel = try #require(shown.subviews.lazy.compactMap { $0 as? UIActivityIndicatorView }.first)
      #expect(wheel.isAnimating && labels(shown).map(\.text) == ["Loading…"])
      shown.configuration = UIContentUnavailableConfiguration.empty()
      #expect(!wheel.isAnimating && labels(shown).isEmpty)
      page.contentUnavailableConfiguration = nil
      #expect(shown.superview == nil)
    }
  }

  @Test func itStaysInFrontAndFollowsTheViewsSize() throws {
    try onStage { stage in
      let page = UIViewController()
      stage.show(page)
      page.contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading()
      let shown = try #require(page.view.subviews.last)
      page.view.addSubview(UIView())
      stage.window.frame = Rect(0, 0, 844, 390)
      stage.wait(20)
      #expect(page.view.subviews.last === shown && shown.frame == Rect(0, 0, 844, 390))
    }
  }

  @Test func anotherButtonActionTakesThePlaceOfTheFirst() {
    onStage { stage in
      var calls: [Int] = []
      var content = UIContentUnavailableConfiguration.empty()
      content.button.title = "Go"
      content.buttonProperties.primaryAction = UIAction { _ in calls.append(1) }
      let view = stage.show(UIContentUnavailableView(configuration: content))
      view.frame = stage.window.bounds
      content.buttonProperties.primaryAction = UIAction { _ in calls.append(2) }
      view.configuration = content
      stage.wait(20)
      stage.tap(195, 422)
      content.buttonProperties.isEnabled = false
      view.configuration = content
      stage.tap(195, 422, after: 500)
      #expect(calls == [2])
    }
  }
}
