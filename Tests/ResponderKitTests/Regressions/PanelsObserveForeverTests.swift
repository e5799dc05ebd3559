import TestHarness
import Testing

@testable import ResponderKit

/// Each presentation left an observer of the keyboard behind.
@Suite(.hangLimit) struct PanelsObserveForeverTests {
  @Test func aPanelThatIsGoneObservesNothing() {
    onStage { stage in
      let page = UIViewController()
      stage.show(page)
      let before = stage.application.notices.observers.values.map(\.count).reduce(0, +)
      let sheet = UIViewController()
      for _ in 0..<3 {
        page.present(sheet, animated: false)
        stage.wait(40)
        #expect(stage.application.notices.observers.values.map(\.count).reduce(0, +) == before + 1)
        sheet.dismiss(animated: false)
        stage.wait(40)
      }
      #expect(stage.application.notices.observers.values.map(\.count).reduce(0, +) == before)
    }
  }
}
