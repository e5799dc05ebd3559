/// Why an element could not be used.
struct AccessibilityError: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
