/// Notified of each change of what is searched.
public protocol UISearchResultsUpdating: AnyObject {
  /// Called when the search begins, when its text changes, and when it ends: then it is not active, and without text.
  func updateSearchResults(for searchController: UISearchController)
}

/// Notified when a search begins and ends. Each method does nothing unless implemented.
public protocol UISearchControllerDelegate: AnyObject {
  /// Called before the search begins.
  func willPresentSearchController(_ searchController: UISearchController)
  /// Called when it has begun.
  func didPresentSearchController(_ searchController: UISearchController)
  /// Called before it ends.
  func willDismissSearchController(_ searchController: UISearchController)
  /// Called when it has ended.
  func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  public func willPresentSearchController(_ searchController: UISearchController) {}
  public func didPresentSearchController(_ searchController: UISearchController) {}
  public func willDismissSearchController(_ searchController: UISearchController) {}
  public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// A search: its bar is below the title of the controller whose `navigationItem` has it, and another controller may show what is found.
/// Its own view is not shown.
open class UISearchController: UIViewController {
  /// The bar, with a button "Cancel" during the search.
  public final let searchBar = UISearchBar(frame: .zero)
  /// Shown over the contents while there is a text or a token; nil: the contents show what is found.
  public final let searchResultsController: UIViewController?
  /// Notified of each change of what is searched.
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  /// Notified when the search begins and ends.
  open weak var delegate: (any UISearchControllerDelegate)?
  /// Whether the bar has its button "Cancel" during the search only.
  open var automaticallyShowsCancelButton = true
  /// Whether the bar shows its row of segments during the search only.
  open var automaticallyShowsScopeBar = true
  /// Without effect: contents are not darkened.
  open var obscuresBackgroundDuringPresentation = true
  /// Without effect: the navigation bar stays.
  open var hidesNavigationBarDuringPresentation = true
  private var isSearching = false

  /// A search.
  public init(searchResultsController: UIViewController? = nil) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.follower = SearchBarFollower(
      began: { [weak self] in self?.begin() }, textChanged: { [weak self] in self?.update() },
      cancelled: { [weak self] in self?.end() }, tokensSet: { [weak self] in self?.showResults() })
  }

  /// Whether a search is going on: from the first touch of the field until "Cancel", or as set.
  open var isActive: Bool {
    get { isSearching }
    set {
      guard newValue != isSearching else { return }
      if newValue { searchBar.becomeFirstResponder() } else { end() }
    }
  }

  private func begin() {
    guard !isSearching else { return }
    delegate?.willPresentSearchController(self)
    isSearching = true
    if automaticallyShowsCancelButton { searchBar.showsCancelButton = true }
    if automaticallyShowsScopeBar { searchBar.showsScopeBar = true }
    delegate?.didPresentSearchController(self)
    update()
  }

  private func end() {
    guard isSearching else { return }
    delegate?.willDismissSearchController(self)
    isSearching = false
    searchBar.text = ""
    searchBar.searchTextField.tokens = []
    searchBar.resignFirstResponder()
    if automaticallyShowsCancelButton { searchBar.showsCancelButton = false }
    if automaticallyShowsScopeBar { searchBar.showsScopeBar = false }
    update()
    delegate?.didDismissSearchController(self)
  }

  private func update() {
    showResults()
    searchResultsUpdater?.updateSearchResults(for: self)
  }

  /// Shows the results over the contents of the navigation controller whose bar has the search bar, or takes them away.
  private func showResults() {
    guard let results = searchResultsController else { return }
    let shows = isSearching && (searchBar.text?.isEmpty == false || searchBar.searchTextField.hasTokens)
    guard shows != (results.parent != nil) else { return }
    guard shows else {
      results.willMove(toParent: nil)
      results.view.removeFromSuperview()
      return results.removeFromParent()
    }
    var next = searchBar.next
    while let responder = next, !(responder is UINavigationController) { next = responder.next }
    guard let page = (next as? UINavigationController)?.topViewController, let view = page.view else {
      return
    }
    page.addChild(results)
    results.barInsets = page.barInsets
    results.view.frame = view.frame
    results.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.superview?.addSubview(results.view)
    results.didMove(toParent: page)
  }
}
