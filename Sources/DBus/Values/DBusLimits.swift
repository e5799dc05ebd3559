/// How long and deep the parts of messages can be.
package enum DBusLimits {
  /// Bytes of an array's elements.
  package static let longestArray = 64 << 20
  /// Bytes of a message.
  package static let longestMessage = 128 << 20
  /// Containers in each other, variants included.
  package static let deepest = 64
  /// Values of a message that is taken: in memory a value is longer than its byte on the wire.
  package static let mostValues = 1 << 20
}
