import BenchmarkKit
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: `hitTest` of a window, divided by the number of calls. The trees:
  /// - `article`: a root with two views in it, one of which has two more; the hit is two levels down.
  /// - `screen`: 313 views on 12 levels, as an application's screen may have.
  /// - `siblings`: 10,000 views in one; the hit is the hindmost.
  /// - `deep`: 1,000 views, each in the one before; the hit is the innermost.
  static let hitTest = Workload(
    name: "hit-test", summary: "which view of a tree lies at a point; time per hit test",
    parameters: [.choice("tree", "article", "screen", "siblings", "deep")],
    variants: ["article", "screen", "siblings", "deep"].map { [.init("tree", .text($0))] }
  ) { bench, variant in
    try bench.onNewLoop { _ in
      let application = UIApplication()
      defer { application.terminate() }
      let window = UIWindow()
      window.makeKeyAndVisible()
      let (point, wanted) = Self.tree(variant.text("tree"), in: window)
      precondition(window.hitTest(point, with: nil) === wanted, "the tree is not as it should be")
      return try bench.run(
        Contestant("") { repetitions in
          ProcessorTime.elapsed {
            for _ in 0..<repetitions where window.hitTest(point, with: nil) == nil {
              preconditionFailure("no view was hit")
            }
          }
        }, on: bench.loopProcessor)
    }
  }

  /// Fills the window; a point, and the view that is hit there.
  private static func tree(_ name: String, in window: UIWindow) -> (Point, UIView) {
    switch name {
    case "article":
      let white = UIView(frame: window.bounds)
      let gray = UIView(frame: Rect(50, 100, 260, 200))
      let blue = UIView(frame: Rect(80, 60, 100, 100))
      window.addSubview(white)
      white.addSubview(gray)
      gray.addSubview(UIView(frame: Rect(0, 0, 120, 100)))
      gray.addSubview(blue)
      white.addSubview(UIView(frame: Rect(50, 360, 200, 200)))
      return (Point(150, 180), blue)
    case "siblings":
      for index in 0..<10_000 {
        window.addSubview(UIView(frame: Rect(Double(index % 100) * 3.9, Double(index / 100) * 8, 3.9, 8)))
      }
      return (Point(1, 1), window.subviews[0])
    case "deep":
      var view: UIView = window
      for _ in 0..<1000 {
        let next = UIView(frame: window.bounds)
        view.addSubview(next)
        view = next
      }
      return (Point(1, 1), view)
    default:
      // Twelve rows of 26 views: each row lies in a view of the row before. The way down is through the hindmost.
      var view: UIView = window
      for level in 0..<12 {
        for index in 0..<26 {
          view.addSubview(UIView(frame: Rect(Double(index) * 15, 0, 15, 844 - Double(level))))
        }
        view = view.subviews[0]
      }
      return (Point(1, 1), view)
    }
  }
}
