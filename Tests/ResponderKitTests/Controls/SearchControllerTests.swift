import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// A search below a navigation bar's title.
@Suite(.hangLimit) struct SearchControllerTests {
  private final class Updater: UISearchResultsUpdating, UISearchControllerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    func updateSearchResults(for searchController: UISearchController) {
      log("\(searchController.isActive) \(searchController.searchBar.text ?? "")")
    }
    func willPresentSearchController(_ searchController: UISearchController) { log("will begin") }
    func didDismissSearchController(_ searchController: UISearchController) { log("did end") }
  }

  @Test func theUpdaterIsNotifiedOfEachChange() {
    onStage { stage in
      let page = UIViewController()
      let results = UIViewController()
      let search = UISearchController(searchResultsController: results)
      let updater = Updater(stage.log)
      search.searchResultsUpdater = updater
      search.delegate = updater
      page.navigationItem.searchController = search
      let root = UINavigationController(rootViewController: page)
      stage.show(root)
      stage.wait(20)
      #expect(root.navigationBar.frame.height == 96 && page.view.safeAreaInsets.top == 96)
      #expect(search.searchBar.frame == Rect(0, 44, 390, 52) && !search.searchBar.showsCancelButton)
      stage.tap(100, 70)
      stage.wait(20)
      #expect(search.isActive && search.searchBar.showsCancelButton && results.parent == nil)
      search.searchBar.searchTextField.insertText("a")
      stage.wait(20)
      #expect(results.parent === page && results.view.window != nil && results.view.safeAreaInsets.top == 96)
      // The title changes, and the field is still edited.
      page.title = "Found"
      stage.wait(20)
      #expect(search.searchBar.isFirstResponder)
      stage.tap(370, 70, after: 1000)
      stage.wait(20)
      #expect(!search.isActive && results.parent == nil && !search.searchBar.isFirstResponder)
      #expect(stage.log.lines == ["will begin", "true ", "true a", "false ", "did end"])
      page.navigationItem.searchController = nil
      stage.wait(20)
      #expect(root.navigationBar.frame.height == 44 && search.searchBar.superview == nil)
    }
  }

  @Test func tokensAreSearchedForAndEndWithTheSearch() {
    onStage { stage in
      let (page, results) = (UIViewController(), UIViewController())
      let search = UISearchController(searchResultsController: results)
      page.navigationItem.searchController = search
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      search.isActive = true
      #expect(results.parent == nil)
      let field = search.searchBar.searchTextField
      field.tokens = [UISearchToken(icon: nil, text: "kind")]
      #expect(results.parent === page && results.view.window != nil)
      field.tokens = []
      #expect(results.parent == nil)
      field.tokens = [UISearchToken(icon: nil, text: "kind")]
      stage.wait(20)
      stage.tap(370, 70, after: 1000)
      stage.wait(20)
      #expect(!search.isActive && field.tokens.isEmpty && results.parent == nil)
    }
  }

  @Test func aRowOfSegmentsNarrowsTheSearch() {
    final class Delegate: UISearchBarDelegate {
      var chosen: [Int] = []
      func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
        chosen.append(selectedScope)
      }
    }
    onStage { stage in
      let (page, search, delegate) = (UIViewController(), UISearchController(), Delegate())
      let updater = Updater(stage.log)
      search.searchResultsUpdater = updater
      search.searchBar.delegate = delegate
      search.searchBar.scopeButtonTitles = ["All", "Sweet"]
      page.navigationItem.searchController = search
      let root = UINavigationController(rootViewController: page)
      stage.show(root)
      stage.wait(20)
      // It is there during the search only.
      #expect(root.navigationBar.frame.height == 96 && search.searchBar.selectedScopeButtonIndex == 0)
      stage.tap(100, 70)
      stage.wait(20)
      #expect(root.navigationBar.frame.height == 140 && page.view.safeAreaInsets.top == 140)
      #expect(search.searchBar.searchTextField.frame.midY == 26)
      stage.tap(300, 116, after: 500)
      #expect(delegate.chosen == [1] && search.searchBar.selectedScopeButtonIndex == 1)
      #expect(stage.log.lines == ["true ", "true "])
      search.isActive = false
      stage.wait(20)
      #expect(root.navigationBar.frame.height == 96)
      // A program's own bar shows it as it says.
      let bar = UISearchBar()
      bar.showsScopeBar = true
      #expect(bar.sizeThatFits(.zero).height == 56)
      bar.scopeButtonTitles = ["A", "B"]
      bar.selectedScopeButtonIndex = 7
      #expect(bar.sizeThatFits(.zero).height == 100 && bar.selectedScopeButtonIndex == 0)
    }
  }
}
