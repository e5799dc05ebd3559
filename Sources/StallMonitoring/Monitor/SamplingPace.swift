/// How long to wait between two stacks of a stall: closely at first, then ever longer while they stay the same, and
/// closely again when they change. WeChat's annealing (R22), but of one stall only, with an end, and by functions.
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

  /// A stack was taken; its fingerprint, or nil when there is none.
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
