/// A day or a month of the Gregorian calendar, parts of which may be unknown: in the place of `DateComponents` in UIKit's `UICalendarView`.
public struct CalendarDay: Hashable, Sendable {
  /// Nil: not known.
  public var year: Int?
  /// From 1 to 12; nil: not known.
  public var month: Int?
  /// From 1; nil: not known, as of a month.
  public var day: Int?

  /// Numbers as they are.
  public init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a date.
  public init(_ date: CalendarDate) { self.init(year: date.year, month: date.month, day: date.day) }

  /// Midnight of the day, or of the month's first day if the day is unknown; nil for a day that does not exist.
  public var date: CalendarDate? {
    guard let year, let month, (1...9999).contains(year) else { return nil }
    let count = CalendarDate.days(inMonth: month, of: year)
    guard count > 0, (1...count).contains(day ?? 1) else { return nil }
    return CalendarDate(year: year, month: month, day: day ?? 1)
  }
}
