import LinuxSystem
import Synchronization

@testable import StallMonitoring

/// A thread that a test looks at.
final class TargetThread: @unchecked Sendable {
  private var handle: pthread_t?
  private let body: () -> Void
  private let world: LinuxWorld?
  private let number = Atomic<Int32>(0)

  /// Returns when the thread is registered and about to run the body.
  init(_ world: LinuxWorld? = nil, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    self.world = world
    handle = try? SystemThread.start { self.run() }
    while number.load(ordering: .acquiring) == 0 { usleep(50) }
  }

  private func run() {
    let thread = linux_gettid()
    world?.prepare(thread: thread)
    number.store(thread, ordering: .releasing)
    body()
    world?.forget(thread: thread)
  }

  var thread: Int32 { number.load(ordering: .relaxed) }

  func join() { if let handle { pthread_join(handle, nil) } }
}

/// Takes stacks of a workload and holds each against the recursion that is known to be there.
struct StackTrial {
  var taken = 0
  var right = 0
  var none = 0
  var bySignal = 0
  var interruptions = 0
  var faults: [String] = []

  static let depth = 8

  static func run(_ load: Workload, samples: Int, signal: Int32 = SIGPROF) -> StackTrial {
    var trial = StackTrial()
    let world = LinuxWorld(signal: signal)
    var ends: (Int32, Int32) = (-1, -1)
    withUnsafeMutableBytes(of: &ends) { _ = pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
    Load.pipe = (ends.0, ends.1)
    var name = Array("/tmp/mainspring-XXXXXX".utf8CString)
    Load.scratch = mkstemp(&name)
    unlink(name)
    Load.stop.pointee.store(false, ordering: .relaxed)
    Load.interruptions = 0
    if load == .mutex { pthread_mutex_lock(Load.mutex) }
    let target = TargetThread(world) { Load.sink &+= descendFirst(depth, load) }
    usleep(5000)
    let names = SymbolNames()
    // More of a thread that is never where it can be looked at, on a busy machine.
    for round in 0..<samples * 10 where round < samples || trial.taken * 4 < samples {
      trial.judge(world.sample(thread: target.thread), load, names)
      usleep(300)
    }
    Load.stop.pointee.store(true, ordering: .relaxed)
    if load == .mutex { pthread_mutex_unlock(Load.mutex) }
    var byte: UInt8 = 0
    write(ends.1, &byte, 1)
    Load.semaphore.signal()
    target.join()
    for descriptor in [ends.0, ends.1, Load.scratch] { close(descriptor) }
    trial.interruptions = Load.interruptions
    return trial
  }

  private mutating func judge(_ sample: StackSample, _ load: Workload, _ names: SymbolNames) {
    if sample.addresses.isEmpty {
      none += 1
      if faults.count < 5 { faults.append("none: \(sample.reason)") }
      return
    }
    taken += 1
    if sample.means == .signal { bySignal += 1 }
    let frames = names.frames(sample.addresses)
    if sample.isComplete, Self.isRight(frames.map(\.rawName), load) {
      right += 1
    } else if faults.count < 5 {
      faults.append(
        "\(sample.means) \(sample.reason): \(frames.map { "\($0.name)+\($0.offset)" }.joined(separator: " < "))"
      )
    }
  }

  private static func isRight(_ names: [String], _ load: Workload) -> Bool {
    guard let leaf = names.lastIndex(where: { $0.contains(load.leaf) }) else { return false }
    var wanted = ["descendOdd"]
    for _ in 0..<depth { wanted += ["descendEven", "descendOdd"] }
    wanted.append("descendFirst")
    guard names.count > leaf + wanted.count else { return false }
    return zip(wanted, names[(leaf + 1)...]).allSatisfy { $1.contains($0) }
  }
}
