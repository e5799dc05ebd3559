/// How a date picker would look. Without effect: it has wheels.
public enum UIDatePickerStyle: Int, Hashable, Sendable {
  /// As fits the place; wheels; a button that opens a calendar; a calendar.
  case automatic, wheels, compact, inline
}
