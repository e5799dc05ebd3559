import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Changes between the children of a controller.
@Suite(.hangLimit) struct ChildTransitionTests {
  private final class Page: UIViewController {
    let log: Log
    init(_ name: String, _ log: Log) {
      self.log = log
      super.init(nibName: nil, bundle: nil)
      title = name
    }
    required init?(coder: NSCoder) { nil }
    private func note(_ text: String) { log("\(title ?? "") \(text)") }
    override func viewWillAppear(_ animated: Bool) { note("will appear") }
    override func viewDidAppear(_ animated: Bool) { note("appeared") }
    override func viewDidDisappear(_ animated: Bool) { note("disappeared") }
    override func didMove(toParent parent: UIViewController?) { note(parent == nil ? "left" : "came") }
  }

  @Test(arguments: [0, 0.4]) func oneChildTakesTheOthersPlace(_ duration: Double) {
    onStage { stage in
      let parent = UIViewController()
      let (first, second) = (Page("first", stage.log), Page("second", stage.log))
      stage.show(parent)
      parent.addChild(first)
      first.view.frame = Rect(0, 0, 390, 400)
      parent.view.addSubview(first.view)
      first.didMove(toParent: parent)
      stage.wait(40)
      first.willMove(toParent: nil)
      parent.addChild(second)
      second.view.frame = Rect(390, 0, 390, 400)
      parent.transition(
        from: first, to: second, duration: duration, options: [.curveEaseOut],
        animations: {
          second.view.frame = first.view.frame
          first.view.frame.origin.x = -390
        },
        completion: { isFinished in
          stage.log("finished \(isFinished)")
          first.removeFromParent()
          second.didMove(toParent: parent)
        })
      if duration > 0 {
        stage.wait(100)
        let shown = second.view.presentationFrame.minX
        #expect(shown > 10 && shown < 380 && first.view.superview != nil)
      }
      stage.wait(600)
      #expect(first.view.superview == nil && second.view.superview === parent.view)
      #expect(second.view.frame == Rect(0, 0, 390, 400) && parent.children.map(\.title) == ["second"])
      let calls = stage.log.lines.drop { $0 != "second will appear" }
      #expect(
        Set(calls) == [
          "second will appear", "second appeared", "first disappeared", "finished true", "first left",
          "second came",
        ])
    }
  }
}
