import CVirtualTime
import Foundation
import Scenarios
import Synchronization

/// The clock that a scenario is driven by. All times are seconds since `start`.
protocol OracleTime: AnyObject, Sendable {
  /// On the scenario's thread, before its loop is made.
  func prepare(deadlocked: @escaping @Sendable () -> Void)
  func start()
  var now: Double { get }
  func sleep(_ seconds: Double)
  func schedule(_ events: [ScenarioEvent])
}

/// A duration that fits the clocks, whatever the scenario says.
func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(min(max(seconds * 1e9, 0), 9e18).rounded()) }

/// The clock of the machine. Events happen on a thread that sleeps until they are due.
final class RealTime: OracleTime {
  private let epoch = Atomic<UInt64>(0)

  func prepare(deadlocked: @escaping @Sendable () -> Void) {}

  func start() { epoch.store(Self.clock(), ordering: .relaxed) }

  var now: Double { Double(Self.clock() - epoch.load(ordering: .relaxed)) / 1e9 }

  func sleep(_ seconds: Double) {
    let duration = nanoseconds(seconds)
    var rest = timespec(tv_sec: Int(duration / 1_000_000_000), tv_nsec: Int(duration % 1_000_000_000))
    while case let time = rest, withUnsafePointer(to: time, { nanosleep($0, &rest) }) == -1, errno == EINTR {}
  }

  func schedule(_ events: [ScenarioEvent]) {
    guard !events.isEmpty else { return }
    ScenarioThread.detach {
      for event in events {
        while case let rest = event.at - self.now, rest > 0 { self.sleep(rest) }
        event.body()
      }
    }
  }

  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The virtual clock of `vtime.h`, one for the process. An event happens when the scenario's thread has come
/// to its time, on a helper thread that the scenario's thread waits for: nothing else moves meanwhile.
final class VirtualTime: OracleTime {
  /// Wake-ups are late by less than so many nanoseconds.
  private let latency: UInt64
  private let seed: UInt32
  private let epoch = Atomic<UInt64>(0)
  private let job = Mutex<(@Sendable () -> Void)?>(nil)
  private let begin = ScenarioSemaphore()
  private let done = ScenarioSemaphore()

  private final class Event: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The C function that is called at a deadlock carries no context.
  private static let deadlocked = Mutex<(@Sendable () -> Void)?>(nil)

  init(latency: UInt64, seed: UInt32) {
    self.latency = latency
    self.seed = seed
  }

  func prepare(deadlocked: @escaping @Sendable () -> Void) {
    Self.deadlocked.withLock { $0 = deadlocked }
    vt_enable()
    vt_on_deadlock { VirtualTime.deadlocked.withLock { $0 }?() }
    ScenarioThread.detach {
      while true {
        self.begin.wait()
        self.job.withLock { $0 }?()
        self.done.signal()
      }
    }
  }

  func start() {
    vt_set_latency(latency, seed)
    epoch.store(vt_now_ns(), ordering: .relaxed)
  }

  var now: Double { Double(vt_now_ns() - epoch.load(ordering: .relaxed)) / 1e9 }

  func sleep(_ seconds: Double) { vt_sleep_ns(nanoseconds(seconds)) }

  func schedule(_ events: [ScenarioEvent]) {
    for event in events {
      let handOver = Event {
        self.job.withLock { $0 = event.body }
        self.begin.signal()
        self.done.wait()
      }
      vt_at_ns(
        epoch.load(ordering: .relaxed) + nanoseconds(event.at),
        { event in if let event { Unmanaged<Event>.fromOpaque(event).takeRetainedValue().body() } },
        Unmanaged.passRetained(handOver).toOpaque())
    }
  }
}
