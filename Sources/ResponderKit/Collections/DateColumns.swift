/// What the wheels of a date picker show in each mode.
final class DateColumns: UIPickerViewDataSource, UIPickerViewDelegate {
  private enum Column {
    case month, day, year, wholeDay, hour, minute
  }

  var mode = UIDatePickerMode.dateAndTime
  var interval = 1
  /// Called when a finger has turned a wheel.
  var chose: (() -> Void)?
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private var columns: [Column] {
    switch mode {
    case .date: [.month, .day, .year]
    case .dateAndTime: [.wholeDay, .hour, .minute]
    case .time, .countDownTimer: [.hour, .minute]
    }
  }

  /// The rows that stand for a date.
  func rows(of date: CalendarDate) -> [Int] {
    columns.map { column in
      switch column {
      case .month: date.month - 1
      case .day: date.day - 1
      case .year: date.year - 1
      case .wholeDay: date.dayNumber
      case .hour: date.hour
      case .minute: date.minute / interval
      }
    }
  }

  /// The date that rows stand for; the parts that they do not have are those of another date.
  func date(of rows: [Int], from other: CalendarDate) -> CalendarDate {
    var (year, month, day) = (other.year, other.month, other.day)
    var (hour, minute) = (other.hour, other.minute)
    for (column, row) in zip(columns, rows) where row >= 0 {
      switch column {
      case .month: month = row + 1
      case .day: day = row + 1
      case .year: year = row + 1
      case .wholeDay:
        let whole = CalendarDate(dayNumber: row, secondOfDay: 0)
        (year, month, day) = (whole.year, whole.month, whole.day)
      case .hour: hour = row
      case .minute: minute = row * interval
      }
    }
    return CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute, second: other.second)
  }

  func numberOfComponents(in pickerView: UIPickerView) -> Int { columns.count }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    guard columns.indices.contains(component) else { return 0 }
    return switch columns[component] {
    case .month: 12
    case .day: 31
    case .year: 9999
    case .wholeDay: CalendarDate(year: 9999, month: 12, day: 31).dayNumber + 1
    case .hour: 24
    case .minute: 60 / interval
    }
  }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    guard columns.indices.contains(component) else { return nil }
    switch columns[component] {
    case .month: return Self.months.indices.contains(row) ? Self.months[row] : nil
    case .day, .year: return String(row + 1)
    case .wholeDay:
      let date = CalendarDate(dayNumber: row, secondOfDay: 0)
      return "\(Self.weekdays[date.weekday - 1]) \(Self.months[date.month - 1].prefix(3)) \(date.day)"
    case .hour: return mode == .countDownTimer ? "\(row) h" : String(row)
    case .minute:
      let minute = row * interval
      return mode == .countDownTimer ? "\(minute) min" : minute < 10 ? "0\(minute)" : String(minute)
    }
  }

  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> Double {
    guard columns.indices.contains(component) else { return 0 }
    let width = max(pickerView.bounds.width - 24, 0)
    return switch columns[component] {
    case .month, .wholeDay: width / 2
    case .day, .year, .hour, .minute: columns.count == 3 ? width / 4 : 0
    }
  }

  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) { chose?() }
}
