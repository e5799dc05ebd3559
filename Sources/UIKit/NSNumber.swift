/// Foundation's class of numbers: what programs give to animations is a `Double` here. A `Double` in a value of any type is one; an `Int` is none.
public typealias NSNumber = Double

extension NSNumber {
  // With a lower rank than `Double`'s own, which have no labels either where a program names them: `map(Double.init)`.

  /// A whole number.
  @_disfavoredOverload public init(value: some BinaryInteger) { self = Double(value) }
  /// A number.
  @_disfavoredOverload public init(value: some BinaryFloatingPoint) { self = Double(value) }
  /// 1 for true, 0 for false.
  @_disfavoredOverload public init(value: Bool) { self = value ? 1 : 0 }

  /// The number itself.
  public var doubleValue: Double { self }
  /// The number with less precision.
  public var floatValue: Float { Float(self) }
  /// The number without its fraction: the nearest that there is, and 0 for what is no number.
  public var intValue: Int { isNaN ? 0 : Int(exactly: rounded(.towardZero)) ?? (self < 0 ? .min : .max) }
  /// Whether it is not 0.
  public var boolValue: Bool { self != 0 }
  /// The number as a text, without a fraction where it has none.
  public var stringValue: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
