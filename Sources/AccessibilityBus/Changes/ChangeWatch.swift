import RunLoopCore

/// Checks for changes after a loop's turns, at most once per interval. It exists only while a program listens, and does not
/// wake a sleeping loop for the check.
final class ChangeWatch {
  private static let interval = Duration.milliseconds(50)

  private let loop: RunLoop
  private let look: () -> Void
  private var observer: RunLoop.Observer?
  private var timer: RunLoop.Timer?
  private var last = RunLoop.Instant.distantPast

  init(_ loop: RunLoop, _ look: @escaping () -> Void) {
    self.loop = loop
    self.look = look
    let bound = ThreadBound(self)
    let observer = RunLoop.Observer(
      activities: .beforeWaiting, order: .max, label: "accessibility changes"
    ) { _ in bound.object?.turned() }
    self.observer = observer
    loop.add(observer, to: .common)
  }

  deinit { end() }

  private func turned() {
    guard timer == nil else { return }
    let now = loop.now
    let next = last.advanced(by: Self.interval)
    if now >= next {
      last = now
      return look()
    }
    // The turn in which the timer fires looks.
    let bound = ThreadBound(self)
    let timer = RunLoop.Timer(at: next, label: "accessibility changes") { _ in bound.object?.timer = nil }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  func end() {
    observer?.invalidate()
    timer?.invalidate()
    (observer, timer) = (nil, nil)
  }
}
