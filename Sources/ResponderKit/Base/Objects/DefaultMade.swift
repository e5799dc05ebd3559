/// Creates an object by its class alone: `MyView()` of a class that has only `init(frame:)`. Not for programs.
///
/// A Swift class with a designated initializer of its own inherits no convenience initializers, so `class MyView: UIView` with
/// `override init(frame: Rect)` would have no `MyView()`, which UIKit's programs write: Objective-C's `init` is always inherited. For a class
/// that is only known at run time Swift allows `required` initializers alone, and each subclass with an initializer of its own would have to
/// repeat such a one. Four declarations together avoid that:
///
/// 1. This class declares the required `init(making:)`. `type.init(making: ())` compiles for any type that is known as one of this class.
/// 2. ``NSObject`` overrides it and marks the override unavailable. What can not be called need not be repeated, so subclasses compile without
///    it. Its entry in the table of methods stays, and a call through this class's type uses that.
/// 3. It calls `init()`, which ``UIView`` overrides by `init(frame: .zero)` and ``UIViewController`` by `init(nibName: nil, bundle: nil)`. The table
///    of methods makes these the subclass's own. A subclass without them ends the program with Swift's message about an unimplemented initializer.
/// 4. ``DefaultInitializable`` gives both classes an `init()` that sets `self` to the new object, which only initializers of a protocol may do. The
///    compiler finds it in subclasses that inherit no other `init()`.
///
/// A class between ``NSObject`` and the views can not take this one's place: steps 1 and 2 need two classes, and the second one has to be above all
/// that programs may subclass. ``RegisteredView`` does the same for cells, which are made with an identifier.
open class DefaultMade {
  /// An object of a subclass.
  public init() {}

  /// Calls `init()` of the object's class.
  public required convenience init(making: Void) { self.init() }

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
