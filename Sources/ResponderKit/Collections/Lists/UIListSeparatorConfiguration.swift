/// How the lines at a row of a list look.
public struct UIListSeparatorConfiguration: Hashable {
  /// Whether a line is shown.
  public enum Visibility: Int, Hashable, Sendable {
    /// As the list has it, yes, no.
    case automatic, visible, hidden
  }

  /// Without effect: lines are below rows.
  public var topSeparatorVisibility = Visibility.automatic
  /// Whether there is a line below the row.
  public var bottomSeparatorVisibility = Visibility.automatic
  /// Without effect.
  public var topSeparatorInsets = NSDirectionalEdgeInsets.zero
  /// The distance of the line from the row's sides; `automaticInsets`: it begins below the text.
  public var bottomSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
  /// Of the line.
  public var color = UIColor.separator
  /// Stands for insets that the row chooses.
  public static let automaticInsets = NSDirectionalEdgeInsets(
    top: .greatestFiniteMagnitude, leading: .greatestFiniteMagnitude, bottom: .greatestFiniteMagnitude,
    trailing: .greatestFiniteMagnitude)

  /// Lines as usual.
  public init() {}
  /// Lines as usual: lists of all looks have the same.
  public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}
