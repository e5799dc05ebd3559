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
  /// The responder that takes it, found when the menu is shown.
  final weak var taker: UIResponder?

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

  /// Finds the responder that takes it, which may change how it looks.
  final func findTaker(from view: UIView, _ route: CommandRoute) {
    let first = view.window?.firstResponder
    let inner = first.flatMap { first in
      route.asksFirstResponder || first.chain.contains { $0 === view } ? first : nil
    }
    var found: UIResponder?
    // Each is asked once.
    for start in [inner, view, first] {
      found = start?.target(forAction: action, withSender: route.sender ?? self)
      if found != nil { break }
    }
    taker = found
    found?.validate(self)
  }

  /// Sends the message to the responder.
  final func send(from sender: Any? = nil) {
    guard let taker else { return }
    UIApplication.current?.sendAction(action, to: taker, from: sender ?? self, for: nil)
  }
}

/// How a menu's commands find their responders, and are sent.
struct CommandRoute {
  /// Whether the first responder's chain comes before that of the menu's view, wherever it is.
  var asksFirstResponder = false
  /// The sender of the messages; nil: the command.
  weak var sender: AnyObject?
  /// Sends a command in place of `UICommand.send`.
  var sends: ((UICommand) -> Void)?

  func send(_ command: UICommand) {
    if let sends { sends(command) } else { command.send(from: sender) }
  }
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

extension UIMenu {
  /// The deepest nesting that is searched: deferred entries can hold their own menu.
  static var mostDepth: Int { 16 }

  /// Finds the responders that take its commands, also of menus in it.
  func findTakers(from view: UIView, _ route: CommandRoute = CommandRoute(), depth: Int = 0) {
    guard depth < Self.mostDepth else { return }
    for child in present {
      if let command = child as? UICommand {
        command.findTaker(from: view, route)
      } else if let menu = child as? UIMenu {
        menu.findTakers(from: view, route, depth: depth + 1)
      }
    }
  }
}
