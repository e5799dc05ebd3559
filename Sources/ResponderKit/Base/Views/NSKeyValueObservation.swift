/// An observation of a value. It ends when it is released, or by `invalidate`.
public final class NSKeyValueObservation: NSObject {
  /// Has its view forget observations that have ended.
  private var onEnd: (() -> Void)?
  /// Calls the program if the value is another one than at the last call.
  private var look: (() -> Void)?

  init(_ look: @escaping () -> Void, onEnd: @escaping () -> Void) {
    (self.look, self.onEnd) = (look, onEnd)
    super.init()
  }

  deinit { onEnd?() }

  /// Whether it is active.
  var isActive: Bool { look != nil }

  func report() { look?() }

  /// Ends it: its closure is called no longer, and released.
  public func invalidate() {
    look = nil
    onEnd.take()?()
  }
}

/// What a closure of an observation gets.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options, one bit each.
  public let rawValue: UInt
  /// A set of options by its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A call at once, with the value that is there.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// Without effect: there is no call before a change.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// How a value was changed.
public enum NSKeyValueChange: UInt, Sendable {
  /// It was set, as all values that can be observed here.
  case setting = 1
  /// Of collections: never reported.
  case insertion
  /// Of collections: never reported.
  case removal
  /// Of collections: never reported.
  case replacement
}

/// A change of a value that is observed.
public struct NSKeyValueObservedChange<Value> {
  /// Foundation's name of ``NSKeyValueChange``.
  public typealias Kind = NSKeyValueChange
  /// How it was changed: by setting it.
  public let kind: Kind
  /// The value after the change; nil without the option `new`.
  public let newValue: Value?
  /// The value before the change; nil without the option `old`, and in the first call with `initial`.
  public let oldValue: Value?
  /// Whether the change is still to happen: never.
  public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
