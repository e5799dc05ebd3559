import LinuxSystem

/// Seconds of the wall clock as text, in UTC.
enum WallTime {
  /// "20261121-143305": in a file's name.
  static func stamp(_ seconds: Int64) -> String { text(seconds, "%Y%m%d-%H%M%S") }

  /// "2026-11-21T14:33:05Z"
  static func iso(_ seconds: Int64) -> String { text(seconds, "%Y-%m-%dT%H:%M:%SZ") }

  /// "2026-11-21T14:33:05.123456789Z", of nanoseconds since 1970.
  static func exact(_ nanoseconds: Int64) -> String {
    // Rounded down, so that the fraction counts from the second that the text says.
    let fraction = nanoseconds % 1_000_000_000
    let seconds = nanoseconds / 1_000_000_000 - (fraction < 0 ? 1 : 0)
    let digits = String(fraction < 0 ? fraction + 1_000_000_000 : fraction)
    return text(seconds, "%Y-%m-%dT%H:%M:%S.") + String(repeating: "0", count: 9 - digits.count) + digits
      + "Z"
  }

  /// "2026-11-21 14:33:05"
  static func plain(_ seconds: Int64) -> String { text(seconds, "%Y-%m-%d %H:%M:%S") }

  private static func text(_ seconds: Int64, _ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return "\(seconds)" }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
