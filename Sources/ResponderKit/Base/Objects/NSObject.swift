/// The superclass of objects that programs compare by identity, as in UIKit's programs. There is no Objective-C behind it: no messages, no
/// key-value coding.
open class NSObject: DefaultMade, Hashable, CustomStringConvertible {
  /// An object of the program's own class. The only designated initializer, so that a subclass's own may leave out `super.init()`.
  public override init() { super.init() }

  /// See ``DefaultMade``. Not available, so that subclasses with initializers of their own need not have it.
  @available(*, unavailable)
  public required convenience init(making: Void) { self.init() }

  /// Whether two objects count as equal; only the same object does, unless overridden.
  open func isEqual(_ object: Any?) -> Bool { self === object as AnyObject? }
  /// The same for equal objects.
  open var hash: Int { ObjectIdentifier(self).hashValue }

  public static func == (left: NSObject, right: NSObject) -> Bool {
    left === right || left.isEqual(right)
  }
  public final func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// For `super` of overrides; never called, as there are no nibs.
  open func awakeFromNib() {}

  /// The class and the address.
  open var description: String {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return "<\(type(of: self)): 0x\(String(address, radix: 16))>"
  }
}

/// The type of the argument of UIKit's `copy(with:)`, which is nil: there are no memory zones here.
public struct NSZone: Sendable {}
