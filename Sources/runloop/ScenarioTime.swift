import LinuxSystem
import RunLoopCore
import Scenarios
import Synchronization

/// The clock that a scenario is driven by.
protocol ScenarioTime: AnyObject, Sendable {
  /// On the scenario's thread, before its loop is made.
  func prepare(deadlocked: @escaping @Sendable () -> Void)
  /// On another thread of the scenario, before it makes or moves a timer.
  func adoptThread()
  func start()
  /// The scenario's start.
  var epoch: RunLoop.Instant { get }
  func sleep(_ duration: Duration)
  /// Things that another thread does, in this order.
  func schedule(_ events: [(at: RunLoop.Instant, body: @Sendable () -> Void)])
}

/// The library's simulated clock. An event happens when the scenario's thread has come to its time, on a helper
/// thread that the scenario's thread waits for: nothing else moves meanwhile.
final class SimulatedTime: ScenarioTime {
  private let clock: SimulatedClock
  private let job = Mutex<(@Sendable () -> Void)?>(nil)
  private let begin = ScenarioSemaphore()
  private let done = ScenarioSemaphore()
  /// Time begins with the scenario.
  let epoch: RunLoop.Instant

  init(armsPortsAsCFRunLoop: Bool) {
    clock = SimulatedClock(armsPortsAsCFRunLoop: armsPortsAsCFRunLoop)
    epoch = clock.now
  }

  func prepare(deadlocked: @escaping @Sendable () -> Void) {
    clock.install()
    clock.onStarvation(deadlocked)
    ScenarioThread.detach {
      self.clock.install()
      while true {
        self.begin.wait()
        self.job.withLock { $0 }?()
        self.done.signal()
      }
    }
  }

  func adoptThread() {
    if !clock.isInstalled { clock.install() }
  }

  func start() {}

  func sleep(_ duration: Duration) { clock.advance(by: duration) }

  func schedule(_ events: [(at: RunLoop.Instant, body: @Sendable () -> Void)]) {
    for event in events {
      clock.schedule(at: event.at) {
        self.job.withLock { $0 = event.body }
        self.begin.signal()
        self.done.wait()
      }
    }
  }
}

/// The clock of the machine. Events happen on a thread that sleeps until they are due.
final class RealTime: ScenarioTime {
  private let started = Mutex(RunLoop.Instant(nanoseconds: 0))
  private let armsPortsAsCFRunLoop: Bool

  init(armsPortsAsCFRunLoop: Bool) {
    self.armsPortsAsCFRunLoop = armsPortsAsCFRunLoop
  }

  func prepare(deadlocked: @escaping @Sendable () -> Void) {}
  func adoptThread() { RunLoop.current.armsPortsAsCFRunLoop = armsPortsAsCFRunLoop }
  func start() { started.withLock { $0 = .now } }
  var epoch: RunLoop.Instant { started.withLock { $0 } }

  func sleep(_ duration: Duration) { Self.sleep(until: .now.advanced(by: duration)) }

  func schedule(_ events: [(at: RunLoop.Instant, body: @Sendable () -> Void)]) {
    guard !events.isEmpty else { return }
    ScenarioThread.detach {
      for event in events {
        Self.sleep(until: event.at)
        event.body()
      }
    }
  }

  private static func sleep(until instant: RunLoop.Instant) {
    var time = SystemTime.timespec(nanoseconds: UInt64(max(instant.nanoseconds, 0)))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
