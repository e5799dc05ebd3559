/// Foundation's class of numbers: what programs give to animations is a `Double` here. `value as? NSNumber` succeeds for a `Double` in an `Any`, and fails for an `Int`.
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
  /// The number without its fraction, clamped to `Int`; 0 for NaN.
  public var intValue: Int { clamped() }
  /// The number without its fraction, clamped to `Int8`; 0 for NaN.
  public var int8Value: Int8 { clamped() }
  /// The number without its fraction, clamped to `Int16`; 0 for NaN.
  public var int16Value: Int16 { clamped() }
  /// The number without its fraction, clamped to `Int32`; 0 for NaN.
  public var int32Value: Int32 { clamped() }
  /// The number without its fraction, clamped to `Int64`; 0 for NaN.
  public var int64Value: Int64 { clamped() }
  /// The number without its fraction, clamped to `UInt`; 0 for NaN.
  public var uintValue: UInt { clamped() }
  /// The number without its fraction, clamped to `UInt8`; 0 for NaN.
  public var uint8Value: UInt8 { clamped() }
  /// The number without its fraction, clamped to `UInt16`; 0 for NaN.
  public var uint16Value: UInt16 { clamped() }
  /// The number without its fraction, clamped to `UInt32`; 0 for NaN.
  public var uint32Value: UInt32 { clamped() }
  /// The number without its fraction, clamped to `UInt64`; 0 for NaN.
  public var uint64Value: UInt64 { clamped() }
  /// Whether it is not 0.
  public var boolValue: Bool { self != 0 }
  /// The number as a text, without a fraction where it has none.
  public var stringValue: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

  private func clamped<Number: FixedWidthInteger>() -> Number {
    isNaN ? 0 : Number(exactly: rounded(.towardZero)) ?? (self < 0 ? .min : .max)
  }
}
