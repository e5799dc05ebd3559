/// A button of an alert.
public final class UIAlertAction: NSObject {
  /// How the button looks.
  public enum Style: Hashable, Sendable {
    /// In the tint color; for `cancel` semibold and the last of all; for `destructive` red.
    case `default`, cancel, destructive
  }

  /// The button's text.
  public let title: String?
  /// How the button looks.
  public let style: Style
  /// Whether it can be pressed.
  public var isEnabled = true { didSet { onChange?() } }
  private let handler: ((UIAlertAction) -> Void)?
  var onChange: (() -> Void)?

  /// A button that calls a closure once the alert is no longer shown.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
    super.init()
  }

  func perform() { handler?(self) }
}
