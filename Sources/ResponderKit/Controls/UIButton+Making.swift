/// Buttons of a kind, whatever initializers a subclass has: as ``DefaultInitializable`` does for `init()`. Not for programs.
public protocol ButtonInitializable {}

extension UIButton: ButtonInitializable {}

extension ButtonInitializable {
  /// As `UIButton(type:)`, of a subclass that has `init(frame:)`.
  public init(type: UIButton.ButtonType) {
    self = DefaultMade.make(Self.self)
    (self as? UIButton)?.become(type, nil)
  }

  /// As `UIButton(type:primaryAction:)`, of a subclass that has `init(frame:)`.
  public init(type: UIButton.ButtonType = .system, primaryAction: UIAction?) {
    self = DefaultMade.make(Self.self)
    (self as? UIButton)?.become(type, primaryAction)
  }

  /// As `UIButton(configuration:primaryAction:)`, of a subclass that has `init(frame:)`.
  public init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
    self = DefaultMade.make(Self.self)
    (self as? UIButton)?.become(.system, primaryAction)
    (self as? UIButton)?.configuration = configuration
  }
}
