extension Selector {
  /// A message that is given the sender and the event, too, both of which may be nil.
  public init<Target>(_ name: String, _ body: @escaping (Target, _ sender: Any?, _ event: UIEvent?) -> Void) {
    self.init(name, understood: { $0 is Target }) { target, sender, event in
      guard let target = target as? Target else { return false }
      body(target, sender, event as? UIEvent)
      return true
    }
  }

  /// Gives the message to a target; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: Any?, for event: UIEvent?) -> Bool {
    send(target, sender, event)
  }
}

extension Selector: UITraitChangeAction {
  /// Gives the message to a target, without an event; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: AnyObject?) -> Bool {
    perform(on: target, from: sender, for: nil)
  }
}
