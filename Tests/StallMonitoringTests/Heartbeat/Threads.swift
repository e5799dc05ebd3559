import Glibc
import RunLoopCore
import Synchronization
import Testing

import class RunLoopCore.RunLoop

/// A thread of its own, joined by `join`.
final class TestThread: @unchecked Sendable {
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    final class Start {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let start = Unmanaged.passRetained(Start(body))
    let failure = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    precondition(failure == 0, "no thread could be made")
  }

  func join() { pthread_join(thread, nil) }
}

/// Runs the body on a thread of its own, which has a loop of its own, and gives back what it gave.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
  let result = Kept<Value?>(nil)
  TestThread { result.set(body()) }.join()
  return result.value!
}

/// A thread whose loop runs until it is told to stop.
final class LoopThread: Sendable {
  let loop: RunLoop
  private let thread: TestThread

  init(_ label: String = "") {
    let made = Kept<RunLoop?>(nil)
    thread = TestThread {
      let loop = RunLoop.current
      loop.label = label
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      made.set(loop)
      loop.run()
    }
    waitUntil { made.value != nil }
    loop = made.value!
    waitUntil { self.loop.isWaiting }
  }

  func end() {
    loop.post { RunLoop.current.stop() }
    thread.join()
  }
}

/// A value that threads share.
final class Kept<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  init(_ value: Value) { storage = Mutex(value) }

  var value: Value { storage.withLock { $0 } }

  func set(_ value: Value) { storage.withLock { $0 = value } }

  func change(_ body: (inout sending Value) -> Void) { storage.withLock { body(&$0) } }
}

/// Looks again and again until it is so; when it takes too long, that is an issue, and the test goes on.
func waitUntil(_ what: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  let end = RunLoop.Instant.now.advanced(by: .seconds(30))
  while !what() {
    guard RunLoop.Instant.now < end else {
      Issue.record("waited for 30 seconds in vain", sourceLocation: sourceLocation)
      return
    }
    usleep(200)
  }
}
