extension UIPageViewController {
  /// How pages are turned. `pageCurl` is shown as `scroll`.
  public enum TransitionStyle: Int, Hashable, Sendable {
    /// As a sheet of paper, and by a move.
    case pageCurl, scroll
  }
  /// Where the next page is.
  public enum NavigationOrientation: Int, Hashable, Sendable {
    /// To the right of the page.
    case horizontal
    /// Below the page.
    case vertical
  }
  /// The side from which a page is moved in.
  public enum NavigationDirection: Int, Hashable, Sendable {
    /// As the next page.
    case forward
    /// As the page before.
    case reverse
  }
  /// What else can be chosen.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The room between pages, in points: a number.
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    /// A `SpineLocation`, or its number.
    public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
  }

  /// Where pages are bound, with the style `pageCurl`.
  public enum SpineLocation: Int, Hashable, Sendable {
    /// Nowhere: with the style `scroll`.
    case none
    /// At the left or upper edge, between two pages that are seen at once, or at the right or lower edge.
    case min, mid, max
  }
}
