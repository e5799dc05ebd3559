import DesktopWindows
import Glibc
import ResponderKit
import RunLoopCore

import class RunLoopCore.RunLoop

/// Runs `body` on a thread of its own, with that thread's run loop, and gives back what it gave.
func onThread<Value>(_ body: @escaping @Sendable () throws -> sending Value) throws -> Value {
  var result: Result<Value, any Error>?
  withoutActuallyEscaping({ result = Result { try body() } }) { run in
    let work = Work(run)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeUnretainedValue().run?()
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    precondition(failure == 0, "no thread could be made")
    pthread_join(thread, nil)
    work.run = nil
  }
  return try result!.get()
}

private final class Work {
  var run: (() -> Void)?
  init(_ run: @escaping () -> Void) { self.run = run }
}

extension UIApplication {
  /// Runs the loop until the condition holds, for so long at most.
  @discardableResult
  func run(seconds: Double = 20, until condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      if ContinuousClock.now > end { return false }
      run(for: .milliseconds(5))
    }
    return true
  }
}

/// Lets a thread keep what is not sendable.
struct Unchecked<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
