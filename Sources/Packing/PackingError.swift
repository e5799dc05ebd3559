/// Why packed bytes can not be unpacked.
package enum PackingError: Error, Hashable, Sendable {
  /// They end before what they say that they contain.
  case tooShort
  /// The bytes are damaged: the part that makes no sense.
  case damaged(String)
  /// They were packed with a dictionary, which is not read; with its number.
  case needsDictionary(UInt32)
}
