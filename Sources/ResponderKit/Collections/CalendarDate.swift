/// A day and a time as a calendar and a clock show them, without a time zone: the Gregorian calendar, also for times before it was
/// in use, from the year 1 to the year 9999.
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since January 1 of the year 1, which is day 0.
  private(set) var dayNumber: Int
  private var secondOfDay: Int

  /// The day 0 of `secondsSince1970`.
  private static let epoch = daysBefore(1970)
  /// December 31, 9999.
  private static let lastDay = daysBefore(10_000) - 1

  /// Parts that are out of range are brought into it: February 30 is the last day of February.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let year = Self.clamp(year, to: 1...9999)
    let month = Self.clamp(month, to: 1...12)
    let day = Self.clamp(day, to: 1...Self.days(inMonth: month, of: year))
    dayNumber = Self.daysBefore(year) + Self.daysBefore(month, of: year) + day - 1
    secondOfDay =
      Self.clamp(hour, to: 0...23) * 3600 + Self.clamp(minute, to: 0...59) * 60
      + Self.clamp(second, to: 0...59)
  }

  /// What a clock shows so many seconds after that of January 1, 1970, 0:00, without fractions of a second.
  public init(secondsSince1970 seconds: Double) {
    let first = -Double(Self.epoch) * 86_400
    let last = Double(Self.lastDay - Self.epoch + 1) * 86_400 - 1
    let whole = seconds.isNaN ? 0 : Int(min(max(seconds, first), last).rounded(.down))
    let since = whole + Self.epoch * 86_400
    (dayNumber, secondOfDay) = since.quotientAndRemainder(dividingBy: 86_400)
  }

  init(dayNumber: Int, secondOfDay: Int) {
    self.dayNumber = Self.clamp(dayNumber, to: 0...Self.lastDay)
    self.secondOfDay = Self.clamp(secondOfDay, to: 0...86_399)
  }

  /// The seconds from January 1, 1970, 0:00, to it, each day with 86,400 of them.
  public var secondsSince1970: Double { Double((dayNumber - Self.epoch) * 86_400 + secondOfDay) }

  /// From 1 to 9999.
  public var year: Int {
    // The mean length of a year leads to the right year or the one after.
    let guess = dayNumber * 400 / 146_097 + 1
    return Self.daysBefore(guess) > dayNumber
      ? guess - 1 : Self.daysBefore(guess + 1) <= dayNumber ? guess + 1 : guess
  }
  /// From 1, January, to 12.
  public var month: Int {
    let (year, rest) = yearAndRest
    return (1...12).last { Self.daysBefore($0, of: year) <= rest } ?? 1
  }
  /// The day of the month, from 1.
  public var day: Int {
    let (year, rest) = yearAndRest
    return rest - Self.daysBefore(month, of: year) + 1
  }
  /// From 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// From 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// From 0 to 59.
  public var second: Int { secondOfDay % 60 }
  /// From 1, Sunday, to 7.
  public var weekday: Int { (dayNumber + 1) % 7 + 1 }

  /// The day so many days later, at the same time.
  public func adding(days: Int) -> CalendarDate {
    let (sum, isOver) = dayNumber.addingReportingOverflow(days)
    return CalendarDate(dayNumber: isOver ? (days < 0 ? 0 : Self.lastDay) : sum, secondOfDay: secondOfDay)
  }

  /// The day so many months later, at the same time; the month's last day where it has no such day.
  public func adding(months: Int) -> CalendarDate {
    let sum = year * 12 + month - 1 + Self.clamp(months, to: -120_000...120_000)
    guard sum >= 12 else { return CalendarDate(dayNumber: 0, secondOfDay: secondOfDay) }
    guard sum < 120_000 else { return CalendarDate(dayNumber: Self.lastDay, secondOfDay: secondOfDay) }
    return CalendarDate(
      year: sum / 12, month: sum % 12 + 1, day: day, hour: hour, minute: minute, second: second)
  }

  /// Whether the year has a February 29.
  public static func isLeapYear(_ year: Int) -> Bool {
    year % 4 == 0 && year % 100 != 0 || year % 400 == 0
  }

  /// From 28 to 31; 0 for a month that does not exist.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.dayNumber, left.secondOfDay) < (right.dayNumber, right.secondOfDay)
  }

  /// As `2026-11-26 09:05:00`.
  public var description: String {
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return
      "\(digits(year, 4))-\(digits(month))-\(digits(day)) \(digits(hour)):\(digits(minute)):\(digits(second))"
  }

  private static func clamp(_ value: Int, to range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }

  private var yearAndRest: (Int, Int) {
    let year = year
    return (year, dayNumber - Self.daysBefore(year))
  }

  private static func daysBefore(_ year: Int) -> Int {
    let years = year - 1
    return years * 365 + years / 4 - years / 100 + years / 400
  }

  private static func daysBefore(_ month: Int, of year: Int) -> Int {
    (1..<month).reduce(0) { $0 + days(inMonth: $1, of: year) }
  }
}
