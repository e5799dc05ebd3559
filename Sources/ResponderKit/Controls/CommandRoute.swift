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
    (taker, hadTaker) = (found, found != nil)
    found?.validate(self)
  }
}

extension UIMenu {
  /// Finds the responders that take its commands, also of menus in it.
  ///
  /// - Parameter known: commands whose responders were found for this showing of the menu: a command whose responder still exists, or that had none, is not asked about again.
  /// - Returns: all its commands.
  @discardableResult
  func findTakers(
    from view: UIView, _ route: CommandRoute = CommandRoute(), except known: [UICommand] = []
  ) -> [UICommand] {
    let all = commands()
    let known = Set(known.map { ObjectIdentifier($0) })
    for command in all
    where command.hadTaker && command.taker == nil || !known.contains(ObjectIdentifier(command)) {
      command.findTaker(from: view, route)
    }
    return all
  }

  private func commands(depth: Int = 0) -> [UICommand] {
    guard depth < Self.mostDepth else { return [] }
    return present.flatMap { child in
      if let command = child as? UICommand { return [command] }
      return (child as? UIMenu)?.commands(depth: depth + 1) ?? []
    }
  }
}
