@testable import StallMonitoring

/// Reads metrics strictly, by the rules of OpenMetrics 1.0 or of Prometheus' text: what it takes, collectors take.
struct MetricsParser {
  struct Wrong: Error {
    let line: String
    let rule: String
  }

  private let format: StallMetrics.Format
  private var values: [String: Double] = [:]
  private var family = (name: "", kind: "")
  private var families: Set<String> = []
  private var bucket: (labels: String, count: Double, limit: Double)?
  private var line = ""

  /// The value of each line, its labels sorted.
  static func parse(
    _ text: String, _ format: StallMetrics.Format = .openMetrics
  ) throws -> [String: Double] {
    var parser = MetricsParser(format: format)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try parser.check(lines.popLast() == "", "the text ends with a line's end")
    if format == .openMetrics { try parser.check(lines.popLast() == "# EOF", "the text ends with # EOF") }
    for line in lines {
      parser.line = line
      if line.hasPrefix("# ") { try parser.remark() } else { try parser.value() }
    }
    return parser.values
  }

  private init(format: StallMetrics.Format) { self.format = format }

  private func check(_ condition: Bool, _ rule: String) throws {
    if !condition { throw Wrong(line: line, rule: rule) }
  }

  private mutating func remark() throws {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    try check(words.count == 4, "a remark has a word, a name and a text")
    switch words[1] {
    case "TYPE":
      try check(families.insert(words[2]).inserted, "a family is in one place")
      try check(["counter", "gauge", "histogram"].contains(words[3]), "a family has a kind")
      family = (words[2], words[3])
    case "UNIT":
      try check(format == .openMetrics && words[2] == family.name, "a unit follows its family")
      try check(words[2].hasSuffix("_" + words[3]), "the unit is the end of the name")
    case "HELP": try check(words[2] == family.name, "help follows its family")
    default: try check(false, "there are no other remarks")
    }
  }

  private mutating func value() throws {
    let (name, labels, value) = try parts()
    let suffixes =
      switch family.kind {
      case "counter": format == .openMetrics ? ["_total"] : [""]
      case "histogram": ["_bucket", "_sum", "_count"]
      default: [""]
      }
    let suffix = suffixes.first { family.name + $0 == name }
    try check(suffix != nil, "a line belongs to its family")
    try check(value >= 0, "counts and times are not negative")
    let others = labels.filter { $0.name != "le" }.map { "\($0.name)=\"\($0.value)\"" }
    let series = others.joined(separator: ",")
    if suffix == "_bucket" {
      let text = labels.first { $0.name == "le" }?.value
      let limit = text == "+Inf" ? .infinity : text.flatMap(Double.init)
      try check(limit != nil, "a bucket has a limit")
      if let bucket, bucket.labels == series, bucket.limit < .infinity {
        try check(limit ?? 0 > bucket.limit && value >= bucket.count, "buckets rise")
      }
      bucket = (series, value, limit ?? 0)
    } else if suffix == "_count", family.kind == "histogram" {
      try check(bucket?.labels == series && bucket?.limit == .infinity, "the last bucket has no limit")
      try check(bucket?.count == value, "the count is that of the last bucket")
    }
    let sorted = labels.sorted { $0.name < $1.name }.map { "\($0.name)=\"\($0.value)\"" }
    let key = name + (sorted.isEmpty ? "" : "{\(sorted.joined(separator: ","))}")
    try check(values.updateValue(value, forKey: key) == nil, "a line is there once")
  }

  private func parts() throws -> (name: String, labels: [(name: String, value: String)], value: Double) {
    var rest = Substring(line)
    func isName(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
    let name = rest.prefix(while: isName)
    rest = rest.dropFirst(name.count)
    var labels: [(name: String, value: String)] = []
    if rest.first == "{" {
      repeat {
        rest = rest.dropFirst()
        let label = rest.prefix(while: isName)
        rest = rest.dropFirst(label.count)
        try check(rest.hasPrefix("=\""), "a label has a value in quotes")
        rest = rest.dropFirst(2)
        var value = ""
        while let next = rest.popFirst(), next != "\"" {
          if next == "\\" {
            let escape = rest.popFirst()
            try check(escape == "n" || escape == "\\" || escape == "\"", "three characters are escaped")
            value += escape == "n" ? "\n" : String(escape ?? "?")
          } else {
            value.append(next)
          }
        }
        labels.append((String(label), value))
      } while rest.first == ","
      try check(rest.popFirst() == "}", "labels end")
    }
    try check(!name.isEmpty && rest.popFirst() == " ", "a line has a name, a space and a number")
    guard let value = Double(rest) else { throw Wrong(line: line, rule: "the value is a number") }
    try check(Set(labels.map(\.name)).count == labels.count, "a label is there once")
    return (String(name), labels, value)
  }
}
