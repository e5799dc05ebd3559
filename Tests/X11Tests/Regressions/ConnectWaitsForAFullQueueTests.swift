import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// A server that hangs, with as many connections as its queue takes, held a client up for as long as it hung, whatever the time-out.
@Suite(.hangLimit) struct ConnectWaitsForAFullQueueTests {
  @Test func theTimeOutHolds() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let listener = try ListeningPath(backlog: 0)
      var taken: [X11Socket] = []
      var end: X11Error?
      for _ in 0..<4 {
        let deadline = X11Socket.milliseconds + 50
        do throws(X11Error) {
          taken.append(try X11Socket(path: listener.path, until: deadline))
        } catch {
          end = error
          precondition(X11Socket.milliseconds >= deadline, "it gave up early")
        }
      }
      precondition(!taken.isEmpty && taken.count < 4, "\(taken.count) connected")
      guard case .timedOut = end else { preconditionFailure("\(String(describing: end))") }
      // There is room again.
      listener.drop()
      _ = try X11Socket(path: listener.path, until: X11Socket.milliseconds + 20_000)
    }
  }
}
