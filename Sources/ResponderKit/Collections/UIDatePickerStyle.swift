/// How a date picker looks.
public enum UIDatePickerStyle: Int, Hashable, Sendable {
  /// Wheels, as the next one; buttons that open a calendar, or wheels for the time; a calendar.
  case automatic, wheels, compact, inline
}
