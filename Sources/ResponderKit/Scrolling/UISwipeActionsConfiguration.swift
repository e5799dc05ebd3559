/// The buttons that a swipe over a row reveals.
open class UISwipeActionsConfiguration {
  /// The first one is the nearest to the edge.
  public let actions: [UIContextualAction]
  /// Whether a swipe over most of the row performs the first action at once.
  open var performsFirstActionWithFullSwipe = true

  /// Buttons; without any the row can not be swiped.
  public init(actions: [UIContextualAction]) { self.actions = actions }
}
