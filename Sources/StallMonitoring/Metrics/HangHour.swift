/// How long a loop was hung in the last hour, by minutes.
struct HangHour: Sendable {
  private static let minute: UInt64 = 60_000_000_000
  private var minutes = [UInt64](repeating: 0, count: 60)
  private var latest: UInt64 = 0

  /// `time` is when it ended, in the monitor's time.
  mutating func record(_ duration: UInt64, endedAt time: UInt64) {
    move(to: time)
    minutes[Int(latest % 60)] &+= duration
  }

  /// Nanoseconds of hangs that ended in the hour before.
  func total(at time: UInt64) -> UInt64 {
    var hour = self
    hour.move(to: time)
    return hour.minutes.reduce(0, &+)
  }

  private mutating func move(to time: UInt64) {
    let now = time / Self.minute
    guard now > latest else { return }
    if now - latest >= 60 {
      minutes = [UInt64](repeating: 0, count: 60)
    } else {
      for passed in (latest + 1)...now { minutes[Int(passed % 60)] = 0 }
    }
    latest = now
  }
}
