import LinuxSystem

// Functions of numbers that UIKit's programs have from its import. Those of Foundation, where a program imports that too, come first.

/// The square root; NaN of a negative number.
@_disfavoredOverload
public func sqrt(_ number: Double) -> Double { number.squareRoot() }

/// The nearest whole number; of a half the one farther from 0.
@_disfavoredOverload
public func round(_ number: Double) -> Double { number.rounded() }

/// The largest whole number that is not greater.
@_disfavoredOverload
public func floor(_ number: Double) -> Double { number.rounded(.down) }

/// The smallest whole number that is not less.
@_disfavoredOverload
public func ceil(_ number: Double) -> Double { number.rounded(.up) }

/// The sine of an angle in radians.
@_disfavoredOverload
public func sin(_ angle: Double) -> Double { LinuxSystem.sin(angle) }

/// The cosine of an angle in radians.
@_disfavoredOverload
public func cos(_ angle: Double) -> Double { LinuxSystem.cos(angle) }

/// The tangent of an angle in radians.
@_disfavoredOverload
public func tan(_ angle: Double) -> Double { LinuxSystem.tan(angle) }

/// The inverse of the sine, in radians.
@_disfavoredOverload
public func asin(_ number: Double) -> Double { LinuxSystem.asin(number) }

/// The inverse of the cosine, in radians.
@_disfavoredOverload
public func acos(_ number: Double) -> Double { LinuxSystem.acos(number) }

/// The inverse of the tangent, in radians.
@_disfavoredOverload
public func atan(_ number: Double) -> Double { LinuxSystem.atan(number) }

/// The angle of the direction to a point, in radians.
@_disfavoredOverload
public func atan2(_ y: Double, _ x: Double) -> Double { LinuxSystem.atan2(y, x) }

/// The length of the diagonal of a rectangle.
@_disfavoredOverload
public func hypot(_ x: Double, _ y: Double) -> Double { LinuxSystem.hypot(x, y) }

/// A number raised to a power.
@_disfavoredOverload
public func pow(_ number: Double, _ exponent: Double) -> Double { LinuxSystem.pow(number, exponent) }

/// The exponential of a number.
@_disfavoredOverload
public func exp(_ number: Double) -> Double { LinuxSystem.exp(number) }

/// The natural logarithm.
@_disfavoredOverload
public func log(_ number: Double) -> Double { LinuxSystem.log(number) }

/// The decimal logarithm.
@_disfavoredOverload
public func log10(_ number: Double) -> Double { LinuxSystem.log10(number) }

/// The logarithm to the base of two.
@_disfavoredOverload
public func log2(_ number: Double) -> Double { LinuxSystem.log2(number) }

/// The remainder of a division, with the sign of the dividend.
@_disfavoredOverload
public func fmod(_ number: Double, _ divisor: Double) -> Double {
  number.truncatingRemainder(dividingBy: divisor)
}
