import TestHarness
import Testing

@testable import ResponderKit

/// Dates without time zones, and wheels that choose them.
@Suite(.hangLimit) struct DatePickerTests {
  private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> CalendarDate
  {
    CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute)
  }

  @Test func eachDayHasItsPlaceInTheCalendar() {
    // Day by day, by the rules alone; January 1, 1896 was a Wednesday.
    var (year, month, day, weekday) = (1896, 1, 1, 4)
    let first: Int = date(1896, 1, 1).dayNumber
    var isRight = true
    for number in first..<first + 39_447 {
      let date = CalendarDate(dayNumber: number, secondOfDay: 0)
      let isSame = date.year == year && date.month == month && date.day == day && date.weekday == weekday
      if !isSame { isRight = false }
      weekday = weekday % 7 + 1
      day += 1
      if day > CalendarDate.days(inMonth: month, of: year) { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    #expect(isRight && year == 2004)
  }

  @Test func eachYearEndsWhereTheNextBegins() {
    var isRight = true
    for year in 1..<9999 {
      let end: CalendarDate = date(year, 1, 1).adding(days: CalendarDate.isLeapYear(year) ? 365 : 364)
      if end != date(year, 12, 31) || end.year != year || end.adding(days: 1) != date(year + 1, 1, 1) {
        isRight = false
      }
    }
    #expect(isRight)
  }

  @Test func leapYearsAreThoseOfTheGregorianCalendar() {
    let leap: [Int] = [1900, 1996, 2000, 2023, 2024, 2100, 2400].filter(CalendarDate.isLeapYear)
    #expect(leap == [1996, 2000, 2024, 2400])
    #expect(date(2023, 2, 30) == date(2023, 2, 28))
    #expect(date(2024, 1, 31).adding(months: 1) == date(2024, 2, 29))
    #expect(date(2024, 2, 29).adding(months: -12) == date(2023, 2, 28))
    #expect(date(2024, 12, 31, 7).adding(days: 1) == date(2025, 1, 1, 7))
    #expect(date(9999, 12, 31).adding(days: .max) == date(9999, 12, 31))
  }

  @Test func secondsAndDatesAreTheSame() {
    #expect(date(1970, 1, 1).secondsSince1970 == 0)
    #expect(date(2001, 1, 1).secondsSince1970 == 978_307_200)
    #expect(CalendarDate(secondsSince1970: -1).description == "1969-12-31 23:59:59")
    #expect(CalendarDate(secondsSince1970: -0.5).description == "1969-12-31 23:59:59")
    #expect(CalendarDate(secondsSince1970: 0.5) == date(1970, 1, 1))
    #expect(CalendarDate(secondsSince1970: .infinity).description == "9999-12-31 23:59:59")
    #expect(CalendarDate(secondsSince1970: .nan) == date(1970, 1, 1))
  }

  private func picker(_ stage: Stage, _ mode: UIDatePicker.Mode, _ date: CalendarDate) -> UIDatePicker {
    let picker = stage.show(UIDatePicker(frame: Rect(0, 0, 320, 216)))
    picker.datePickerMode = mode
    picker.date = date
    picker.onEvent(.valueChanged) { [log = stage.log] picker in log("\(picker.date)") }
    stage.wait(20)
    return picker
  }

  /// Turns the wheel at a place one row on.
  private func step(_ stage: Stage, _ x: Double) {
    stage.tap(x, 108 + 32, after: 500)
    stage.wait(3000)
  }

  @Test func aDayThatTheMonthHasNotTurnsBack() {
    onStage { stage in
      let picker = picker(stage, .date, date(2023, 1, 31))
      step(stage, 60)
      #expect(stage.log.lines == ["2023-02-28 00:00:00"] && picker.date == date(2023, 2, 28))
      let wheels: UIPickerView? = picker.subviews.first as? UIPickerView
      #expect(wheels?.selectedRow(inComponent: 0) == 1 && wheels?.selectedRow(inComponent: 1) == 27)
    }
  }

  @Test func theLimitsHold() {
    onStage { stage in
      let picker = picker(stage, .dateAndTime, date(2024, 2, 28, 12, 30))
      picker.maximumDate = date(2024, 2, 29, 8, 0)
      step(stage, 60)
      #expect(stage.log.lines == ["2024-02-29 08:00:00"])
      // At the limit nothing changes.
      step(stage, 60)
      #expect(stage.log.lines.count == 1)
      picker.minimumDate = date(2025, 1, 1)
      picker.date = date(2024, 6, 1)
      #expect(picker.date == date(2024, 6, 1))
      picker.maximumDate = nil
      #expect(picker.date == date(2025, 1, 1) && stage.log.lines.count == 1)
    }
  }

  @Test func minutesAreMultiplesOfTheInterval() {
    onStage { stage in
      let picker = picker(stage, .time, date(2024, 1, 1, 9, 44))
      picker.minuteInterval = 15
      #expect(picker.date == date(2024, 1, 1, 9, 30))
      step(stage, 240)
      #expect(picker.date == date(2024, 1, 1, 9, 45))
      picker.minuteInterval = 7
      step(stage, 240)
      #expect(picker.date == date(2024, 1, 1, 9, 46))
    }
  }

  @Test(
    "A multiple of the interval is within the limits; where there is none between them, the limit is chosen")
  func minutesAreWithinTheLimits() {
    onStage { stage in
      let picker = picker(stage, .dateAndTime, date(2024, 1, 1, 23, 50))
      picker.minimumDate = date(2024, 1, 1, 23, 50)
      picker.minuteInterval = 30
      #expect(picker.date == date(2024, 1, 2, 0, 0))
      picker.maximumDate = date(2024, 1, 1, 23, 55)
      #expect(picker.date == date(2024, 1, 1, 23, 55))
      picker.date = date(2023, 1, 1)
      #expect(picker.date == date(2024, 1, 1, 23, 50))
    }
  }

  @Test func aDurationIsChosenToo() {
    onStage { stage in
      let picker = picker(stage, .countDownTimer, date(2024, 1, 1))
      picker.countDownDuration = 3661
      #expect(picker.countDownDuration == 3660)
      step(stage, 80)
      #expect(picker.countDownDuration == 7260)
      picker.countDownDuration = .infinity
      #expect(picker.countDownDuration == 86_340)
    }
  }
}
