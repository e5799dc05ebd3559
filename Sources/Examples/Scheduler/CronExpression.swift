import Glibc

/// When a command shall run: sets of minutes, hours, days, months and days of the week.
struct CronExpression {
  /// Bit n for the value n.
  private var fields: [UInt64] = []
  /// Days of the month and of the week are both restricted: either one suffices. Otherwise a day must be in both fields.
  ///
  /// The rule of Vixie cron: a field that begins with `*` is not restricted, even with a step. So `*/2 * 1` are the Mondays with
  /// an odd date, and `1-31/2 * 1` are all Mondays and all odd dates.
  private let eitherDay: Bool

  struct Failure: Error, CustomStringConvertible { let description: String }

  init(_ texts: [Substring]) throws(Failure) {
    eitherDay = texts[2].first != "*" && texts[4].first != "*"
    for (text, range) in zip(texts, [0...59, 0...23, 1...31, 1...12, 0...7]) {
      var bits: UInt64 = 0
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let values = Self.values(part, range) else {
          throw Failure(description: "'\(text)': write *, numbers of \(range), 1-5, */2, or a list")
        }
        for value in values { bits |= 1 << value }
      }
      fields.append(bits)
    }
    // Sunday is 0 and 7.
    fields[4] |= fields[4] >> 7
  }

  private static func values(_ part: Substring, _ range: ClosedRange<Int>) -> StrideThrough<Int>? {
    let halves = part.split(separator: "/", omittingEmptySubsequences: false)
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard halves.count <= 2, ends.count <= 2, let step = halves.count == 2 ? Int(halves[1]) : 1, step > 0
    else { return nil }
    if halves[0] == "*" { return stride(from: range.lowerBound, through: range.upperBound, by: step) }
    guard let low = ends[0],
      let high = ends.count == 2 ? ends[1] : halves.count == 2 ? range.upperBound : low,
      low <= high, range.contains(low), range.contains(high)
    else { return nil }
    return stride(from: low, through: high, by: step)
  }

  private func has(_ field: Int, _ value: Int32) -> Bool { fields[field] >> UInt64(value) & 1 == 1 }

  /// The longest time between two matches: a leap day on one day of the week (`0 0 29 2 */7`) comes after 40 years when a year
  /// such as 2100 is in between.
  private static let longestWait = 41 * 366 * 86_400

  /// The first time after `seconds` since 1970, or nil when there is none at all, as for 30 February.
  func next(after seconds: Int) -> Int? {
    // The next whole minute; then the greatest step that can not pass a match.
    var moment = (seconds / 60 + 1) * 60
    let end = moment + Self.longestWait
    while moment < end {
      let time = Self.time(moment)
      let inMonth = has(2, time.tm_mday), inWeek = has(4, time.tm_wday)
      let isDay = has(3, time.tm_mon + 1) && (eitherDay ? inMonth || inWeek : inMonth && inWeek)
      let step = !isDay ? 86_400 : !has(1, time.tm_hour) ? 3600 : !has(0, time.tm_min) ? 60 : 0
      if step == 0 { return moment }
      moment += step - moment % step
    }
    return nil
  }

  private static func time(_ seconds: Int) -> tm {
    var seconds = seconds, time = tm()
    gmtime_r(&seconds, &time)
    return time
  }

  /// As 1970-01-01 00:00.
  static func text(_ seconds: Int) -> String {
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = time(seconds)
    return
      "\(1900 + time.tm_year)-\(two(time.tm_mon + 1))-\(two(time.tm_mday)) \(two(time.tm_hour)):\(two(time.tm_min))"
  }
}
