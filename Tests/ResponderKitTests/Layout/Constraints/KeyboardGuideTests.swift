import TestHarness
import Testing

@testable import ResponderKit

/// Constraints to the keyboard.
@Suite(.hangLimit) struct KeyboardGuideTests {
  private final class Form: UIViewController {
    let (field, button) = (UITextField(), UIButton(type: .system))

    override func viewDidLoad() {
      super.viewDidLoad()
      button.setTitle("Send", for: .normal)
      field.frame = Rect(10, 60, 200, 30)
      button.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(field)
      view.addSubview(button)
      NSLayoutConstraint.activate([
        button.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        view.keyboardLayoutGuide.topAnchor.constraint(equalTo: button.bottomAnchor, constant: 8),
      ])
    }
  }

  @Test func whatIsAboveTheGuideStaysAboveTheKeyboard() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 30, right: 0))
      stage.application.showsScreenKeyboard = true
      let form = Form()
      stage.show(form)
      stage.wait(20)
      let guide = form.view.keyboardLayoutGuide
      #expect(form.button.frame.maxY == 844 - 30 - 8 && guide.layoutFrame == Rect(0, 814, 390, 30))
      form.field.becomeFirstResponder()
      stage.wait(20)
      let keyboard = stage.window.inputViewFrame
      #expect(keyboard.height > 100 && form.button.frame.maxY == keyboard.minY - 8)
      #expect(guide.layoutFrame == keyboard)
      form.field.resignFirstResponder()
      stage.wait(20)
      #expect(form.button.frame.maxY == 806)
      guide.usesBottomSafeArea = false
      stage.wait(20)
      #expect(form.button.frame.maxY == 836)
    }
  }

  @Test func onlyThePartOfAViewThatIsCoveredCounts() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let form = Form()
      stage.show(form)
      let part = UIView(frame: Rect(0, 0, 390, 700))
      let bar = UIView()
      bar.translatesAutoresizingMaskIntoConstraints = false
      form.view.addSubview(part)
      part.addSubview(bar)
      bar.bottomAnchor.constraint(equalTo: part.keyboardLayoutGuide.topAnchor).isActive = true
      stage.wait(20)
      #expect(bar.frame.maxY == 700)
      form.field.becomeFirstResponder()
      stage.wait(20)
      #expect(bar.frame.maxY == min(stage.window.inputViewFrame.minY, 700))
    }
  }
}
