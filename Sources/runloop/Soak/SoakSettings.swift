/// The words after `runloop soak`.
struct SoakSettings {
  /// A deliberate fault.
  enum Defect: String, CaseIterable {
    case descriptor, block, timer, memory, child
  }

  var seconds = 60
  var seed: UInt64 = 1
  var defect: Defect?
  private var wantedCheck: Double?

  /// Seconds from one check to the next.
  var check: Double {
    if let wantedCheck { return wantedCheck }
    return seconds >= 240 ? 60 : Double(seconds) / 4
  }

  private static let options = ["--seconds", "--hours", "--check", "--seed", "--break"]

  init(_ all: [String]) throws(WrongCall) {
    var rest = CallWords(all)
    while let word = rest.next() {
      guard Self.options.contains(word) else { throw WrongCall(rest.unknown(Self.options)) }
      guard let value = rest.value() else { throw WrongCall("\(word) needs a value") }
      try set(word, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(WrongCall) {
    switch option {
    case "--seconds": seconds = try Self.number(value, option, 1...31_536_000)
    case "--hours": seconds = try Self.number(value, option, 1...8_760) * 3_600
    case "--check":
      guard let number = Double(value), (0.1...86_400).contains(number) else {
        throw WrongCall("--check is a number of seconds from 0.1 to 86400, not '\(value)'")
      }
      wantedCheck = number
    case "--seed": seed = UInt64(try Self.number(value, option, 0...Int.max))
    default:
      guard let defect = Defect(rawValue: value) else {
        let known = Defect.allCases.map(\.rawValue)
        throw WrongCall(
          "--break does not know '\(value)'\(Likeness.question(value, known)); it takes \(known.joined(separator: ", "))"
        )
      }
      self.defect = defect
    }
  }

  private static func number(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws(WrongCall)
    -> Int
  {
    guard let number = Int(text), range.contains(number) else {
      throw WrongCall(
        "\(option) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}
