import BenchmarkKit

/// Something that the core shall reach, and whether it did in the run at hand.
struct Bar: Sendable {
  let text: String
  private let judge: @Sendable (Report) -> Verdict

  /// What a run says about a bar.
  enum Verdict {
    case reached(String)
    case missed(String)
    /// What it would need that the run does not have.
    case unknown(String)
  }

  init(_ text: String, _ judge: @escaping @Sendable (Report) -> Verdict) {
    self.text = text
    self.judge = judge
  }

  func verdict(_ report: Report) -> Verdict { judge(report) }
}

extension Bar {
  /// A row's figure divided by another one's, at most so much: `subject`s as the table shows them.
  static func ratio(
    _ text: String, _ subject: String, to other: String? = nil, of loop: String, atMost limit: Double
  ) -> Bar {
    Bar(text) { report in
      guard let ours = report.median(subject, ours), let theirs = report.median(other ?? subject, loop),
        theirs > 0
      else { return .unknown("\(subject) beside \(other ?? loop)") }
      return verdict(ours / theirs, limit, "× \(loop == Self.ours ? "that" : loop)")
    }
  }

  /// Ahead of every loop that was measured, but those whose figure says something else.
  static func ahead(_ text: String, _ subject: String, except others: Set<String> = []) -> Bar {
    Bar(text) { report in
      let rivals = report.results.filter {
        $0.subject == subject && $0.loop != ours && !others.contains($0.loop ?? "")
      }
      guard let mine = report.median(subject, ours),
        let best = rivals.min(by: { $0.median < $1.median }), best.median > 0
      else { return .unknown("\(subject) beside others") }
      return verdict(mine / best.median, 1, "× the best, \(best.loop ?? "")")
    }
  }

  /// A figure of ours, at most so much.
  static func most(
    _ text: String, _ limit: Double, unit: String, _ figure: @escaping @Sendable (Report) -> Double?
  )
    -> Bar
  {
    Bar(text) { report in
      guard let value = figure(report) else { return .unknown("its rows") }
      let shown = Quantity.text(value, unit: unit)
      return value <= limit ? .reached(shown) : .missed(shown)
    }
  }

  static let ours = Contender.ours.name

  private static func verdict(_ ratio: Double, _ limit: Double, _ what: String) -> Verdict {
    let text = "\(Quantity.fixed(ratio, 2)) \(what)"
    return ratio <= limit ? .reached(text) : .missed(text)
  }
}

extension Report {
  func median(_ subject: String, _ loop: String) -> Double? {
    results.first { $0.subject == subject && $0.loop == loop }?.median
  }

  /// What the core shall reach, and whether it did, by the medians of this run alone.
  func bars(_ bars: [Bar] = Bar.all) -> String {
    var table = TextTable([("", .left), ("bar", .left), ("here", .left)])
    for bar in bars {
      switch bar.verdict(self) {
      case .reached(let text): table.add(["reached", bar.text, text])
      case .missed(let text): table.add(["MISSED", bar.text, text])
      case .unknown(let what): table.add(["not measured", bar.text, "needs \(what)"])
      }
    }
    return table.text
  }
}
