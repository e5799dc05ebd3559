/// Why a text is not JSON, and where.
package struct JSONError: Error, Sendable {
  /// The error, and what was expected. It may quote the text.
  package let problem: String
  /// Counted from 1.
  package let line: Int
  /// In bytes, counted from 1.
  package let column: Int
}
