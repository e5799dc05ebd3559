/// What is chosen in a date picker: `UIDatePicker.Mode`.
public enum UIDatePickerMode: Int, Hashable, Sendable {
  /// Hours and minutes.
  case time
  /// Month, day and year.
  case date
  /// A day, hours and minutes.
  case dateAndTime
  /// Hours and minutes of a duration.
  case countDownTimer
}
