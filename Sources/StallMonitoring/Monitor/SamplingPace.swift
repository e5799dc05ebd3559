/// The interval between two stacks of a stall: short at first, growing while they are equal, and short again when they
/// change. WeChat's annealing (R22), but for one stall only, with a limit, and by functions.
struct SamplingPace {
  private let shortest: UInt64
  private let longest: UInt64
  private let closeStacks: Int
  private(set) var interval: UInt64
  private var taken = 0
  private var lastPrint: UInt64?
  /// When the next stack is due.
  private(set) var next: UInt64

  init(from shortest: UInt64, to longest: UInt64, closeStacks: Int, now: UInt64) {
    self.shortest = shortest
    self.longest = longest
    self.closeStacks = closeStacks
    interval = shortest
    next = now
  }

  /// Notes a stack that was taken, by its fingerprint, or nil for none.
  mutating func took(_ print: UInt64?, now: UInt64) {
    if let print, let lastPrint, print != lastPrint {
      interval = shortest
      taken = 0
    }
    if let print { lastPrint = print }
    taken += 1
    if taken > closeStacks { interval = min(interval * 2, longest) }
    next = now &+ interval
  }
}
