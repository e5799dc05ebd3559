import RunLoopCore

/// A run-loop timer that is set, moved and cancelled, for recognizers and scroll views. It continues in the
/// common modes, so also while a finger scrolls.
final class Alarm {
  private var timer: RunLoop.Timer?
  private let label: String
  private let body: () -> Void
  private(set) var isSet = false

  /// - Parameter body: called once for each time that it is set; it should not keep the alarm's owner alive.
  init(_ label: String, _ body: @escaping () -> Void) {
    self.label = label
    self.body = body
  }

  deinit { timer?.invalidate() }

  func set(after delay: Duration, on loop: RunLoop) {
    isSet = true
    let date = loop.now.advanced(by: delay)
    if let timer {
      timer.fireDate = date
      return
    }
    let alarm = ThreadConfined(self)
    // The repetition keeps it valid after it fired: each time is set by hand.
    let timer = RunLoop.Timer(at: date, repeating: .seconds(1 << 30), label: label) { _ in
      alarm.object?.fire()
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  func cancel() {
    guard isSet else { return }
    isSet = false
    timer?.fireDate = .distantFuture
  }

  private func fire() {
    guard isSet else { return }
    isSet = false
    timer?.fireDate = .distantFuture
    body()
  }
}
