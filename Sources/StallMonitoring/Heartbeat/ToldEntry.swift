/// The owner of a used line in a page that threads write themselves.
struct ToldEntry: Equatable {
  /// Kind and thread, as stored in the page.
  var word: UInt64
  var label: String
  var thread: Int32 { Int32(truncatingIfNeeded: word >> 32) }
}
