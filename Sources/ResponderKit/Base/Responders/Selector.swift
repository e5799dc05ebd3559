/// An action message: a name, and how it is given to a target that understands it. Takes the place of Objective-C's
/// selectors.
///
///     protocol Saving: AnyObject { func save() }
///     let save = Selector("save") { (target: any Saving, sender, event) in target.save() }
///
/// A target understands it when it is of the closure's type, which may be a class or a protocol. Two selectors of the
/// same name are the same message.
public struct Selector: Hashable, CustomStringConvertible {
  /// The name, by which selectors are equal.
  public let name: String
  /// False when the target does not understand it.
  private let send: (AnyObject, Any?, UIEvent?) -> Bool
  private let understands: (AnyObject) -> Bool

  /// A message that is given the sender and the event, too, both of which may be nil.
  public init<Target>(_ name: String, _ body: @escaping (Target, _ sender: Any?, _ event: UIEvent?) -> Void) {
    self.name = name
    understands = { $0 is Target }
    send = { target, sender, event in
      guard let target = target as? Target else { return false }
      body(target, sender, event)
      return true
    }
  }

  /// A message that needs to know its target only.
  public init<Target>(_ name: String, _ body: @escaping (Target) -> Void) {
    self.init(name) { target, _, _ in body(target) }
  }

  /// A message of edit menus, for responders with a method of their own and for texts.
  init(
    editing name: String, _ method: MethodTable, _ body: @escaping (UIResponder, _ sender: Any?) -> Void,
    isOfTexts: Bool = false, _ text: ((any TextEditing) -> Void)? = nil
  ) {
    self.name = name
    let takes = { (target: AnyObject) in
      text != nil && target is any TextEditing || isOfTexts && target is any TextEditorHost
        || target is UIResponder && method.isOverridden(in: type(of: target))
    }
    understands = takes
    send = { target, sender, event in
      guard takes(target) else { return false }
      if let responder = target as? UIResponder {
        body(responder, sender)
      } else if let target = target as? any TextEditing {
        text?(target)
      }
      return true
    }
  }

  /// Whether the target is of the type that understands the message.
  public func isUnderstood(by target: AnyObject) -> Bool { understands(target) }

  /// Gives the message to a target; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: Any?, for event: UIEvent?) -> Bool {
    send(target, sender, event)
  }

  public static func == (left: Selector, right: Selector) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}

extension Selector: UITraitChangeAction {
  /// Gives the message to a target, without an event; false when that does not understand it.
  @discardableResult
  public func perform(on target: AnyObject, from sender: AnyObject?) -> Bool {
    perform(on: target, from: sender, for: nil)
  }
}
