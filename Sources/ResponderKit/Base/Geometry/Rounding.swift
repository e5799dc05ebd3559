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
