/// What a context menu shows.
public final class UIContextMenuConfiguration: NSObject {
  /// Makes the menu, of what the system suggests: nothing, here. Nil: no menu is shown.
  public typealias ActionProvider = (_ suggestedActions: [UIMenuElement]) -> UIMenu?
  /// Makes a preview of what the menu is about.
  public typealias PreviewProvider = () -> UIViewController?

  /// The program's name for what the menu is about.
  public let identifier: AnyHashable?
  let actionProvider: ActionProvider?

  /// A configuration of a menu.
  /// - Parameter previewProvider: without effect: no preview is shown.
  public init(
    identifier: AnyHashable? = nil, previewProvider: PreviewProvider? = nil,
    actionProvider: ActionProvider? = nil
  ) {
    self.identifier = identifier
    self.actionProvider = actionProvider
    super.init()
  }

  /// A configuration of a menu, in UIKit's words.
  /// - Parameter identifier: a text, a number or an index path. Values that can not be compared are ignored.
  @_disfavoredOverload
  public convenience init(
    identifier: (any NSCopying)?, previewProvider: PreviewProvider? = nil,
    actionProvider: ActionProvider? = nil
  ) {
    self.init(
      identifier: identifier.flatMap { $0 as? AnyHashable }, previewProvider: previewProvider,
      actionProvider: actionProvider)
  }
}
