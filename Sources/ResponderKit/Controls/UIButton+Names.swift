extension UIButton {
  /// UIKit's kinds of buttons. They look alike here.
  public enum ButtonType: Sendable {
    /// Without a look of its own, or with that of the system.
    case custom, system
  }

  /// A button without a title.
  public convenience init(type: ButtonType) { self.init(frame: .zero) }

  /// Sets the color of the title in every state: a button has one here.
  public func setTitleColor(_ color: UIColor?, for state: State) { titleColor = color }
}
