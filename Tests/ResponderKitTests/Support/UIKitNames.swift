import UIKit

// A file that imports Testing can not import UIKit: the toolchain looks for a module that joins both, which is Apple's.

typealias UIKitTimer = UIKit.Timer

/// The text by UIKit's initializer: Foundation's comes first where that is imported.
func formatted(_ format: String, _ values: Any...) -> String { String(format: format, arguments: values) }

/// The text without spaces around it, by UIKit's method.
func trimmed(_ text: String) -> String { text.trimmingCharacters(in: UIKit.TrimmedCharacters.whitespaces) }

/// The text without spaces and ends of lines around it, by UIKit's method.
func trimmedOfLines(_ text: some StringProtocol) -> String {
  text.trimmingCharacters(in: UIKit.TrimmedCharacters.whitespacesAndNewlines)
}

/// The text of a key, by UIKit's function.
func localized(_ key: String, value: String = "") -> String {
  value.isEmpty ? NSLocalizedString(key, comment: "") : NSLocalizedString(key, value: value, comment: "")
}
