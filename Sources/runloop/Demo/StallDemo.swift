import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import StallMonitoring

/// A touch handler that blocks, and the stall monitor's report of it.
enum StallDemo {
  /// - Parameter folder: where the report goes; nil: where all go.
  static func run(folder: String?) {
    do {
      print(
        "A view's touchesBegan blocks for 300 ms. The finger's event came through a port (source 1), and was")
      print(
        "handed to the application by its source 0: that is where the monitor finds the stall.")
      print()
      let run = try reports(in: folder)
      // On a busy machine there may be others, which are shorter.
      guard let record = run.records.max(by: { $0.duration < $1.duration }) else {
        Tool.write("runloop: demo stall: the stall was not found\n", to: 2)
        exit(1)
      }
      print(StallText.full(StallReport(record, of: run, lines: true)))
    } catch {
      Tool.fail("\(error)")
    }
  }

  private static func reports(in folder: String?) throws -> StallRun {
    let application = UIApplication()
    let window = UIWindow()
    window.addSubview(BlockingView(frame: window.bounds))
    window.makeKeyAndVisible()
    let (ours, finger) = try RunLoop.MessagePort.pair()
    try application.connect(to: ours)
    application.run(for: .milliseconds(20))

    let monitored = try MonitoredLoop(threshold: 50, folder: folder)
    for phase in [HIDEvent.Contact.Phase.began, .ended] {
      let event = HIDEvent(
        timestamp: UInt64(max(application.loop.now.nanoseconds, 0)),
        .digitizer([.init(1, phase, x: 100, y: 100)]))
      try finger.send(event.packet())
      application.run(for: .milliseconds(50))
    }
    application.terminate()
    return try monitored.finish()
  }
}

/// Blocks in its touch handler, on purpose.
private final class BlockingView: UIView {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    waitForAnswer()
    super.touchesBegan(touches, with: event)
  }

  /// Not inlined, and not the last thing that its caller does: so it is on the stack under its own name.
  @inline(never) private func waitForAnswer() {
    usleep(300_000)
    answers += 1
  }

  private var answers = 0
}
