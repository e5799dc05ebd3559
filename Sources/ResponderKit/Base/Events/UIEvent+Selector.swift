extension Selector {
  /// A message that is given the sender and the event, too, both of which may be nil.
  public init<Target>(_ name: String, _ body: @escaping (Target, _ sender: Any?, _ event: UIEvent?) -> Void) {
    self.init(name, understood: { $0 is Target }) { target, sender, event in
      if let target = target as? Target { body(target, sender, event as? UIEvent) }
    }
  }

  /// Gives the message to a target; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: Any?, for event: UIEvent?) -> Bool {
    guard isUnderstood(by: target) else { return false }
    send(target, sender, event)
    return true
  }
}

extension Selector: UITraitChangeAction {
  /// Gives the message to a target, without an event; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: AnyObject?) -> Bool {
    perform(on: target, from: sender, for: nil)
  }
}
