import HIDEvents
import ResponderKit
import RunLoopCore

/// Rebuilds the trees of the articles about UIKit's events, plays their taps and prints their logs.
///
/// Time is simulated: the output is the same each time.
enum TouchesDemo {
  private static let clock = SimulatedClock()

  /// Before the main loop is made, by this demo or by what records it.
  static func installClock() { if !clock.isInstalled { clock.install() } }

  static func run() {
    installClock()
    figure()
    print()
    siblings()
    print()
    overlap()
  }

  /// The first article's figure: white1 holds green2 and orange2, orange2 holds blue3 and red3.
  private static func figure() {
    print("A tap on orange2, beside what is in it: red3 and blue3 are asked, green2 is not.")
    let screen = Rect(0, 0, 390, 844)
    let white = TestView("white1", screen)
    let orange = TestView("orange2", Rect(0, 300, 390, 400))
    let blue = TestView("blue3", Rect(10, 10, 100, 100))
    white.addSubview(TestView("green2", Rect(0, 0, 390, 200)))
    white.addSubview(orange)
    orange.addSubview(blue)
    orange.addSubview(TestView("red3", Rect(200, 10, 100, 100)))
    blue.addSubview(TestView("yellow4", Rect(10, 10, 20, 20)))
    let stage = DemoStage(white)
    stage.tap(Point(150, 600))
    stage.end()
  }

  /// A holds B and C; B holds D; C holds E and F.
  private static func siblings() {
    print("A tap on E: C is asked before B, and F before E. B and D are never asked.")
    let a = TestView("A", Rect(0, 0, 390, 844))
    let b = TestView("B", Rect(0, 0, 390, 400))
    let c = TestView("C", Rect(0, 200, 390, 400))
    a.addSubview(b)
    b.addSubview(TestView("D", Rect(0, 0, 50, 50)))
    a.addSubview(c)
    c.addSubview(TestView("E", Rect(0, 0, 100, 100)))
    c.addSubview(TestView("F", Rect(200, 0, 100, 100)))
    let stage = DemoStage(a)
    stage.tap(Point(50, 250))
    stage.end()
  }

  /// Two views that overlap in a third one, a controller, and a drag that leaves the view.
  private static func overlap() {
    print(
      "A drag that begins where blueView lies over redView, and leaves it: two passes of hit testing, then")
    print("each of began, moved and ended goes from blueView up to the controller.")
    let white = TestView("whiteView", Rect(0, 0, 390, 844))
    let gray = TestView("grayView", Rect(50, 100, 260, 200))
    let blue = TestView("blueView", Rect(80, 60, 100, 100))
    white.addSubview(gray)
    gray.addSubview(TestView("redView", Rect(0, 0, 120, 100)))
    gray.addSubview(blue)
    white.addSubview(TestView("yellowView", Rect(50, 360, 200, 200)))
    let controller = UIViewController()
    controller.label = "<FindingViewViewController>"
    controller.view = white
    let stage = DemoStage(controller)
    stage.send(.began, Point(150, 180))
    for step in 1...4 { stage.send(.moved, Point(150 + 30 * Double(step), 180 + 60 * Double(step))) }
    print(stage.application.dump())
    stage.send(.ended, Point(270, 420))
    stage.end()
  }
}

/// The class of the articles' views; what it would log is what the trace writes down.
private final class TestView: UIView {
  init(_ name: String, _ frame: Rect) {
    super.init(frame: frame)
    label = name
  }
}

/// An application with a window, and a finger whose events come through a port.
private final class DemoStage {
  let application = UIApplication()
  private let window: UIWindow
  private let finger: RunLoop.MessagePort
  private let start: RunLoop.Instant

  init(_ controller: UIViewController) {
    window = UIWindow()
    window.label = "window"
    window.rootViewController = controller
    do {
      let ours: RunLoop.MessagePort
      (ours, finger) = try RunLoop.MessagePort.pair()
      try application.connect(to: ours)
    } catch {
      Tool.fail("no channel for events: \(error)")
    }
    window.makeKeyAndVisible()
    application.run(for: .milliseconds(20))
    start = application.loop.now
    let (loop, start) = (application.loop, start)
    let isShown = { (responder: UIResponder) in !(responder is UIWindow || responder is UIApplication) }
    application.trace = EventTrace(including: isShown) { line in
      let time = "\(start.duration(to: loop.now) / .milliseconds(1))".prefix(6)
      print("\(String(repeating: " ", count: max(0, 6 - time.count)))\(time) ms  \(line)")
    }
  }

  convenience init(_ view: UIView) {
    let controller = UIViewController()
    controller.label = "<ViewController>"
    controller.view = view
    self.init(controller)
  }

  func send(_ phase: HIDEvent.Contact.Phase, _ place: Point) {
    let event = HIDEvent(
      timestamp: UInt64(max(application.loop.now.nanoseconds, 0)),
      .digitizer([.init(1, phase, x: place.x, y: place.y)]))
    do { try finger.send(event.packet()) } catch { Tool.fail("an event could not be sent: \(error)") }
    application.run(for: .milliseconds(16))
  }

  func tap(_ place: Point) {
    send(.began, place)
    send(.ended, place)
  }

  func end() { application.terminate() }
}
