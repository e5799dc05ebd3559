import Dispatch
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import RunLoopDispatch
import Runtime

/// The ways out of the loop that the first article lists, on a process's main thread: each thing that happens says which of the loop's
/// functions called it, and each sleep what ended it.
enum CalloutProbe {
  /// One call of each kind: what was called, and the calling function on its stack.
  static func run() {
    let application = UIApplication()
    let loop = application.loop
    let window = UIWindow()
    let button = UIButton(frame: window.bounds)
    window.addSubview(button)
    window.makeKeyAndVisible()
    button.addAction(UIAction { _ in called("button") }, for: .touchUpInside)
    let tap = UITapGestureRecognizer()
    tap.cancelsTouchesInView = false
    tap.addAction { _ in called("gesture") }
    button.addGestureRecognizer(tap)
    application.supportedInterfaceOrientations = .all
    UIDevice.current.onOrientationChange = { _ in called("rotation") }
    application.run(for: .milliseconds(1))
    do {
      try loop.serveDispatchMainQueue()
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      try application.connect(to: ours)
      try theirs.send(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 5, y: 5)])).packet())
      try theirs.send(HIDEvent(timestamp: 2, .digitizer([.init(1, .ended, x: 5, y: 5)])).packet())
      try theirs.send(HIDEvent(timestamp: 3, .orientation(.landscapeLeft)).packet())
      let port = try RunLoop.WakePort()
      try loop.add(RunLoop.PortSource(port) { called("port") })
      port.ring()
      let source = RunLoop.Source { called("source") }
      loop.add(source)
      source.signal()
      loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in called("timer") })
      loop.add(
        RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in called("observer") })
      loop.perform { called("block") }
      RunLoop.mainQueue.async { called("main queue") }
      DispatchQueue.main.async { called("Dispatch's main queue") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
        called("Dispatch, delayed")
      }
      application.run(for: .seconds(20))
      withExtendedLifetime(theirs) {}
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  /// Ends the run with the last of them, in whatever order they come.
  private static func called(_ what: String) {
    say("\(what): \(callers().joined(separator: " "))")
    count += 1
    if count == 11 { RunLoop.main.stop() }
  }

  /// The main thread only.
  nonisolated(unsafe) private static var count = 0

  /// The loop's functions on the calling thread's stack that call out to programs, innermost first.
  static func callers() -> [String] {
    let frames = (try? Backtrace.capture().symbolicated(options: [.useSymbolCache]))?.frames ?? []
    return frames.compactMap(\.symbol?.name).compactMap { name in
      // Also of a specialized one.
      name.split(separator: "(")[0].split(separator: " ").last.map(String.init)
    }.filter { $0.hasPrefix("callOutTo") }
  }

  /// What ends a sleep: each of the three ports in turn, with the first call after the sleep.
  static func wakers() {
    let loop = RunLoop.current
    loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in isAwake = true })
    do {
      try loop.serveDispatchMainQueue()
      let port = try RunLoop.WakePort()
      try loop.add(RunLoop.PortSource(port) { wake("port") })
      loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in wake("timer") })
      let others = DispatchQueue.global()
      others.asyncAfter(deadline: .now() + 0.1) { port.ring() }
      others.asyncAfter(deadline: .now() + 0.2) { RunLoop.mainQueue.async { wake("main queue") } }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) {
        wake("Dispatch, delayed")
        RunLoop.main.stop()
      }
      loop.run(for: .seconds(20))
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func wake(_ what: String) {
    say(isAwake ? what : "\(what), which ended no sleep")
    isAwake = false
  }

  /// The loop has slept, and nothing was called since. The main thread only.
  nonisolated(unsafe) private static var isAwake = false
}
