import DesktopWindows
import LinuxSystem
import ResponderKit
import RunLoopCore

import class RunLoopCore.RunLoop

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
