import TestHarness
import Testing

@testable import Scheduler

/// The times of a line of the scheduler's table.
@Suite(.hangLimit) struct CronTests {
  private static func cron(_ text: String) throws -> CronExpression {
    try CronExpression(text.split(separator: " "))
  }

  /// The first times after a moment since 1970.
  private static func times(_ text: String, after seconds: Int = 0, count: Int = 1) throws -> [String] {
    let cron = try cron(text)
    var moment = seconds
    return (0..<count).compactMap { _ in
      guard let next = cron.next(after: moment) else { return nil }
      moment = next
      return CronExpression.text(next)
    }
  }

  @Test func aStepBehindANumberGoesOnToTheEnd() throws {
    #expect(
      try Self.times("50/5 3 * * *", count: 3) == [
        "1970-01-01 03:50", "1970-01-01 03:55", "1970-01-02 03:50",
      ])
    #expect(try Self.times("0 1-10/4 * * *", count: 3).map { $0.suffix(5) } == ["01:00", "05:00", "09:00"])
  }

  @Test(arguments: [
    "0 0-24 * * *", "0-60 0 * * *", "0 0 1-32 * *", "0 0 * 0-3 *", "0 0 * * 0-8", "1-2-3 * * * *",
    "1/2/3 * * * *", "*-5 * * * *", ", * * * *", "1, * * * *", "*/-1 * * * *",
  ])
  func aRangeEndsWhereTheFieldDoes(_ text: String) {
    #expect(throws: CronExpression.Failure.self) { try Self.cron(text) }
  }

  @Test func sundayIsTheFirstAndTheLastDayOfTheWeek() throws {
    for day in ["0", "7", "6-7", "0-0"] {
      #expect(try Self.times("0 0 * * \(day)", after: 2 * 86_400 + 1)[0] == "1970-01-04 00:00", "\(day)")
    }
  }

  @Test func aLeapDayIsFoundAcrossTheYearThatHasNone() throws {
    // 1 March 2096; 2100 is no leap year.
    #expect(try Self.times("0 0 29 2 *", after: 3_981_398_400) == ["2104-02-29 00:00"])
    #expect(try Self.cron("0 0 30 2 *").next(after: 0) == nil)
  }

  /// Was wrong: a leap day on a Monday was never.
  @Test func aLeapDayOnOneDayOfTheWeekIsFoundAfterFortyYears() throws {
    // 1 March 2072, with 2100 in between; of the days of the week, */7 is Sunday alone.
    #expect(try Self.times("0 0 29 2 */7", after: 3_224_016_000) == ["2088-02-29 00:00"])
    #expect(try Self.times("0 0 29 2 */7", after: 3_728_937_600) == ["2128-02-29 00:00"])
  }

  /// Was wrong: a step made it a restricted field, of which either one suffices.
  @Test func aFieldThatBeginsWithAStarIsNotRestricted() throws {
    // 1 January 1970 was a Thursday.
    #expect(
      try Self.times("0 0 */2 * 1", count: 3) == ["1970-01-05 00:00", "1970-01-19 00:00", "1970-02-09 00:00"])
    #expect(
      try Self.times("0 0 1 * */2", count: 3) == ["1970-02-01 00:00", "1970-03-01 00:00", "1970-08-01 00:00"])
    // Without a star either one suffices: odd dates, and Mondays.
    #expect(
      try Self.times("0 0 1-31/2 * 1", after: 8 * 86_400 + 1, count: 3).map { $0.prefix(10) } == [
        "1970-01-11", "1970-01-12", "1970-01-13",
      ])
  }

  @Test func aStepOfDaysBeginsAnewWithEachMonthAndWeek() throws {
    let days = try Self.times("0 0 */10 * *", count: 6).map { $0.dropFirst(5).prefix(5) }
    #expect(days == ["01-11", "01-21", "01-31", "02-01", "02-11", "02-21"])
    // Sunday, Wednesday, Saturday.
    #expect(
      try Self.times("0 0 * * */3", count: 4).map { $0.dropFirst(8).prefix(2) } == ["03", "04", "07", "10"])
  }

  @Test func theLastDayOfLongMonthsLeavesTheOthersOut() throws {
    let days = try Self.times("59 23 31 * *", count: 7).map { $0.dropFirst(5).prefix(5) }
    #expect(days == ["01-31", "03-31", "05-31", "07-31", "08-31", "10-31", "12-31"])
    #expect(
      try Self.times("0 0 1 1 *", after: 31_535_940, count: 2) == ["1971-01-01 00:00", "1972-01-01 00:00"])
    #expect(
      try Self.times("* * * * *", after: 31_535_940, count: 1) == ["1971-01-01 00:00"])
  }
}
