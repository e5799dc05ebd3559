/// A line of a told page that is in use: whose it is.
struct ToldEntry: Equatable {
  /// Kind and thread, as they are in the page.
  var word: UInt64
  var label: String
  var thread: Int32 { Int32(truncatingIfNeeded: word >> 32) }
}
