import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

/// A program for tests that need a process's main thread, or its stack: it does the one thing that it is asked for and
/// prints what happened, in order.
@main
enum ResponderProbe {
  static func main() {
    // Whatever goes wrong, the test goes on.
    alarm(280)
    let probes = [
      "reload": reload, "stack": stack, "table": TableProbe.run, "callouts": CalloutProbe.run,
      "wakers": CalloutProbe.wakers,
    ]
    guard CommandLine.arguments.count == 2, let probe = probes[CommandLine.arguments[1]] else {
      say("probes: \(probes.keys.sorted().joined(separator: " "))")
      exit(2)
    }
    probe()
  }

  /// The first article's `reloadData`: a block of the main queue that asks for layout and queues another block.
  private static func reload() {
    SimulatedClock().install()
    let application = UIApplication()
    let window = UIWindow()
    let table = Table(frame: window.bounds)
    window.addSubview(table)
    window.makeKeyAndVisible()
    application.run(for: .milliseconds(1))
    application.loop.add(RunLoop.Observer(activities: .all, order: -5) { say("\($0)") })
    say("start")
    let box = ThreadBox(table)
    RunLoop.mainQueue.async {
      say("first block")
      box.object.isLaidOut = false
      box.object.setNeedsLayout()
      RunLoop.mainQueue.async {
        say("nested block, laid out: \(box.object.isLaidOut)")
        RunLoop.main.stop()
      }
    }
    application.run(for: .seconds(1))
  }

  /// The kinds of calls that are on the stack of a touch handler.
  private static func stack() {
    let application = UIApplication()
    let window = UIWindow()
    let view = StackView(frame: window.bounds)
    window.addSubview(view)
    window.makeKeyAndVisible()
    do {
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      try application.connect(to: ours)
      try theirs.send(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 1, y: 1)])).packet())
      application.run(for: .seconds(20))
    } catch {
      say("\(error)")
      exit(1)
    }
  }
}

private final class Table: UIView {
  var isLaidOut = false
  override func layoutSubviews() {
    isLaidOut = true
    say("layout")
  }
}

private final class StackView: UIView {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    for name in CalloutProbe.callers() { say(name) }
    RunLoop.current.stop()
  }
}

/// For closures of the loop that need what belongs to its thread.
final class ThreadBox<Object>: @unchecked Sendable {
  let object: Object
  init(_ object: Object) { self.object = object }
}

/// Prints a line at once.
func say(_ line: String) {
  let line = line + "\n"
  _ = line.withCString { write(1, $0, strlen($0)) }
}
