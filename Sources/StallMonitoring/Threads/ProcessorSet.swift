import LinuxSystem

/// Processors of the machine, by their numbers.
struct ProcessorSet: Sendable, Equatable {
  /// Bits: the number's place in its word.
  private var words: [UInt64] = []

  init() {}

  init(_ numbers: some Sequence<Int>) {
    for number in numbers where number >= 0 && number < Self.most {
      while words.count <= number / 64 { words.append(0) }
      words[number / 64] |= 1 << UInt64(number % 64)
    }
  }

  /// The processors that a thread may run on; nil when that can not be read.
  init?(of thread: Int32) {
    var mask = [UInt64](repeating: 0, count: Self.most / 64)
    let bytes = linux_sched_getaffinity(thread, mask.count * 8, &mask)
    guard bytes > 0 else { return nil }
    words = Array(mask.prefix(Int(bytes) / 8))
    while words.last == 0 { words.removeLast() }
  }

  private static let most = 8192

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { words.isEmpty }

  func contains(_ number: Int) -> Bool {
    number >= 0 && number / 64 < words.count && words[number / 64] >> UInt64(number % 64) & 1 == 1
  }

  func isSubset(of other: ProcessorSet) -> Bool {
    words.indices.allSatisfy {
      words[$0] & ~($0 < other.words.count ? other.words[$0] : 0) == 0
    }
  }

  func isDisjoint(with other: ProcessorSet) -> Bool { zip(words, other.words).allSatisfy { $0 & $1 == 0 } }

  /// "0-3,8"
  var text: String {
    var parts: [String] = []
    var first: Int?
    for number in 0...words.count * 64 {
      if contains(number) {
        first = first ?? number
      } else if let begin = first {
        parts.append(begin == number - 1 ? "\(begin)" : "\(begin)-\(number - 1)")
        first = nil
      }
    }
    return parts.joined(separator: ",")
  }
}
