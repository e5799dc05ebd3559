import Dispatch
import LinuxSystem
import Synchronization
package import Testing

/// Waits until a condition holds, giving way to other threads in between. False when it does not within so many seconds.
@discardableResult
package func waitUntil(_ seconds: Double, _ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  var looks = 0
  while !condition() {
    if ContinuousClock.now > end { return false }
    looks += 1
    if looks < 1_000 { sched_yield() } else { usleep(200) }
  }
  return true
}

/// Waits until a condition holds. It is an issue, and false, when it does not within half a minute.
@discardableResult
package func waitUntil(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
  if waitUntil(30, condition) { return true }
  Issue.record("waited for 30 seconds in vain", sourceLocation: sourceLocation)
  return false
}

/// Something that happens once on one thread and is waited for on another.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// False when it was not opened within two minutes.
  @discardableResult
  package func wait() -> Bool { semaphore.wait(timeout: .now() + .seconds(120)) == .success }
}

/// A flag that is set once, by any thread.
package final class Flag: Sendable {
  private let storage = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { storage.load(ordering: .sequentiallyConsistent) }
  package func set() { storage.store(true, ordering: .sequentiallyConsistent) }
}

/// A number that threads count together.
package final class Counter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  package var value: Int { storage.load(ordering: .sequentiallyConsistent) }

  /// The number after the addition.
  @discardableResult
  package func add(_ difference: Int = 1) -> Int {
    storage.wrappingAdd(difference, ordering: .sequentiallyConsistent).newValue
  }

  /// Waits until threads have counted that far. False when the number is another one after two minutes, or larger.
  package func reaches(_ expected: Int) -> Bool {
    waitUntil(120) { value >= expected }
    return value == expected
  }
}
