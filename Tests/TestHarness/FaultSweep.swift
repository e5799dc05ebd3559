import LinuxSystem
package import Testing

/// Plays a scenario again and again: with a fault at its first system call, at its second one, until it passes without a fault.
/// In a process of its own, since descriptors are counted.
package struct FaultSweep {
  private let name: String
  /// Runs what it gets on a thread of its own, and waits for that.
  private let onThread: (@escaping @Sendable () throws -> Void) throws -> Void
  /// More calls than this mean that the scenario spins.
  private let mostCalls: Int
  private let withFiles: Bool
  private let step: Int

  /// Not under the thread sanitizer, whose own calls would fail.
  package static var isPossible: ConditionTrait {
    .disabled(if: ThreadSanitizer.isOn, "faults are not tried under the thread sanitizer")
  }

  /// - Parameters:
  ///   - withFiles: calls for files fail, too.
  ///   - step: 2 for a fault at every second call only, and so on: for scenarios of many calls.
  package init(
    _ name: String, mostCalls: Int = 1000, withFiles: Bool = false, step: Int = 1,
    onThread: @escaping (@escaping @Sendable () throws -> Void) throws -> Void
  ) {
    self.name = name
    self.mostCalls = mostCalls
    self.withFiles = withFiles
    self.step = step
    self.onThread = onThread
  }

  private final class Outcome: @unchecked Sendable {
    var faults: SystemCallFaults?
    var calls = 0
    var failed: String?
    /// Processor time of the scenario's thread.
    var seconds = 0.0
    var wrongCloses = 0
  }

  /// Bytes that a play may leave in the heap, on average: errors of tests, and growing tables of the C library and the runtime.
  private static let mostLeft = 256
  /// A scenario that spins uses all of a thread's time.
  private static let mostSeconds = 2.0

  /// - Parameter scenario: gets a function that it calls once, with what is done while a call fails. Afterwards it checks that all
  ///   is well.
  package func play(
    _ scenario: @escaping @Sendable (_ faulty: (() throws -> Void) throws -> Void) throws -> Void
  ) throws {
    // The first ones without a fault: what is made once for a process is made then.
    for _ in 0..<3 { _ = try playOnce(0, 0, scenario) }
    guard let first = try playAll(variants: 0..<1, scenario) else {
      return print("\(name): skipped, no filter of system calls here")
    }
    var played = first.faults
    var left = Int.max
    // What leaks, leaks again; a table that grew does not grow again so soon.
    for _ in 0..<3 where left >= Self.mostLeft {
      guard let sweep = try playAll(variants: 1..<SystemCallFaults.variants, scenario) else { return }
      played += sweep.faults
      left = min(left, sweep.bytesLeft)
    }
    #expect(left < Self.mostLeft, "\(name): each play leaves \(left) bytes in the heap")
    print("\(name): \(played) faults, \(left) bytes left by each")
    #expect(played > 0)
  }

  /// A play for each call and each way in which it can fail.
  /// - Returns: how many faults there were, and the bytes that a play left in the heap, on average; nil where calls can not fail.
  private func playAll(
    variants: Range<Int>, _ scenario: @escaping @Sendable ((() throws -> Void) throws -> Void) throws -> Void
  ) throws -> (faults: Int, bytesLeft: Int)? {
    var faults = 0
    var plays = 0
    let heap = linux_malloc_bytes()
    for variant in variants {
      for place in stride(from: 1 + variant % step, through: mostCalls, by: step) {
        let before = Self.descriptors
        guard let outcome = try playOnce(place, variant, scenario) else { return nil }
        let what = "\(name): call \(place), \(outcome.failed ?? "no fault")"
        let left = Self.descriptorsLeft(since: before)
        #expect(left.isEmpty, "\(what): descriptors \(left) are left")
        #expect(outcome.wrongCloses == 0, "\(what): \(outcome.wrongCloses) descriptors closed twice")
        #expect(outcome.calls < mostCalls, "\(what): \(outcome.calls) calls")
        #expect(outcome.seconds < Self.mostSeconds, "\(what): \(outcome.seconds) s of processor time")
        if outcome.failed != nil { faults += 1 }
        plays += 1
        if outcome.calls < place || outcome.calls >= mostCalls { break }
      }
    }
    return (faults, (linux_malloc_bytes() - heap) / max(plays, 1))
  }

  private func playOnce(
    _ place: Int, _ variant: Int,
    _ scenario: @escaping @Sendable ((() throws -> Void) throws -> Void) throws -> Void
  ) throws -> Outcome? {
    let outcome = Outcome()
    do {
      try onThread { [withFiles] in
        guard let faults = SystemCallFaults(withFiles: withFiles) else { return }
        outcome.faults = faults
        try scenario { body in
          (_, outcome.calls, outcome.failed) = try faults.during(failing: place, variant: variant, body)
        }
        outcome.seconds = Self.threadSeconds
      }
    } catch {
      Issue.record("\(name): call \(place), variant \(variant): \(error)")
    }
    guard let faults = outcome.faults else { return nil }
    faults.end()
    outcome.wrongCloses = faults.wrongCloses
    return outcome
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Descriptors that were not there before, and stay. Another thread of the process, as one of the tests' own, may have some open
  /// for a moment.
  private static func descriptorsLeft(since before: [Int32]) -> [Int32] {
    var left: [Int32] = []
    for _ in 0..<500 {
      left = descriptors.filter { !before.contains($0) }
      if left.isEmpty { break }
      usleep(2_000)
    }
    return left
  }

  private static var descriptors: [Int32] { (0..<256).filter { fcntl($0, F_GETFD) >= 0 } }
}
