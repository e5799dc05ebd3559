/// The closure of an action.
public typealias UIActionHandler = (_ action: UIAction) -> Void

/// A closure that a control calls, or an entry of a menu.
public final class UIAction: UIMenuElement {
  /// Identifies one among actions.
  public struct Identifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An identifier of this text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// Actions with the same identifier replace each other; an empty one is not compared.
  public let identifier: Identifier
  /// A longer title for users; shown nowhere.
  public var discoverabilityTitle: String?
  /// Whether it can be chosen in a menu, and how it looks there.
  public var attributes: Attributes
  /// Its sign in a menu.
  public var state: State
  override var lineAttributes: Attributes { attributes }
  override var lineState: State { state }
  private let handler: UIActionHandler
  /// The control, the bar's item or the interaction, while the closure is called.
  public private(set) var sender: AnyObject?

  /// - Parameter identifier: an action that is added takes the place of one with the same identifier; empty stands for
  ///   one of its own.
  public convenience init(_ identifier: String, handler: @escaping UIActionHandler) {
    self.init(identifier: Identifier(identifier), handler: handler)
  }

  /// An action for controls, for buttons that are made of it, and for menus.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off,
    handler: @escaping UIActionHandler
  ) {
    self.identifier = identifier ?? ""
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// Calls the closure.
  public func perform(from sender: AnyObject?) {
    let outer = self.sender
    self.sender = sender
    handler(self)
    self.sender = outer
  }

  func isSame(_ other: UIAction) -> Bool {
    self === other || !identifier.rawValue.isEmpty && identifier == other.identifier
  }
}
