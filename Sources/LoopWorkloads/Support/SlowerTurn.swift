#if SLOWER_TURN
  import Synchronization

  /// About a twentieth of a turn. Not in any program but the one that `runloop bench --ab` is tried with: Docs/benchmarks.md.
  enum SlowerTurn {
    private static let spent = Atomic<Int>(0)

    /// A locked instruction: the processor does nothing else meanwhile, as it would beside ordinary ones.
    @inline(never)
    static func spend() { spent.wrappingAdd(1, ordering: .sequentiallyConsistent) }
  }
#endif
