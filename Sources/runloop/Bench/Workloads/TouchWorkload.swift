import BenchmarkKit
import HIDEvents
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: one finger that moves, each time to another place: the event is posted, and the loop runs one turn in which
  /// the queue's source gives it to a view twelve levels down, which counts it and gives it to nobody.
  ///
  /// The recognizers are on the views on the way, and wait for more.
  static let touches = Workload(
    name: "touches", summary: "a moved touch goes from the queue to a view; time per event",
    parameters: [.integer("recognizers", 0...100)], variants: [0, 5].map { [.init("recognizers", $0)] }
  ) { bench, variant in
    try bench.onNewLoop { loop in
      let application = UIApplication()
      defer { application.terminate() }
      let window = UIWindow()
      var views: [UIView] = [window]
      for _ in 0..<11 { views.append(UIView(frame: window.bounds)) }
      let counter = CountingView(frame: window.bounds)
      views.append(counter)
      for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
      for index in 0..<variant.integer("recognizers") {
        views[views.count - 1 - index % views.count].addGestureRecognizer(UIGestureRecognizer())
      }
      window.makeKeyAndVisible()
      var time = UInt64(max(loop.now.nanoseconds, 0))
      func send(_ phase: HIDEvent.Contact.Phase, x: Double) {
        time += 1000
        application.post(HIDEvent(timestamp: time, .digitizer([.init(1, phase, x: x, y: 100)])))
        loop.run(mode: .default, for: .zero)
      }
      send(.began, x: 100)
      let outcome = try bench.run(
        Contestant("") { repetitions in
          let before = counter.moves
          let elapsed = ProcessorTime.elapsed {
            for repetition in 0..<repetitions { send(.moved, x: repetition % 2 == 0 ? 101 : 100) }
          }
          // The first one may be where the finger was.
          precondition(counter.moves - before >= repetitions - 1, "events were lost")
          return elapsed
        }, on: bench.home)
      send(.ended, x: 100)
      return outcome
    }
  }
}

private final class CountingView: UIView {
  var moves = 0
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { moves += 1 }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
