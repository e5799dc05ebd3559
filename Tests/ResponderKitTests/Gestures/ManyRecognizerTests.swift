import TestHarness
import Testing

@testable import ResponderKit

/// Views with more recognizers than are compared one by one.
@Suite(.hangLimit) struct ManyRecognizerTests {
  /// Never recognizes, and is not prevented; counts how often it is asked.
  private final class Bystander: UIGestureRecognizer {
    var asked = 0
    override func canBePrevented(by other: UIGestureRecognizer) -> Bool {
      asked += 1
      return false
    }
  }

  @Test(arguments: [3, 15, 16, 17, 40]) func eachRivalOfAPinchIsAskedOnce(count: Int) {
    onStage { stage in
      let view = stage.plain()
      let others = (0..<count).map { _ in Bystander() }
      for other in others { view.addGestureRecognizer(other) }
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(2, .moved, x: 208, y: 100), after: 10)
      #expect(pinch.state == .began && others.allSatisfy { $0.asked == 1 })
      stage.frame(.init(1, .ended, x: 100, y: 100), .init(2, .ended, x: 208, y: 100), after: 10)
      #expect(pinch.state == .possible && others.allSatisfy { $0.asked == 1 })
    }
  }

  /// Recognizers whose actions are called in one settling, in the order in which they changed.
  @Test func actionsAreCalledInOrderAlsoWhereOneRunsTheLoop() {
    onStage { stage in
      let view = stage.plain()
      var calls: [Int] = []
      let together = Together()
      for index in 0..<5 {
        let tap = UITapGestureRecognizer()
        tap.delegate = together
        tap.addAction { _ in
          calls.append(index)
          if index == 1 { stage.wait(5) }
        }
        view.addGestureRecognizer(tap)
      }
      for _ in 0..<2 {
        calls = []
        stage.tap(view.center.x, view.center.y, after: 1000)
        #expect(calls == [0, 1, 2, 3, 4])
      }
      withExtendedLifetime(together) {}
    }
  }

  private final class Together: UIGestureRecognizerDelegate {
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { true }
  }
}
