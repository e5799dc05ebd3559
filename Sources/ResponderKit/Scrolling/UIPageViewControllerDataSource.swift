/// Gives a page controller the pages beside the one that is shown.
public protocol UIPageViewControllerDataSource: AnyObject {
  /// The page before; nil: there is none. Asked when a page has come to rest, so that it is known before a finger comes.
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController?
  /// The page after; nil: there is none.
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController?
  /// How many dots are below the pages; 0, unless implemented: none. Asked when the program sets the page.
  func presentationCount(for pageViewController: UIPageViewController) -> Int
  /// Which dot is that of the page that the program has set.
  func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
  public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
  public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}
