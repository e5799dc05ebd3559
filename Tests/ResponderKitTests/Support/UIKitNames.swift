import ResponderKit
import UIKit

// A file that imports Testing can not import UIKit: the toolchain looks for a module that joins both, which is Apple's.

typealias UIKitTimer = UIKit.Timer

/// The text by UIKit's initializer: Foundation's comes first where that is imported.
func formatted(_ format: String, _ values: Any...) -> String { String(format: format, arguments: values) }

/// The text without spaces around it, by UIKit's method.
func trimmed(_ text: String) -> String { text.trimmingCharacters(in: UIKit.CharacterSet.whitespaces) }

/// The text without spaces and ends of lines around it, by UIKit's method.
func trimmedOfLines(_ text: some StringProtocol) -> String {
  text.trimmingCharacters(in: UIKit.CharacterSet.whitespacesAndNewlines)
}

/// The text of a key, by UIKit's function.
func localized(_ key: String, value: String = "") -> String {
  value.isEmpty ? NSLocalizedString(key, comment: "") : NSLocalizedString(key, value: value, comment: "")
}

/// Where a text is in another one, as a range of a `NSString`.
func place(
  of text: String, in whole: String, _ options: TextSearchOptions = [], _ part: ResponderKit.NSRange? = nil
)
  -> ResponderKit.NSRange
{ (whole as NSString).range(of: text, options: options, range: part) }

/// The same as a range of a `String`.
func indices(of text: String, in whole: String) -> Range<String.Index>? {
  if let range = whole.range(of: text, options: TextSearchOptions()) { return range }
  return nil
}

/// Texts of methods that Foundation has, too, by UIKit's.
enum UIKitText {
  static func part(_ text: String, _ range: ResponderKit.NSRange) -> String {
    (text as NSString).substring(with: range)
  }
  static func replacing(_ text: String, _ range: ResponderKit.NSRange, _ new: String) -> String {
    text.replacingCharacters(in: range, with: new)
  }
  static func length(_ text: String) -> Int { (text as NSString).length }
  static func paragraph(_ text: String, _ range: ResponderKit.NSRange) -> ResponderKit.NSRange {
    (text as NSString).paragraphRange(for: range)
  }
  static var notFound: Int { NSNotFound }
  static func isIn(_ index: Int, _ range: ResponderKit.NSRange) -> Bool { NSLocationInRange(index, range) }
  static func end(_ range: ResponderKit.NSRange) -> Int { NSMaxRange(range) }
  static func union(_ first: ResponderKit.NSRange, _ second: ResponderKit.NSRange) -> ResponderKit.NSRange {
    NSUnionRange(first, second)
  }
  static func common(_ first: ResponderKit.NSRange, _ second: ResponderKit.NSRange) -> ResponderKit.NSRange {
    NSIntersectionRange(first, second)
  }
}

typealias UIKitParts = UIKit.TextParts
typealias UIKitCache = UIKit.NSCache

/// Numbers as UIKit's programs make them.
enum UIKitNumber {
  static var keyTimes: [UIKit.NSNumber] { [UIKit.NSNumber(value: 0), UIKit.NSNumber(value: 0.5), 1] }
  static func number(_ flag: Bool) -> UIKit.NSNumber { UIKit.NSNumber(value: flag) }
  static func number(_ byte: UInt8) -> UIKit.NSNumber { UIKit.NSNumber(value: byte) }
  static func whole(_ number: Double) -> Int { number.intValue }
  static func small(_ number: Double) -> (Int8, UInt8, Int16, UInt16) {
    (number.int8Value, number.uint8Value, number.int16Value, number.uint16Value)
  }
  static func large(_ number: Double) -> (Int32, UInt32, Int64, UInt64, UInt) {
    (number.int32Value, number.uint32Value, number.int64Value, number.uint64Value, number.uintValue)
  }
  static func text(_ number: Double) -> String { number.stringValue }
  static func isSet(_ number: Double) -> Bool { number.boolValue }
}

/// Sets of scalars, by UIKit's type and methods.
enum UIKitCharacters {
  static func all(_ text: String, in set: UIKit.CharacterSet) -> Bool {
    UIKit.CharacterSet(charactersIn: text).isSubset(of: set)
  }
  static func digits(of text: String) -> String {
    text.components(separatedBy: UIKit.CharacterSet.decimalDigits.inverted).joined()
  }
  static func parts(_ text: String, _ separators: String) -> [String] {
    text.components(separatedBy: UIKit.CharacterSet(charactersIn: separators))
  }
  static func place(in text: String, of set: UIKit.CharacterSet, _ options: TextSearchOptions = []) -> Int? {
    text.rangeOfCharacter(from: set, options: options).map {
      text.unicodeScalars.distance(from: text.startIndex, to: $0.lowerBound)
    }
  }
  static func members(of set: UIKit.CharacterSet, _ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter(set.contains)))
  }
}

typealias UIKitCharacterSet = UIKit.CharacterSet
