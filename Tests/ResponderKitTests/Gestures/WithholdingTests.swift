import ResponderKit
import TestHarness
import Testing

/// What views hear of touches that recognizers look at: {cancels, delays began, delays ended} × {recognized, failed, failed
/// late}.
@Suite(.hangLimit) struct WithholdingTests {
  struct Case: Sendable {
    var cancels: Bool
    var delaysBegan: Bool
    var delaysEnded: Bool
    var recognized: [String]
    var failed: [String]
    /// It fails after the touch has ended.
    var failedLate: [String]
  }

  /// The finger comes down, moves, and goes up; it recognizes or fails at the movement, or fails by a timer afterwards.
  static let cases: [Case] = [
    Case(
      cancels: true, delaysBegan: false, delaysEnded: true,
      recognized: ["view began", "* ended", "view cancelled", "up"],
      failed: ["view began", "*", "view moved", "view ended", "up"],
      failedLate: ["view began", "*", "view moved", "up", "view ended"]),
    Case(
      cancels: true, delaysBegan: false, delaysEnded: false,
      recognized: ["view began", "* ended", "view cancelled", "up"],
      failed: ["view began", "*", "view moved", "view ended", "up"],
      failedLate: ["view began", "*", "view moved", "view ended", "up"]),
    Case(
      cancels: true, delaysBegan: true, delaysEnded: true,
      recognized: ["* ended", "up"],
      failed: ["*", "view began", "view moved", "view ended", "up"],
      failedLate: ["*", "up", "view began", "view moved", "view ended"]),
    Case(
      cancels: true, delaysBegan: true, delaysEnded: false,
      recognized: ["* ended", "up"],
      failed: ["*", "view began", "view moved", "view ended", "up"],
      failedLate: ["*", "up", "view began", "view moved", "view ended"]),
    Case(
      cancels: false, delaysBegan: false, delaysEnded: true,
      recognized: ["view began", "* ended", "view moved", "view ended", "up"],
      failed: ["view began", "*", "view moved", "view ended", "up"],
      failedLate: ["view began", "*", "view moved", "up", "view ended"]),
    Case(
      cancels: false, delaysBegan: false, delaysEnded: false,
      recognized: ["view began", "* ended", "view moved", "view ended", "up"],
      failed: ["view began", "*", "view moved", "view ended", "up"],
      failedLate: ["view began", "*", "view moved", "view ended", "up"]),
    Case(
      cancels: false, delaysBegan: true, delaysEnded: true,
      recognized: ["* ended", "view began", "view moved", "view ended", "up"],
      failed: ["*", "view began", "view moved", "view ended", "up"],
      failedLate: ["*", "up", "view began", "view moved", "view ended"]),
    Case(
      cancels: false, delaysBegan: true, delaysEnded: false,
      recognized: ["* ended", "view began", "view moved", "view ended", "up"],
      failed: ["*", "view began", "view moved", "view ended", "up"],
      failedLate: ["*", "up", "view began", "view moved", "view ended"]),
  ]

  enum Outcome: CaseIterable {
    case recognized, failed, failedLate
  }

  @Test(arguments: cases) func theMatrix(_ one: Case) {
    for outcome in Outcome.allCases {
      let lines = onStage { stage in
        let scripted = stage.add(Scripted(), "*", to: stage.plain())
        scripted.cancelsTouchesInView = one.cancels
        scripted.delaysTouchesBegan = one.delaysBegan
        scripted.delaysTouchesEnded = one.delaysEnded
        scripted.waits = true
        scripted.onMoved = { [log = stage.log] in
          if outcome != .recognized { log("*") }
          if outcome == .recognized { $0.state = .recognized }
          if outcome == .failed { $0.state = .failed }
        }
        stage.down(10, 10)
        stage.move(11, 10)
        stage.up(11, 10)
        stage.log("up")
        scripted.state = .failed
        return stage.log.take()
      }
      switch outcome {
      case .recognized: #expect(lines == one.recognized)
      case .failed: #expect(lines == one.failed)
      case .failedLate: #expect(lines == one.failedLate)
      }
    }
  }

  /// UIKit's own example: a view with a double tap, and with `delaysTouchesEnded` or without.
  @Test func aDoubleTapAndTheEndsOfItsTouches() {
    for delays in [true, false] {
      let lines = onStage { stage in
        let double = stage.add(UITapGestureRecognizer(), "double", to: stage.plain())
        double.numberOfTapsRequired = 2
        double.delaysTouchesEnded = delays
        stage.tap(10, 10)
        stage.tap(10, 10, after: 100)
        return stage.log.take()
      }
      #expect(
        lines
          == (delays
            ? ["view began", "view began", "double ended", "view cancelled"]
            : ["view began", "view ended", "view began", "double ended", "view cancelled"]))
    }
  }

  @Test func whatWasHeldBackIsGivenWithItsTimesAndPlaces() {
    final class Noting: UIView {
      var lines: [String] = []
      func note(_ name: String, _ touches: Set<UITouch>) {
        for touch in touches {
          lines.append("\(name) \(Int(touch.location(in: nil).x)) \(Int(touch.timestamp * 1000) % 100_000)")
        }
      }
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    }
    onStage { stage in
      let view = stage.show(Noting(frame: stage.window.bounds))
      let start = Int(stage.now / 1_000_000) % 100_000
      let scripted = stage.add(Scripted(), "*", to: view)
      scripted.delaysTouchesBegan = true
      scripted.onEnded = { $0.state = .failed }
      stage.down(10, 10)
      stage.move(20, 10)
      stage.move(30, 10)
      stage.up(40, 10)
      #expect(
        view.lines == [
          "began 10 \(start)", "moved 20 \(start + 11)", "moved 30 \(start + 22)", "ended 40 \(start + 33)",
        ])
    }
  }

  @Test func aTouchThatIsCancelledWhileItIsHeldBackIsNeverDelivered() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "*", to: stage.plain())
      scripted.delaysTouchesBegan = true
      stage.down(10, 10)
      stage.cancel()
      #expect(stage.log.take() == [])
      stage.tap(10, 10, after: 100)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }

  @Test func fingersThatJoinAGestureAreNotTheirViewsEither() {
    onStage { stage in
      let view = stage.plain()
      view.isMultipleTouchEnabled = true
      stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.down(100, 100)
      stage.move(150, 100)
      stage.down(200, 100, finger: 2)
      stage.move(210, 100, finger: 2)
      stage.up(210, 100, finger: 2)
      stage.up(150, 100)
      #expect(stage.log.take() == ["view began", "pan began", "view cancelled", "pan changed", "pan ended"])
    }
  }

  @Test("S003-7, S004-16") func recognizersSeeTouchesBeforeViews() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "*", to: stage.plain())
      scripted.onBegan = { [log = stage.log] _ in log("recognizer began") }
      scripted.onMoved = { [log = stage.log] in
        log("recognizer moved")
        $0.state = .recognized
      }
      stage.down(10, 10)
      stage.move(11, 10)
      stage.up(11, 10)
      // The chain runs until a gesture cancels it.
      #expect(
        stage.log.take() == [
          "recognizer began", "view began", "recognizer moved", "* ended", "view cancelled",
        ])
    }
  }
}
