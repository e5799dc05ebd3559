import HIDEvents
import ResponderKit
import RunLoopCore
import TestSupport

import class RunLoopCore.RunLoop

/// An application with one window, on a thread of its own and under simulated time, and fingers to touch it.
final class Stage {
  let clock: SimulatedClock
  let application: UIApplication
  let window: UIWindow
  let log = Log()
  var loop: RunLoop { application.loop }

  init(_ clock: SimulatedClock, screen: Size) {
    self.clock = clock
    application = UIApplication(screen: screen)
    window = UIWindow()
    window.label = "window"
  }

  /// Shows the window, with a root view that fills it.
  @discardableResult
  func show<View: UIView>(_ view: View) -> View {
    window.addSubview(view)
    window.makeKeyAndVisible()
    return view
  }

  func show(_ controller: UIViewController) {
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  /// Lets so much time pass, with the loop running.
  func wait(_ milliseconds: Int) { application.run(for: .milliseconds(milliseconds)) }

  /// One frame of the touch surface, and the time until it is dealt with.
  func frame(_ contacts: HIDEvent.Contact..., after milliseconds: Int = 0) {
    send(contacts, after: milliseconds)
  }

  func send(_ contacts: [HIDEvent.Contact], after milliseconds: Int = 0) {
    if milliseconds > 0 { wait(milliseconds) }
    application.post(HIDEvent(timestamp: now, .digitizer(contacts)))
    wait(1)
  }

  func post(_ payload: HIDEvent.Payload) {
    application.post(HIDEvent(timestamp: now, payload))
    wait(1)
  }

  var now: UInt64 { UInt64(clock.now.nanoseconds) }

  func down(_ x: Double, _ y: Double, finger: UInt32 = 1, after: Int = 0) {
    frame(.init(finger, .began, x: x, y: y), after: after)
  }

  func move(_ x: Double, _ y: Double, finger: UInt32 = 1, after: Int = 10) {
    frame(.init(finger, .moved, x: x, y: y), after: after)
  }

  func up(_ x: Double, _ y: Double, finger: UInt32 = 1, after: Int = 10) {
    frame(.init(finger, .ended, x: x, y: y), after: after)
  }

  func cancel(finger: UInt32 = 1, after: Int = 10) {
    frame(.init(finger, .cancelled, x: 0, y: 0), after: after)
  }

  func tap(_ x: Double, _ y: Double, finger: UInt32 = 1, after: Int = 0) {
    down(x, y, finger: finger, after: after)
    up(x, y, finger: finger)
  }
}

/// Runs `body` with a new application on a new thread; time there passes only when the loop sleeps.
func onStage<Value>(
  screen: Size = Size(390, 844), _ body: @escaping @Sendable (Stage) throws -> sending Value
) rethrows -> Value {
  let clock = SimulatedClock()
  return try onFreshThread(clock) {
    let stage = Stage(clock, screen: screen)
    defer { stage.application.terminate() }
    return try body(stage)
  }
}
