import ResponderKit
import RunLoopCore

/// Buttons, a switch, a slider, and a list beside a clock whose timer shows in which mode the loop runs.
enum ControlsDemo {
  static let size = Size(760, 520)

  static func run(_ arguments: [String]) {
    let place = DemoPlace(arguments, demo: "controls")
    let stage = DemoWindowStage(place, title: "controls", size: size)
    let view = ControlsView(frame: Rect(origin: .zero, size: size))
    view.clock.start(stage.application)
    stage.run(view, title: "Mainspring: controls", script: view.script) { view.show($0) }
    view.clock.stop()
  }
}

extension ControlsView {
  /// Presses, switches, slides; drags the list; a stall; a row; a finger that stays on the list.
  var script: [Gesture] {
    let side = min(panel.slider.bounds.height / 2, 14) / max(panel.slider.bounds.height, 1)
    let knob = ScriptPlace(view: panel.slider, share: Point(0, 0.5), offset: Point(side, 0))
    let slid = ScriptPlace(view: panel.slider, share: Point(0.66, 0.5), offset: Point(0, 0))
    /// Up through half of the list, and a rest at the end: it does not go on by itself.
    func drag(_ start: Double, _ end: Double) -> [ScriptPlace] {
      (0...20).map { step in
        let part = min(Double(step) / 12, 1)
        return ScriptPlace(view: list, share: Point(0.6, start + (end - start) * part))
      }
    }
    return [
      .tap(panel.press), .tap(panel.press),
      .strokes([[knob, slid]], seconds: 0.3),
      .tap(panel.inCommon),
      .tap(panel.stall), .pause(seconds: 0.8),
      .strokes([drag(0.9, 0.3)], seconds: 0.6),
      .pause(seconds: 0.4),
      .tap(list),
      .pause(seconds: 0.4),
      .strokes([drag(0.8, 0.55)], seconds: 0.5, lifts: false),
    ]
  }
}
