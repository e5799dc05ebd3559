/// Changes a color of a configuration before it is shown. Two are equal if one is a copy of the other.
public struct UIConfigurationColorTransformer: Hashable, @unchecked Sendable {
  private final class Closure {
    let call: (UIColor) -> UIColor
    init(_ call: @escaping (UIColor) -> UIColor) { self.call = call }
  }

  private let closure: Closure

  /// Calls the closure with the color, on the thread of the view; it returns the color that is shown.
  public init(_ transform: @escaping (_ color: UIColor) -> UIColor) { closure = Closure(transform) }

  /// The color that is shown.
  public func callAsFunction(_ input: UIColor) -> UIColor { closure.call(input) }

  public static func == (
    left: UIConfigurationColorTransformer, right: UIConfigurationColorTransformer
  ) -> Bool { left.closure === right.closure }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(closure)) }
}
