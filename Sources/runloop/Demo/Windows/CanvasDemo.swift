import LinuxSystem
import ResponderKit

/// Finger paint: each finger draws; cards are moved, pinched and turned by the fingers that come down on them.
enum CanvasDemo {
  static let size = Size(900, 620)

  static func run(_ arguments: [String]) {
    let place = DemoPlace(arguments, demo: "canvas")
    let stage = DemoWindowStage(place, title: "canvas", size: size)
    let view = CanvasView(frame: Rect(origin: .zero, size: size))
    stage.run(view, title: "Mainspring: canvas", script: view.script) { view.show($0) }
  }
}

extension CanvasView {
  /// A wave, a sun, a hand of five fingers; a card that is pinched and turned; a stall.
  var script: [Gesture] {
    let wave = (0...80).map { step in
      ScriptPlace(
        view: desk, share: Point(0.05 + Double(step) * 0.0075, 0.76),
        offset: Point(0, 0.072 * sin(Double(step) / 8)))
    }
    let circle = (0...60).map { step -> ScriptPlace in
      let angle = Double(step) / 60 * 2 * Double.pi
      return ScriptPlace(
        view: desk, share: Point(0.14, 0.24), offset: Point(0.093 * cos(angle), 0.093 * sin(angle)))
    }
    let hand = (0..<5).map { finger -> [ScriptPlace] in
      (0...30).map { step in
        ScriptPlace(
          view: desk, share: Point(0.27 + Double(finger) * 0.038 + Double(step) * 0.0023, 0.53),
          offset: Point(0, Double(finger) * 0.016 - 0.18 * sin(Double(step) / 30 * Double.pi)))
      }
    }
    return [
      .tap(paints.arrangedSubviews[3]), .strokes([wave], seconds: 0.5),
      .tap(paints.arrangedSubviews[1]), .strokes([circle], seconds: 0.35),
      .strokes(hand, seconds: 0.4),
      .strokes([spoke(1), spoke(-1)], seconds: 0.5),
      .tap(stall), .pause(seconds: 0.8),
    ]
  }

  /// The way of one of two fingers that go apart around the first card's middle and turn: by a tenth of a circle, if there is room.
  private func spoke(_ side: Double) -> [ScriptPlace] {
    let (turn, way) = desk.isSmall ? (0.2, 0.04) : (Double.pi / 5, 0.13)
    return (0...20).map { step in
      let part = Double(step) / 20
      let (angle, length) = (0.3 + part * turn, side * (0.34 + part * way))
      return ScriptPlace(
        view: desk.anchor, offset: Point(cos(angle) * length, sin(angle) * length))
    }
  }
}
