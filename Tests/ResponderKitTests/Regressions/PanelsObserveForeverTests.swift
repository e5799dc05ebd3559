import TestHarness
import Testing

@testable import ResponderKit

/// Each presentation left an observer of the keyboard behind.
@Suite(.hangLimit) struct PanelsObserveForeverTests {
  @Test func aPanelThatIsGoneObservesNothing() {
    onStage { stage in
      let page = UIViewController()
      stage.show(page)
      let before = observers(in: stage)
      let sheet = UIViewController()
      for _ in 0..<3 {
        page.present(sheet, animated: false)
        stage.wait(40)
        #expect(observers(in: stage) == before + 1)
        sheet.dismiss(animated: false)
        stage.wait(40)
      }
      #expect(observers(in: stage) == before)
    }
  }
}

private func observers(in stage: Stage) -> Int {
  Array(stage.application.notices.observers.values.joined()).count
}
