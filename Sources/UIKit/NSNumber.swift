/// Foundation's class of numbers: what programs give to animations is a `Double` here. A `Double` in a value of any type is one; an `Int` is none.
public typealias NSNumber = Double

extension NSNumber {
  /// A number.
  public init(value: Double) { self = value }
  /// A whole number.
  public init(value: Int) { self = Double(value) }
  /// A number.
  public init(value: Float) { self = Double(value) }
  /// 1 for true, 0 for false.
  public init(value: Bool) { self = value ? 1 : 0 }

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
