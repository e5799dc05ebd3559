/// An entry of a menu that sends a message to the responder that takes it. Without such a responder it is not shown.
///
/// The responder is searched for in the chain of the first responder, if that is the menu's view or in it; then in the chain of the
/// view; then in that of another first responder.
open class UICommand: UIMenuElement {
  /// The message.
  public final let action: Selector
  /// What the program wants to know of the command in its action.
  public final let propertyList: Any?
  /// Without effect: menus are not operated with modifier keys.
  public final let alternates: [UICommandAlternate]
  /// A longer title for users; shown nowhere.
  public final var discoverabilityTitle: String?
  /// Whether it can be chosen, and how it looks.
  public final var attributes: Attributes
  /// Its sign.
  public final var state: State
  /// Whether it had a responder that takes it when that was last searched for.
  final var hadTaker = false
  /// The responder that takes it, found when the menu is shown.
  final weak var taker: AnyObject?

  /// A command for menus.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector,
    propertyList: Any? = nil, alternates: [UICommandAlternate] = [], discoverabilityTitle: String? = nil,
    attributes: Attributes = [], state: State = .off
  ) {
    self.action = action
    self.propertyList = propertyList
    self.alternates = alternates
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    super.init(title: title, subtitle: subtitle, image: image)
  }

  final override var lineAttributes: Attributes { attributes }
  final override var lineState: State { state }
  final var isShown: Bool { taker != nil && !attributes.contains(.hidden) }
}

/// What a command does, and is called, while other modifier keys are down. Without effect.
public final class UICommandAlternate: NSObject {
  /// What it is called.
  public let title: String
  /// The message.
  public let action: Selector
  /// The keys.
  public let modifierFlags: UIKeyModifierFlags

  /// An alternative.
  public init(title: String, action: Selector, modifierFlags: UIKeyModifierFlags) {
    self.title = title
    self.action = action
    self.modifierFlags = modifierFlags
    super.init()
  }
}
