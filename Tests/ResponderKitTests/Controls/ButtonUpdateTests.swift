import ResponderKit
import TestHarness
import Testing

/// When a button's configuration is adapted to its state.
@Suite(.hangLimit) struct ButtonUpdateTests {
  private final class Capsule: UIButton {
    private(set) var states: [State] = []
    override func updateConfiguration() {
      states.append(state)
      configuration?.title = isEnabled ? "On" : "Off"
    }
  }

  @Test func aHandlerIsCalledWhenSomethingElseHasChanged() {
    onStage { stage in
      var count = 1
      var calls = 0
      let button = UIButton(configuration: .filled())
      button.frame = Rect(0, 0, 200, 44)
      button.configurationUpdateHandler = {
        $0.configuration?.title = "\(count) items"
        calls += 1
      }
      stage.show(button)
      stage.wait(20)
      #expect(button.configuration?.title == "1 items")
      count = 2
      let before = calls
      stage.wait(20)
      #expect(calls == before && button.configuration?.title == "1 items")
      button.setNeedsUpdateConfiguration()
      #expect(button.configuration?.title == "1 items", "before the next layout")
      stage.wait(20)
      #expect(button.configuration?.title == "2 items")
    }
  }

  @Test func aSubclassAdaptsItself() {
    onStage { stage in
      let button = Capsule(configuration: .gray(), primaryAction: nil)
      button.frame = Rect(0, 0, 200, 44)
      stage.show(button)
      stage.wait(20)
      #expect(button.configuration?.title == "On" && button.states.allSatisfy { $0 == .normal })
      button.isEnabled = false
      stage.wait(20)
      #expect(button.configuration?.title == "Off" && button.states.last == .disabled)
    }
  }

  @Test func aSignHasASize() {
    onStage { _ in
      let button = UIButton(type: .contactAdd)
      #expect(button.bounds.width > 15 && button.bounds.height > 15)
      #expect(UIButton(type: .system).bounds.size == .zero)
    }
  }
}
