extension Measurement.Clock {
  /// As in tables.
  var word: String {
    switch self {
    case .processor: "cpu"
    case .elapsed: "elapsed"
    }
  }
}

extension Report {
  /// Explanations of a table's columns, a line for each.
  public static let legend: [(term: String, meaning: String)] = [
    (
      "median",
      "the middle one of the rounds: the time of one operation, or of latencies the middle one of a round"
    ),
    (
      "±",
      "half of the rounds lie no further from the median than this part of it. It is the noise within this process; "
        + "another run of the same program can differ by more (bench --aa)"
    ),
    (
      "time",
      "cpu: processor time of the thread or the process that works; waiting and other programs do not count. "
        + "elapsed: time that passed; they count"
    ),
    (
      "pinned",
      "each thread stays on one processor: two loops on the same one, or on two, are two different measurements"
    ),
    (
      "min, max",
      "the fastest and the slowest round; of latencies the shortest and the longest of all samples"
    ),
    (
      "p90 …",
      "90 % of the samples are at most this long; empty where fewer than ten samples are longer"
    ),
  ]

  /// The legend as text.
  public static var legendText: String {
    let width = legend.map(\.term.count).max() ?? 0
    return legend.map { line in
      let term = line.term + String(repeating: " ", count: width - line.term.count)
      let indent = String(repeating: " ", count: width + 2)
      return "\(term)  \(wrapped(line.meaning, to: 110).joined(separator: "\n" + indent))\n"
    }.joined()
  }

  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
