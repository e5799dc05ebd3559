import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Views above the keyboard.
@Suite(.hangLimit) struct AccessoryViewTests {
  private func bar(_ height: Double = 44) -> UIView {
    let bar = UIView(frame: Rect(0, 0, 10, height))
    bar.backgroundColor = .red
    return bar
  }

  private func field(_ stage: Stage) -> UITextField {
    let root = stage.show(UIView(frame: stage.window.bounds))
    let field = UITextField(frame: Rect(20, 100, 200, 40))
    root.addSubview(field)
    return field
  }

  @Test func itIsAboveTheInputViewWhileTheFieldIsEdited() {
    onStage { stage in
      let (field, bar) = (field(stage), bar())
      field.inputView = UIView(frame: Rect(0, 0, 10, 90))
      field.inputAccessoryView = bar
      var places: [Rect] = []
      stage.window.onInputViewChange = { places.append($0) }
      field.becomeFirstResponder()
      stage.wait(50)
      let bounds = stage.window.bounds
      #expect(bar.window === stage.window && bar.frame == Rect(0, bounds.maxY - 134, bounds.width, 44))
      #expect(field.inputView?.frame == Rect(0, bounds.maxY - 90, bounds.width, 90))
      // Both together are what covers the window.
      #expect(places == [Rect(0, bounds.maxY - 134, bounds.width, 134)])
      field.resignFirstResponder()
      stage.wait(50)
      #expect(bar.window == nil && places.last == .zero)
    }
  }

  @Test func withoutAKeyboardItIsAtTheLowerEdge() {
    onStage { stage in
      let (field, bar) = (field(stage), bar())
      field.inputAccessoryView = bar
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(bar.frame.maxY == stage.window.bounds.maxY && bar.frame.height == 44)
      #expect(stage.window.children.last === bar)
      // Another one in its place.
      let other = self.bar(30)
      field.inputAccessoryView = other
      field.reloadInputViews()
      stage.wait(50)
      #expect(bar.window == nil && other.frame.height == 30)
    }
  }

  @Test("A bar with a flexible height is as high as its constraints make it, and grows with its text")
  func constrained() {
    onStage { stage in
      let (field, bar) = (field(stage), UIView())
      bar.autoresizingMask = .flexibleHeight
      let text = UITextView()
      text.isScrollEnabled = false
      text.translatesAutoresizingMaskIntoConstraints = false
      bar.addSubview(text)
      NSLayoutConstraint.activate([
        text.leadingAnchor.constraint(equalTo: bar.leadingAnchor),
        text.trailingAnchor.constraint(equalTo: bar.trailingAnchor, constant: -190),
        text.topAnchor.constraint(equalTo: bar.topAnchor, constant: 6),
        text.bottomAnchor.constraint(equalTo: bar.bottomAnchor, constant: -6),
      ])
      field.inputAccessoryView = bar
      field.becomeFirstResponder()
      stage.wait(50)
      let height = bar.frame.height
      #expect(height == text.frame.height + 12 && height > 30 && bar.frame.maxY == 844)
      text.text = "A text that is long enough for three lines or more in two hundred points"
      stage.wait(50)
      #expect(bar.frame.height > height + 30 && bar.frame.maxY == 844)
      #expect(bar.frame.height == text.frame.height + 12)
      text.text = ""
      stage.wait(50)
      #expect(bar.frame.height == height)
    }
  }

  @Test func aButtonInItEndsEditing() {
    onStage { stage in
      let (field, bar) = (field(stage), bar())
      let button = UIButton(frame: Rect(0, 0, 80, 44))
      button.addAction(
        UIAction { [unowned field] _ in _ = field.resignFirstResponder() }, for: .touchUpInside)
      bar.addSubview(button)
      field.inputAccessoryView = bar
      field.becomeFirstResponder()
      stage.wait(50)
      stage.tap(40, stage.window.bounds.maxY - 20)
      stage.wait(50)
      #expect(!field.isFirstResponder && bar.window == nil)
    }
  }

  private final class Chat: UIViewController {
    let bar = UIView(frame: Rect(0, 0, 10, 50))
    override var inputAccessoryView: UIView? { bar }
    override var canBecomeFirstResponder: Bool { true }
  }

  @Test func aControllersStaysWhileAFieldInItIsEdited() {
    onStage { stage in
      let (chat, field) = (Chat(), UITextField(frame: Rect(10, 5, 200, 40)))
      chat.bar.addSubview(field)
      stage.show(chat)
      stage.wait(50)
      #expect(chat.becomeFirstResponder())
      stage.wait(50)
      #expect(chat.bar.window === stage.window)
      #expect(field.becomeFirstResponder())
      stage.wait(50)
      #expect(field.isFirstResponder && chat.bar.window === stage.window)
      // A field of the controller's view shows it, too.
      let other = UITextField(frame: Rect(10, 100, 200, 40))
      chat.view.addSubview(other)
      #expect(other.becomeFirstResponder())
      stage.wait(50)
      #expect(other.isFirstResponder && chat.bar.window === stage.window)
    }
  }

  @Test func aViewThatIsTheInputViewIsNotAboveItselfToo() {
    onStage { stage in
      let (field, bar) = (field(stage), bar())
      (field.inputView, field.inputAccessoryView) = (bar, bar)
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(bar.window === stage.window && stage.window.shownAccessoryView == nil)
      #expect(bar.frame.maxY == stage.window.bounds.maxY)
    }
  }
}
