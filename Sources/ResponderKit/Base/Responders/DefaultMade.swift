/// Creates objects by their class alone, even of classes with initializers of their own: rows of a table by the class that was
/// registered, and `MyView()` of a class that overrides `init(frame:)`. Not for programs.
///
/// Swift allows this for `required` initializers, which each subclass would have to repeat. ``NSObject`` overrides the one here by one that is
/// not available: subclasses need not repeat that, and it is called as this class's.
open class DefaultMade {
  /// An object of a subclass.
  public init() {}

  /// What a subclass makes when nothing is known: overridden by convenience initializers.
  public init(made: Void) {}

  /// Calls `init(made:)` of the object's class.
  public required convenience init(making: Void) { self.init(made: ()) }

  /// A new object of a class.
  static func make<Object>(_ type: Object.Type) -> Object {
    guard let type = type as? DefaultMade.Type, let made = type.init(making: ()) as? Object else {
      preconditionFailure("\(type) can not be made without arguments")
    }
    return made
  }
}

/// Classes of which an object can be made without arguments, whatever initializers a subclass has. Not for programs.
public protocol DefaultInitializable {}

extension DefaultInitializable {
  /// As the class's own initializer without arguments. It ends the program if the subclass has not the initializer that its superclass has for
  /// programs: `init(frame:)` of views, `init(nibName:bundle:)` of controllers.
  public init() { self = DefaultMade.make(Self.self) }
}
