/// A button that a swipe over a row reveals.
open class UIContextualAction {
  /// Called when the button is pressed; at its end it calls the closure, with whether it has done what it was to do.
  public typealias Handler = (
    _ action: UIContextualAction, _ sourceView: UIView, _ completionHandler: @escaping (Bool) -> Void
  ) -> Void

  /// What an action does to its row.
  public enum Style: Int, Hashable, Sendable {
    /// Anything; gray.
    case normal
    /// It deletes; red.
    case destructive
  }

  /// What the action does to its row.
  public let style: Style
  /// Called when the button is pressed.
  public let handler: Handler
  /// The button's text.
  open var title: String?
  /// The button's picture, beside the text.
  open var image: UIImage?
  /// The button's color.
  open var backgroundColor: UIColor!

  /// An action in its style's color.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    backgroundColor = style == .destructive ? .systemRed : UIColor(white: 0.55)
  }
}
