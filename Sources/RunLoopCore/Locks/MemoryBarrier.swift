import LinuxSystem
import Synchronization

/// The kernel's way of making every running thread of the process pass a memory barrier.
enum MemoryBarrier {
  /// Whether the kernel offers it and has registered the process. Asked when the first loop is made: a sandbox may forbid the
  /// call later, and a process with many threads waits some milliseconds for its registration.
  private static let isRegistered: Bool = {
    let offered = linux_membarrier(CInt(LINUX_MEMBARRIER_QUERY))
    return offered > 0 && offered & CInt(LINUX_MEMBARRIER_PRIVATE_EXPEDITED) != 0
      && linux_membarrier(CInt(LINUX_MEMBARRIER_REGISTER_PRIVATE_EXPEDITED)) == 0
  }()

  /// Whether a barrier was refused since; never reset.
  private static let isRefused = Atomic<Bool>(false)

  /// Whether barriers are available.
  static var isAsymmetric: Bool { isRegistered && !isRefused.load(ordering: .relaxed) }

  /// Number of requested barriers. Counting is cheap beside the system call that each of them costs.
  static let count = Atomic<UInt64>(0)

  /// The time after which a store is visible to all processors without a barrier; they need less than a millionth of it.
  static let longestDelay: Nanoseconds = 200_000_000

  /// Makes all threads pass a barrier. When the kernel refuses that, `isAsymmetric` is false after it.
  static func onAllProcessors() {
    count.wrappingAdd(1, ordering: .relaxed)
    if linux_membarrier(CInt(LINUX_MEMBARRIER_PRIVATE_EXPEDITED)) == 0 { return }
    // A forked child may have to register again.
    if linux_membarrier(CInt(LINUX_MEMBARRIER_REGISTER_PRIVATE_EXPEDITED)) == 0,
      linux_membarrier(CInt(LINUX_MEMBARRIER_PRIVATE_EXPEDITED)) == 0
    {
      return
    }
    isRefused.store(true, ordering: .relaxed)
  }
}

/// Makes another thread pass a memory barrier without membarrier(2): the calling thread moves in turn to each processor on
/// which the other may run. Where that one runs, the kernel preempts it first, and so it passes a barrier. Slow, and done
/// once for a lock.
enum ProcessorTour {
  private static let words = 128

  /// False when not all of the processors were visited: the kernel refuses, or allows the caller fewer of them.
  static func visitsProcessors(of thread: Int32) -> Bool {
    guard thread > 0, let others = processors(of: thread), let own = processors(of: 0) else { return false }
    defer { _ = move(to: own) }
    for word in 0..<words {
      for bit in 0..<UInt.bitWidth where others[word] & 1 << UInt(bit) != 0 {
        var single = [UInt](repeating: 0, count: words)
        single[word] = 1 << UInt(bit)
        guard move(to: single) else { return false }
      }
    }
    return true
  }

  private static func processors(of thread: Int32) -> [UInt]? {
    var set = [UInt](repeating: 0, count: words)
    let count = set.withUnsafeMutableBytes { linux_sched_getaffinity(thread, $0.count, $0.baseAddress!) }
    return count > 0 ? set : nil
  }

  private static func move(to set: [UInt]) -> Bool {
    set.withUnsafeBytes { linux_sched_setaffinity(0, $0.count, $0.baseAddress!) } == 0
  }
}
