import Synchronization

/// Wakes a run at the end of its time, under a simulated clock or one that keeps the order of events, so that the end
/// has its place among ready ports.
///
/// It wakes this run only: while an inner run is in progress, the end passes without a ring.
final class RunDeadline: Sendable {
  let number: UInt64
  private let isInnermost = Atomic<Bool>(true)
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  init(of run: borrowing Run, on loop: RunLoop, _ clock: SimulatedClock) {
    number = run.number
    let cancel: (@Sendable () -> Void)?
    if clock.followsSystem {
      // On another thread, perhaps while the run ends.
      cancel = clock.alarm?(run.deadline) { [self, loop] in ring(loop) }
    } else {
      let appointment = clock.schedule(at: run.deadline) { [self, unowned loop] in ring(loop) }
      cancel = { appointment.cancel() }
    }
    cancellation.withLock { $0 = cancel }
  }

  private func ring(_ loop: RunLoop) {
    if isInnermost.load(ordering: .acquiring) { loop.wakeUp() }
  }

  /// Notes that an inner run begins or has ended.
  func set(isInnermost: Bool) { self.isInnermost.store(isInnermost, ordering: .releasing) }

  /// Cancels the ring when the run has ended.
  func cancel() {
    set(isInnermost: false)
    cancellation.withLock { $0.take() }?()
  }
}

extension RunStack {
  /// The end of the innermost run's time, where it rings.
  var innermostDeadline: RunDeadline? { deadlines.last.flatMap { $0.number == innermost ? $0 : nil } }
}
