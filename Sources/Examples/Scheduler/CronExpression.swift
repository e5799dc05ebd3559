/// When a command shall run: sets of minutes, hours, days, months and days of the week.
struct CronExpression {
  /// Bit n for the value n.
  private let fields: [UInt64]
  /// Days of the month and of the week were both named: one of the two is enough, as with cron.
  private let eitherDay: Bool

  struct Failure: Error, CustomStringConvertible {
    let text: String
    let reason: String

    var description: String { "'\(text)': \(reason)" }
  }

  private static let ranges = [0...59, 0...23, 1...31, 1...12, 0...7]

  init(_ texts: [String]) throws(Failure) {
    guard texts.count == 5 else {
      throw Failure(text: texts.joined(separator: " "), reason: "five fields are needed")
    }
    var fields: [UInt64] = []
    for (text, range) in zip(texts, Self.ranges) { fields.append(try Self.field(text, range)) }
    // Sunday is 0 and 7.
    if fields[4] >> 7 & 1 == 1 { fields[4] |= 1 }
    self.fields = fields
    eitherDay = texts[2] != "*" && texts[4] != "*"
  }

  private static func field(_ text: String, _ range: ClosedRange<Int>) throws(Failure) -> UInt64 {
    var bits: UInt64 = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "/", omittingEmptySubsequences: false)
      let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      let step = halves.count == 2 ? Int(halves[1]) : 1
      var values = range
      if halves[0] != "*" {
        guard let low = ends[0],
          let high = ends.count == 2 ? ends[1] : halves.count == 2 ? range.upperBound : low,
          ends.count <= 2, low <= high, range.contains(low), range.contains(high)
        else {
          throw Failure(text: text, reason: "no numbers from \(range.lowerBound) to \(range.upperBound)")
        }
        values = low...high
      }
      guard halves.count <= 2, let step, step > 0 else { throw Failure(text: text, reason: "no step") }
      for value in stride(from: values.lowerBound, through: values.upperBound, by: step) {
        bits |= 1 << value
      }
    }
    return bits
  }

  private func has(_ field: Int, _ value: Int) -> Bool { fields[field] >> value & 1 == 1 }

  /// The first time after `seconds` since 1970, or nil when there is none in the next eight years, as for 30 February.
  func next(after seconds: Int64) -> Int64? {
    // The next whole minute; then the greatest step that can not pass a match.
    var moment = (seconds / 60 + 1) * 60
    let end = moment + 8 * 366 * 86_400
    while moment < end {
      let time = CalendarTime(seconds: moment)
      let inMonth = has(2, time.day), inWeek = has(4, time.weekday)
      if !has(3, time.month) || !(eitherDay ? inMonth || inWeek : inMonth && inWeek) {
        moment += 86_400 - moment % 86_400
      } else if !has(1, time.hour) {
        moment += 3600 - moment % 3600
      } else if !has(0, time.minute) {
        moment += 60
      } else {
        return moment
      }
    }
    return nil
  }
}

/// A date of the Gregorian calendar, UTC.
struct CalendarTime: CustomStringConvertible {
  let year, month, day, hour, minute, weekday: Int

  init(seconds: Int64) {
    let days = Int(seconds / 86_400)
    hour = Int(seconds % 86_400) / 3600
    minute = Int(seconds % 3600) / 60
    // 1 January 1970 was a Thursday.
    weekday = (days + 4) % 7
    // Years begin in March here, so that the leap day is the last: 719,468 days from 1 March 0 to 1970.
    let era = days + 719_468
    let cycle = era / 146_097
    let dayOfCycle = era % 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute))"
  }
}
