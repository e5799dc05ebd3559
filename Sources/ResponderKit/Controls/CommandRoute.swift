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

extension UICommand {
  /// Finds the responder that takes it, which may change how it looks.
  final func findTaker(from view: UIView, _ route: CommandRoute) {
    let first = view.window?.firstResponder
    let inner = first.flatMap { first in
      route.asksFirstResponder || first.chain.contains { $0 === view } ? first : nil
    }
    var found: UIResponder?
    // Not a lazy sequence, which would ask the taker twice.
    for start in [inner, view, first] {
      found = start?.target(forAction: action, withSender: route.sender ?? self)
      if found != nil { break }
    }
    taker = found
    found?.validate(self)
  }
}

extension UIMenu {
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
