import BenchmarkKit
import HIDEvents
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: fingers that move, each event to another place: the event is posted, and the loop runs one turn in which
  /// the queue's source gives it to recognizers and to a view twelve levels down; see TouchStage.
  ///
  /// With recognizers, the pan has begun, and with two fingers the pinch and the rotation, too.
  static let touches = Workload(
    name: "touches", summary: "a moved touch goes from the queue to a view; time per event",
    parameters: [.choice("recognizers", "none", "five"), .integer("fingers", 1...5)],
    variants: [("none", 1), ("five", 1), ("five", 2)].map {
      [.init("recognizers", .text($0.0)), .init("fingers", $0.1)]
    }
  ) { bench, variant in
    try bench.onNewLoop { loop in
      let stage = TouchStage(withRecognizers: variant.text("recognizers") == "five")
      defer { stage.end() }
      let fingers = variant.integer("fingers")
      var time = UInt64(max(loop.now.nanoseconds, 0))
      func send(_ phase: HIDEvent.Contact.Phase, _ step: Int) {
        time += 10_000
        let contacts = (0..<fingers).map { finger -> HIDEvent.Contact in
          let (x, y) = (60 * (finger + 1) + step % 2 * (20 + 10 * finger), 100 + finger * step % 3 * 10)
          return .init(UInt32(finger + 1), phase, x: Double(x), y: Double(y))
        }
        stage.application.post(HIDEvent(timestamp: time, .digitizer(contacts)))
        loop.run(mode: .default, for: .zero)
      }
      send(.began, 0)
      for step in 1...10 { send(.moved, step) }
      var step = 0
      let outcome = try bench.run(
        Contestant("") { repetitions in
          let before = stage.view.moves
          let elapsed = ProcessorTime.elapsed {
            for _ in 0..<repetitions {
              step += 1
              send(.moved, step)
            }
          }
          precondition(stage.view.moves - before >= repetitions - 1, "events were lost")
          return elapsed
        }, on: bench.loopProcessor)
      send(.ended, 0)
      return outcome
    }
  }
}
