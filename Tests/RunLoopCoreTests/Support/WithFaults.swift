import TestHarness
import TestSupport

/// Runs `body` on a thread whose system calls may fail. For a process of its own. It does nothing where the kernel offers no filter.
func withFaults(_ body: @escaping @Sendable (SystemCallFaults) throws -> Void) throws {
  let faults = try onFreshThread { () -> SystemCallFaults? in
    guard let faults = SystemCallFaults() else {
      print("skipped, no filter of system calls here")
      return nil
    }
    try body(faults)
    return faults
  }
  faults?.end()
}
