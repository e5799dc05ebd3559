/// SplitMix64: small, and the same everywhere, so that a seed always gives the same scenario.
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  // The standard library does not promise how it maps numbers to a range, so this does it.

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func chance(_ probability: Double) -> Bool {
    Double(next() >> 11) * 0x1p-53 < probability
  }

  /// One of a list that is not empty.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  /// So many different ones, in the order of the list.
  mutating func sample<Value>(_ count: Int, of values: [Value]) -> [Value] {
    var left = Array(values.indices)
    while left.count > count { left.remove(at: number(0...left.count - 1)) }
    return left.map { values[$0] }
  }

  mutating func weighted<Value>(_ choices: [(Value, Double)]) -> Value {
    var point = Double(next() >> 11) * 0x1p-53 * choices.reduce(0) { $0 + $1.1 }
    for (value, weight) in choices {
      point -= weight
      if point < 0 { return value }
    }
    return choices[0].0
  }
}
