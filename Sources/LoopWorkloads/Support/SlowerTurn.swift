#if SLOWER_TURN
  import BenchmarkKit

  /// About a twentieth of a turn. Not in any program but the one that `runloop bench --ab` is tried with: Docs/benchmarks.md.
  enum SlowerTurn {
    nonisolated(unsafe) private static var dice = Dice()

    /// Multiplications that wait for each other. Loops that are timed run on one thread.
    @inline(never)
    static func spend() {
      var dice = dice
      for _ in 0..<4 { _ = dice.roll(below: 2) }
      self.dice = dice
    }
  }
#endif
