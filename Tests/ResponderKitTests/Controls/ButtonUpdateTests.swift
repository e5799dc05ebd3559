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

  private final class Counting: UIButton {
    private(set) var layouts = 0
    private(set) var states: [State] = []
    override func layoutSubviews() {
      layouts += 1
      super.layoutSubviews()
    }
    override func updateConfiguration() {
      states.append(state)
      setTitle("A", for: .normal)
      setNeedsUpdateConfiguration()
    }
  }

  @Test func anUpdateIsNotTheReasonForAnother() {
    onStage { stage in
      let button = Counting(frame: Rect(0, 0, 200, 44))
      _ = button.titleLabel
      stage.show(button)
      stage.wait(500)
      #expect(button.states == [.normal] && button.layouts < 4, "\(button.layouts)")
      // Another layout is no reason for an update.
      button.setNeedsLayout()
      stage.wait(20)
      #expect(button.states == [.normal])
      // There is no configuration.
      let before = button.layouts
      button.isHighlighted = true
      stage.wait(500)
      #expect(button.states == [.normal, .highlighted] && button.layouts == before + 1, "\(button.layouts)")
      button.isHighlighted = false
      button.isSelected = true
      stage.wait(20)
      #expect(button.states == [.normal, .highlighted, .selected])
      button.configuration = .gray()
      stage.wait(20)
      #expect(button.states.count == 4)
    }
  }

  @Test func aPressOfAConfiguredButtonNeedsNoLayout() {
    final class Plain: UIButton {
      private(set) var layouts = 0
      override func layoutSubviews() {
        layouts += 1
        super.layoutSubviews()
      }
    }
    onStage { stage in
      let button = Plain(configuration: .filled(), primaryAction: nil)
      button.frame = Rect(0, 0, 200, 44)
      stage.show(button)
      stage.wait(20)
      let before = button.layouts
      button.isHighlighted = true
      stage.wait(20)
      #expect(button.layouts == before)
      button.configurationUpdateHandler = { _ in }
      stage.wait(20)
      button.isHighlighted = false
      stage.wait(20)
      #expect(button.layouts == before + 2)
    }
  }

  @Test func aSignKeepsASizeOfItsClass() {
    final class Large: UIButton {
      override init(frame: Rect) { super.init(frame: Rect(10, 20, 100, 50)) }
    }
    onStage { _ in
      #expect(Large(type: .contactAdd).frame == Rect(10, 20, 100, 50))
      #expect(UIButton(type: .contactAdd).frame.origin == Point(0, 0))
    }
  }

  @Test func otherTraitsCallTheHandler() {
    onStage { stage in
      let button = UIButton(configuration: .filled())
      var styles: [UIUserInterfaceStyle] = []
      button.configurationUpdateHandler = { styles.append($0.traitCollection.userInterfaceStyle) }
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      stage.wait(20)
      #expect(styles.last == .light)
      let count = styles.count
      stage.window.overrideUserInterfaceStyle = .dark
      stage.wait(20)
      #expect(styles.count == count + 1 && styles.last == .dark)
    }
  }
}
