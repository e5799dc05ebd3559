/// How a section looks that is a list, as a table's sections are.
public struct UICollectionLayoutListConfiguration {
  /// The looks of lists.
  public enum Appearance: Int, Hashable, Sendable {
    /// Rows over the whole width, headers that stay.
    case plain
    /// Groups of rows over the whole width, in front of a gray background.
    case grouped
    /// As `grouped`; groups are narrower than the collection and round at their corners.
    case insetGrouped
    /// Beside something else: rows without a background of their own, in front of a gray one.
    case sidebar
    /// As `sidebar`, in front of the usual background.
    case sidebarPlain
  }

  /// What is above the rows.
  public enum HeaderMode: Int, Hashable, Sendable {
    /// Nothing.
    case none
    /// A view beside the cells, of the kind `elementKindSectionHeader`.
    case supplementary
    /// The section's first cell.
    case firstItemInSection
  }

  /// What is below the rows.
  public enum FooterMode: Int, Hashable, Sendable {
    /// Nothing.
    case none
    /// A view beside the cells, of the kind `elementKindSectionFooter`.
    case supplementary
  }

  /// Makes the buttons that a swipe over a row reveals; nil: none.
  public typealias SwipeActionsConfigurationProvider = (_ indexPath: IndexPath) ->
    UISwipeActionsConfiguration?

  /// The look.
  public var appearance: Appearance
  /// Whether there are lines between rows.
  public var showsSeparators = true
  /// How the lines between rows look.
  public var separatorConfiguration = UIListSeparatorConfiguration()
  /// How the lines at a row look, from how they would look; nil: so.
  public var itemSeparatorHandler: ItemSeparatorHandler?
  /// Chooses how the lines at a row look.
  public typealias ItemSeparatorHandler = (
    _ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration
  ) -> UIListSeparatorConfiguration
  /// Behind the rows; nil: as the look has it.
  public var backgroundColor: UIColor?
  /// What is above the rows.
  public var headerMode = HeaderMode.none
  /// What is below the rows.
  public var footerMode = FooterMode.none
  /// The room above headers; nil: as the look has it.
  public var headerTopPadding: Double?
  /// Makes the buttons that a swipe from the left reveals.
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// Makes the buttons that a swipe from the right reveals.
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

  /// A list of a look, without headers and footers.
  public init(appearance: Appearance) {
    self.appearance = appearance
    showsSeparators = appearance != .sidebar && appearance != .sidebarPlain
  }
}
