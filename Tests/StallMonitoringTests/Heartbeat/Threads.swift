import LinuxSystem
import RunLoopCore
import Synchronization
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A thread whose loop runs until it is told to stop.
final class LoopThread: Sendable {
  let loop: RunLoop
  private let thread: FreshThread<Void>

  init(_ label: String = "") {
    let made = Kept<RunLoop?>(nil)
    thread = FreshThread {
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
