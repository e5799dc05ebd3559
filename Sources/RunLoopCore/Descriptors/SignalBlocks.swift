import LinuxSystem
import Synchronization

/// The signals that signal sources have blocked in one thread, by source. That thread only.
struct SignalBlocks {
  private var needs: [UInt64: Set<Int32>] = [:]
  /// Signals that were not blocked before.
  private var own: Set<Int32> = []

  private static let holders = Atomic<UInt64>(0)

  static func nextHolder() -> UInt64 { holders.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Blocks the holder's signals that no other holder has blocked; unblocks signals that no holder needs, unless they were
  /// blocked from the start.
  mutating func set(_ signals: Set<Int32>, for holder: UInt64) {
    let before = needs.values.reduce(into: Set()) { $0.formUnion($1) }
    needs[holder] = signals.isEmpty ? nil : signals
    let after = needs.values.reduce(into: Set()) { $0.formUnion($1) }
    for signal in after.subtracting(before) {
      let wasBlocked = SystemCall.changeSignalMask(by: Self.signalSet([signal]), blocks: true, asking: signal)
      if !wasBlocked { own.insert(signal) }
    }
    for signal in before.subtracting(after) where own.remove(signal) != nil {
      SystemCall.changeSignalMask(by: Self.signalSet([signal]), blocks: false)
    }
  }

  /// The signals in the kernel's form.
  static func checked(_ signals: Set<Int32>) throws(RunLoop.PortError) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals.sorted() {
      guard (1...64).contains(signal), signal != SIGKILL, signal != SIGSTOP, sigaddset(&set, signal) == 0
      else {
        throw .notASignal(signal)
      }
    }
    return set
  }

  private static func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
