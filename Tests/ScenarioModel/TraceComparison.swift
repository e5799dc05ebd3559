/// Compares a run loop's trace with the one it must be, line by line.
///
/// WHO and EVENT must be equal. Times, and dates that a query answers, may be somewhat later and hardly
/// earlier: a real loop wakes late, never early.
public struct TraceComparison: Sendable {
  /// How much later a time may be, in ticks; nil: times are not compared.
  public var late: Double?
  /// How much earlier, in ticks; a time is rounded to 0.01.
  public var early: Double
  /// Lines of agreement to show before a difference.
  public var context: Int
  /// Lines of either trace to show from a difference on, besides the first.
  public var following: Int

  public init(late: Double? = 0.35, early: Double = 0.02, context: Int = 5, following: Int = 4) {
    self.late = late
    self.early = early
    self.context = context
    self.following = following
  }

  /// The first difference with the lines before it, or nil when the traces are equal.
  public func difference(expected: String, actual: String) -> String? {
    difference(expected: lines(of: expected), actual: lines(of: actual))
  }

  public func difference(expected: [String], actual: [String]) -> String? {
    for index in 0..<max(expected.count, actual.count) {
      let want = index < expected.count ? expected[index] : nil
      let got = index < actual.count ? actual[index] : nil
      if let want, let got, areEqual(Line(want), Line(got)) { continue }
      var report = "line \(index + 1):\n"
      for line in expected.prefix(index).suffix(context) { report += "    \(line)\n" }
      for (mark, lines) in [("-", expected), ("+", actual)] {
        let rest = lines.dropFirst(index).prefix(1 + following)
        for line in rest { report += "  \(mark) \(line)\n" }
        if rest.count <= following { report += "  \(mark) (nothing more)\n" }
      }
      return report
    }
    return nil
  }

  private func lines(of trace: String) -> [String] {
    trace.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func areEqual(_ want: Line, _ got: Line) -> Bool {
    want.text == got.text && areClose(want.time, got.time) && areClose(want.answer, got.answer)
  }

  /// A missing time agrees with any: a trace may be without times.
  private func areClose(_ want: Double?, _ got: Double?) -> Bool {
    guard let late, let want, let got else { return true }
    // The slack is for times that are not exact in binary.
    return got - want <= late + 1e-9 && want - got <= early + 1e-9
  }

  /// `TIME [WHO] EVENT`, taken apart.
  private struct Line {
    var time: Double?
    /// WHO and EVENT, without the date of an answer.
    var text: Substring
    /// `firedate t = 3.00`, `nextfire A = 3.00`.
    var answer: Double?

    init(_ line: String) {
      text = line[...]
      if let space = line.firstIndex(of: " "), let number = Double(line[..<space]) {
        time = number
        text = line[line.index(after: space)...]
      }
      let words = text.split(separator: " ")
      if words.count == 5, words[1] == "firedate" || words[1] == "nextfire", words[3] == "=",
        let date = Double(words[4])
      {
        answer = date
        text = text.dropLast(words[4].count)
      }
    }
  }
}
