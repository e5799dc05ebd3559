/// The stacks of a stall, and the most telling of them.
///
/// WeChat keeps the last second's and compares exact addresses of the leaf (R27, R28): in a busy loop, whose program counter
/// changes, no stack occurs twice, and the newest is chosen. Here stacks are compared by
/// functions, and those of the whole stall are kept, ever more thinly.
struct StackRing {
  private(set) var samples: [StackSample] = []
  /// The functions of each stack, as one number, and its leaf function.
  private var prints: [UInt64] = []
  private var leaves: [UInt] = []
  private(set) var dropped = 0
  private let capacity: Int
  /// The number of stacks of which one is kept.
  private var stride = 1
  private var seen = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// - Parameter functions: the starts of the functions on the stack, leaf first.
  mutating func add(_ sample: StackSample, functions: [UInt]) {
    defer { seen += 1 }
    guard seen % stride == 0 else {
      dropped += 1
      return
    }
    if samples.count == capacity { thinOut() }
    samples.append(sample)
    prints.append(Self.fingerprint(functions))
    leaves.append(functions.first ?? 0)
  }

  private mutating func thinOut() {
    func everyOther<Value>(_ values: [Value]) -> [Value] {
      values.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    }
    dropped += samples.count / 2
    samples = everyOther(samples)
    prints = everyOther(prints)
    leaves = everyOther(leaves)
    stride *= 2
  }

  /// R27, by functions: how often the leaf of each stack occurred in a row before it.
  var repeatCounts: [Int] {
    var counts: [Int] = []
    for index in leaves.indices {
      let isSame = index > 0 && leaves[index] != 0 && leaves[index] == leaves[index - 1]
      counts.append(isSame ? counts[index - 1] + 1 : 0)
    }
    return counts
  }

  /// The newest of the most frequent stacks; nil when none has frames.
  var pointSample: Int? {
    var counts: [UInt64: Int] = [:]
    var best: (index: Int, count: Int)?
    for index in samples.indices where !samples[index].addresses.isEmpty {
      counts[prints[index], default: 0] += 1
    }
    for index in samples.indices where !samples[index].addresses.isEmpty {
      let count = counts[prints[index]] ?? 0
      if count >= best?.count ?? 0 { best = (index, count) }
    }
    return best?.index
  }

  /// R28: for each frame of the point stack, how often its function is on all stacks.
  func frameCounts(_ functions: (UInt) -> UInt) -> [Int] {
    guard let point = pointSample else { return [] }
    var counts: [UInt: Int] = [:]
    for sample in samples {
      for address in sample.addresses { counts[functions(address), default: 0] += 1 }
    }
    return samples[point].addresses.map { counts[functions($0)] ?? 0 }
  }

  var fingerprint: UInt64 { pointSample.map { prints[$0] } ?? 0 }

  static func fingerprint(_ functions: [UInt]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for function in functions {
      hash = (hash ^ UInt64(function)) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 29
    }
    return hash
  }
}
