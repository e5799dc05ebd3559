import DesktopWindows
import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import runloop

/// The demos' parts under simulated time: a clock, a log, and the fingers of a script.
@Suite(.hangLimit) struct DemoPartTests {
  /// Writes down its touches.
  private final class Pad: UIView {
    var calls: [String] = []
    var times: [Double] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    override init(frame: Rect) {
      super.init(frame: frame)
      isMultipleTouchEnabled = true
    }

    private func note(_ what: String, _ touches: Set<UITouch>) {
      for touch in touches.sorted(by: { $0.location(in: self).x < $1.location(in: self).x }) {
        times.append(touch.timestamp)
        let place = touch.location(in: self)
        calls.append("\(what) \(Int(place.x.rounded())),\(Int(place.y.rounded()))")
      }
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("cancelled", touches)
    }
  }

  /// A pad in a window that is not at the screen's corner, and marks over it.
  private final class Stage {
    let application = UIApplication(screen: Size(800, 600), scale: 1)
    let window = UIWindow(frame: Rect(100, 50, 400, 300))
    let pad = Pad(frame: Rect(0, 0, 400, 300))
    let marks = MarkView()
    private(set) var fingers: Fingers?
    private(set) var hasEnded = false

    init() {
      window.addSubview(pad)
      marks.frame = window.bounds
      marks.isUserInteractionEnabled = false
      window.addSubview(marks)
      window.makeKeyAndVisible()
      window.layoutIfNeeded()
    }

    deinit { application.terminate() }

    func play(_ script: [Gesture]) {
      fingers = Fingers(script, in: application, marks: marks) { [unowned self] in hasEnded = true }
      for _ in 0..<200 where !hasEnded { application.run(for: .milliseconds(20)) }
      application.run(for: .milliseconds(20))
    }
  }

  private static func onStage(_ body: @escaping @Sendable (Stage) -> Void) {
    onFreshThread(SimulatedClock()) { body(Stage()) }
  }

  @Test func fingersTouchTheWindowWhereverItIsAndEachGestureHasItsOwn() {
    Self.onStage { stage in
      func place(_ x: Double, _ y: Double) -> ScriptPlace {
        ScriptPlace(view: stage.pad, share: Point(x, y))
      }
      stage.play([
        .tap(stage.pad), .strokes([[place(0.25, 0.5), place(0.25, 1)], [place(0.75, 0.5)]], seconds: 0.2),
      ])
      #expect(stage.hasEnded)
      #expect(
        stage.pad.calls == [
          "began 200,150", "ended 200,150", "began 100,150", "began 300,150", "ended 100,300",
          "ended 300,150",
        ], "\(stage.pad.calls)")
      #expect(stage.marks.subviews.isEmpty, "their marks are gone with them")
    }
  }

  /// Of strokes that follow one another at once, the numbers differ: the devices' do.
  @Test func contactsOfAScriptHaveDifferentNumbers() {
    Self.onStage { stage in
      stage.play([
        .strokes([[ScriptPlace(view: stage.pad, share: Point(0.1, 0.5))]], seconds: 0.1, lifts: false),
        .tap(stage.pad),
      ])
      // The first one is down still, and its mark is where it is.
      #expect(stage.pad.calls == ["began 40,150", "began 200,150", "ended 200,150"], "\(stage.pad.calls)")
      #expect(stage.marks.subviews.map(\.center) == [Point(40, 150)])
      stage.fingers?.lift()
      stage.application.run(for: .milliseconds(20))
      #expect(stage.pad.calls.last == "ended 40,150" && stage.marks.subviews.isEmpty)
    }
  }

  @Test func aScriptThatIsHeldUpKeepsTheLengthOfItsGestures() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let stage = Stage()
      // Between the tap, which begins after 0.25 s, and the stroke.
      let stall = RunLoop.Timer(after: .milliseconds(360), label: "stall") { _ in
        clock.advance(by: .seconds(2))
      }
      stage.application.loop.add(stall, to: .common)
      stage.play([
        .tap(stage.pad), .strokes([[ScriptPlace(view: stage.pad, share: Point(0.1, 0.5))]], seconds: 0.5),
      ])
      #expect(stage.pad.calls == ["began 200,150", "ended 200,150", "began 40,150", "ended 40,150"])
      guard stage.pad.times.count == 4 else { return }
      let lengths = (stage.pad.times[1] - stage.pad.times[0], stage.pad.times[3] - stage.pad.times[2])
      #expect(lengths.0 > 0.09 && lengths.1 > 0.48, "\(stage.pad.times)")
      #expect(stage.pad.times[2] > 2.3)
    }
  }

  @Test func aPlaceOfAScriptIsAShareOfItsViewAndAWayInSharesOfTheShorterSide() {
    Self.onStage { stage in
      let place = ScriptPlace(view: stage.pad, share: Point(0.25, 0.5), offset: Point(0.1, -0.1))
      #expect(place.inWindow == Point(130, 120))
    }
  }

  private static func texts(_ view: UIView) -> [String] {
    view.subviews.compactMap { ($0 as? UILabel)?.text }
  }

  @Test func theClockCountsSecondsAndMinutesAndGoesOnWhileScrollingIfItShall() {
    Self.onStage { stage in
      let clock = ClockCard(frame: .zero)
      clock.start(stage.application)
      let loop = stage.application.loop
      loop.run(for: .seconds(61.55))
      #expect(Self.texts(clock).contains("01:01.5"), "\(Self.texts(clock))")
      // Its own timer is for the default mode.
      loop.run(mode: .tracking, for: .milliseconds(300))
      #expect(Self.texts(clock).contains("tracking"))
      let before = Self.texts(clock)[0]
      clock.runsWhileScrolling = true
      loop.run(mode: .tracking, for: .milliseconds(500))
      let scrolled = Self.texts(clock)
      #expect(scrolled[0] != before && !scrolled.contains { $0.hasSuffix(" 0 of them while scrolling") })
      clock.runsWhileScrolling = false
      loop.run(mode: .tracking, for: .milliseconds(500))
      #expect(Self.texts(clock) == scrolled)
      loop.run(for: .milliseconds(500))
      #expect(Self.texts(clock)[0] != scrolled[0] && Self.texts(clock).contains("default"))
      clock.stop()
      let last = Self.texts(clock)
      loop.run(for: .milliseconds(500))
      #expect(Self.texts(clock) == last)
    }
  }

  @Test func aDragOfTheSliderIsOneLineOfTheLogAndNoOtherLineIsLost() {
    let log = LogCard(frame: Rect(0, 0, 300, 300))
    for line in ["Press 1", "Value 3", "Value 4", "Press 2", "Value 5"] { log.add(line) }
    #expect(Self.texts(log).last == "Value 5\nPress 2\nValue 4\nPress 1")
    for number in 0..<70 { log.add("Press \(number)") }
    let lines = Self.texts(log).last?.split(separator: "\n") ?? []
    #expect(lines.count == 60 && lines.first == "Press 69")
  }

  /// Was wrong: a demo whose router sent no answer, or what is none, stayed open and silent.
  @Test func aDemoThatIsNotSeenReportsWhatItWaitsFor() {
    var notice = RouterNotice(path: "/run/door")
    func text(
      _ state: RouterConnection.State, _ seconds: Double = 1, isShown: Bool = false,
      _ mistrust: RouterMistrust? = nil
    ) -> String? {
      notice.text(state, isShown: isShown, mistrust: mistrust, after: .seconds(seconds))
    }
    #expect(text(.connecting, 0.9) == nil)
    #expect(
      text(.connecting)?.hasPrefix("the process that listens at /run/door has not answered as a router")
        == true)
    // Once, until it was seen.
    #expect(text(.connecting, 2) == nil && text(.waiting(.seconds(2)), 3) == nil)
    #expect(text(.connected(client: 1), 9, isShown: true) == nil)
    #expect(text(.waiting(.seconds(2)))?.hasPrefix("no router answers at /run/door: waiting for one") == true)
    #expect(text(.connected(client: 1), isShown: true) == nil)
    #expect(text(.connected(client: 1))?.hasPrefix("the router at /run/door shows no pictures") == true)
    #expect(text(.connected(client: 1), isShown: true) == nil)
    #expect(
      text(.waiting(.zero), 1, .notAFolder(path: "/run"))?.hasSuffix("; waiting for a trusted router") == true
    )
    // A refusal is final.
    #expect(
      text(.closed(.tooLarge), 0) == "the router at /run/door has refused the demo: a message was too large")
  }

  @Test func aDemoIsAPartOfARoutersScreenOrFillsIt() {
    func place(_ words: String...) -> DemoPlace { DemoPlace(words, demo: "canvas") }
    #expect(!place("--router").isPart && place("--router", "--size", "800x480").isPart)
    #expect(place("--router", "--at", "5,-5").isPart && place("--router=/run/door").router == "/run/door")
    #expect(!place("--router", "--size", "800x480", "--full-screen").isPart)
    #expect(!place("--window", "--size", "800x480").isPart)
    #expect(place("--screen", "/dev/dri/card1").screen == "/dev/dri/card1")
    #expect(place("--screen", "--input", "a", "--input", "b").inputs == ["a", "b"])
    #expect(!place("--png", "x").isLive && place("--screen").isLive && place("--window").isLive)
  }

  @Test func aDisplayIsAnXServersByItsColonOrACompositorsByItsPath() {
    func desktop(_ name: String) -> String {
      DemoPlace(["--window", name], demo: "canvas").desktop.map { "\($0)" } ?? ""
    }
    #expect(desktop(":0").hasPrefix("x11") && desktop("far:0.1").hasPrefix("x11"))
    #expect(desktop("wayland-0").hasPrefix("wayland") && desktop("/run/a:b").hasPrefix("wayland"))
  }
}
