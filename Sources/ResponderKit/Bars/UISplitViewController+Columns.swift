extension UISplitViewController {
  /// What is behind the first column.
  public enum BackgroundStyle: Hashable, Sendable {
    /// Nothing of its own, or what is behind sidebars.
    case none, sidebar
  }

  /// How many columns there are.
  public enum Style: Int, Hashable, Sendable {
    /// Two, without navigation controllers around them.
    case unspecified
    /// Two, or three.
    case doubleColumn, tripleColumn
  }

  /// A column.
  public enum Column: Int, Hashable, Sendable {
    /// The columns from left to right.
    case primary, supplementary, secondary
    /// What is shown in place of them where there is room for one only.
    case compact

    static let beside: [Column] = [.primary, .supplementary, .secondary]
  }

  /// The edge at which the first column is.
  public enum PrimaryEdge: Int, Hashable, Sendable {
    /// Where content begins, or where it ends.
    case leading, trailing
  }

  /// Which columns are shown. Columns that UIKit puts over the last one are beside it here.
  public enum DisplayMode: Int, Hashable, Sendable {
    /// All.
    case automatic
    /// The last one.
    case secondaryOnly
    /// The last one, and the one before it.
    case oneBesideSecondary, oneOverSecondary
    /// All three.
    case twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
    /// The older name of `oneBesideSecondary`.
    public static let allVisible = DisplayMode.oneBesideSecondary
    /// The older name of `secondaryOnly`.
    public static let primaryHidden = DisplayMode.secondaryOnly
  }

  /// How columns share the room: without effect.
  public enum SplitBehavior: Int, Hashable, Sendable {
    /// As there is room, beside, over or moving the last column.
    case automatic, tile, overlay, displace
  }
}

/// Asked and notified by a controller with columns. All methods are optional.
public protocol UISplitViewControllerDelegate: AnyObject {
  /// The column that is shown when there is room for one only; the proposed one, the last, unless implemented.
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  /// Whether the program itself does something with the last column when there is room for one only: then it is not shown. Of controllers without
  /// a style; false unless implemented.
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool
  /// Whether the program itself shows a page; false unless implemented.
  func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool
  /// Called when there is room for one column only.
  func splitViewControllerDidCollapse(_ svc: UISplitViewController)
  /// Called when there is room for several columns again.
  func splitViewControllerDidExpand(_ svc: UISplitViewController)
}

extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposedTopColumn }
  public func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { false }
  public func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool { false }
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
  public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}
}

extension UIViewController {
  /// The controller with columns that it is in; nil for none.
  public final var splitViewController: UISplitViewController? {
    var next = parent
    while let controller = next {
      if let split = controller as? UISplitViewController { return split }
      next = controller.parent
    }
    return nil
  }

  /// Shows a page in the last column of the controller with columns that this one is in, or else presents it.
  public final func showDetailViewController(_ controller: UIViewController, sender: Any?) {
    if let split = self as? UISplitViewController ?? splitViewController {
      return split.showDetail(controller, sender: sender)
    }
    present(controller, animated: true)
  }
}
