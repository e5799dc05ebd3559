/// Times in reports and messages.
enum PlainTime {
  /// "412 ms", "2.31 s"
  static func text(_ nanoseconds: UInt64) -> String {
    func rounded(to unit: UInt64) -> UInt64 {
      nanoseconds / unit + (nanoseconds % unit >= unit / 2 ? 1 : 0)
    }
    let milliseconds = rounded(to: 1_000_000)
    if milliseconds < 10 {
      let tenths = rounded(to: 100_000)
      return "\(tenths / 10).\(tenths % 10) ms"
    }
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let hundredths = (milliseconds + 5) / 10
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }
}
