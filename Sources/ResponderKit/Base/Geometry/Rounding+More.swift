import LinuxSystem

// As in Rounding.swift: the smaller and the larger one by C's names, and functions of numbers of single precision.

/// The smaller one; of a number and NaN the number.
@_disfavoredOverload
public func fmin(_ first: Double, _ second: Double) -> Double { LinuxSystem.fmin(first, second) }

/// The larger one; of a number and NaN the number.
@_disfavoredOverload
public func fmax(_ first: Double, _ second: Double) -> Double { LinuxSystem.fmax(first, second) }

/// The number without its sign.
@_disfavoredOverload
public func fabs(_ number: Double) -> Double { number.magnitude }

/// The smaller one; of a number and NaN the number.
@_disfavoredOverload
public func fminf(_ first: Float, _ second: Float) -> Float { LinuxSystem.fminf(first, second) }

/// The larger one; of a number and NaN the number.
@_disfavoredOverload
public func fmaxf(_ first: Float, _ second: Float) -> Float { LinuxSystem.fmaxf(first, second) }

/// The number without its sign.
@_disfavoredOverload
public func fabsf(_ number: Float) -> Float { number.magnitude }

/// The square root; NaN of a negative number.
@_disfavoredOverload
public func sqrtf(_ number: Float) -> Float { number.squareRoot() }

/// The nearest whole number; of a half the one farther from 0.
@_disfavoredOverload
public func roundf(_ number: Float) -> Float { number.rounded() }

/// The largest whole number that is not greater.
@_disfavoredOverload
public func floorf(_ number: Float) -> Float { number.rounded(.down) }

/// The smallest whole number that is not less.
@_disfavoredOverload
public func ceilf(_ number: Float) -> Float { number.rounded(.up) }

/// The sine of an angle in radians.
@_disfavoredOverload
public func sinf(_ angle: Float) -> Float { LinuxSystem.sinf(angle) }

/// The cosine of an angle in radians.
@_disfavoredOverload
public func cosf(_ angle: Float) -> Float { LinuxSystem.cosf(angle) }

/// The tangent of an angle in radians.
@_disfavoredOverload
public func tanf(_ angle: Float) -> Float { LinuxSystem.tanf(angle) }

/// The angle of the direction to a point, in radians.
@_disfavoredOverload
public func atan2f(_ y: Float, _ x: Float) -> Float { LinuxSystem.atan2f(y, x) }

/// A number raised to a power.
@_disfavoredOverload
public func powf(_ number: Float, _ exponent: Float) -> Float { LinuxSystem.powf(number, exponent) }

/// The remainder of a division, with the sign of the dividend.
@_disfavoredOverload
public func fmodf(_ number: Float, _ divisor: Float) -> Float { LinuxSystem.fmodf(number, divisor) }
