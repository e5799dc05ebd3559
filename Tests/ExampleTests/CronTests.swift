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
}
