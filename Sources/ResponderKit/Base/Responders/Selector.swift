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
  /// Gives the message to a target; false when that does not understand it. The last parameter is the event.
  let send: (AnyObject, Any?, AnyObject?) -> Bool
  private let understands: (AnyObject) -> Bool

  init(
    _ name: String, understood: @escaping (AnyObject) -> Bool,
    send: @escaping (AnyObject, Any?, AnyObject?) -> Bool
  ) {
    self.name = name
    self.send = send
    understands = understood
  }

  /// A message that needs to know its target only.
  public init<Target>(_ name: String, _ body: @escaping (Target) -> Void) {
    self.init(name, understood: { $0 is Target }) { target, _, _ in
      guard let target = target as? Target else { return false }
      body(target)
      return true
    }
  }

  /// Whether the target is of the type that understands the message.
  public func isUnderstood(by target: AnyObject) -> Bool { understands(target) }

  public static func == (left: Selector, right: Selector) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}
