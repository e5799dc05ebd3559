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

  @Test func aViewThatIsMovedWhileTheKeyboardIsShownIsCoveredElsewhere() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let form = Form()
      stage.show(form)
      let (outer, part, bar) = (
        UIView(frame: stage.window.bounds), UIView(frame: stage.window.bounds), UIView()
      )
      bar.translatesAutoresizingMaskIntoConstraints = false
      outer.addSubview(part)
      part.addSubview(bar)
      bar.bottomAnchor.constraint(equalTo: part.keyboardLayoutGuide.topAnchor).isActive = true
      form.view.addSubview(outer)
      form.field.becomeFirstResponder()
      stage.wait(20)
      let top = stage.window.inputViewFrame.minY
      #expect(top > 300 && bar.frame.maxY == top)
      part.frame.origin.y = -100
      stage.wait(20)
      #expect(bar.frame.maxY == top + 100)
      // It has no constraints itself.
      outer.frame.origin.y = -50
      stage.wait(20)
      #expect(bar.frame.maxY == top + 150)
      // A guide that is made in the window is known, too.
      let lower = UIView()
      lower.translatesAutoresizingMaskIntoConstraints = false
      outer.addSubview(lower)
      lower.bottomAnchor.constraint(equalTo: outer.keyboardLayoutGuide.topAnchor).isActive = true
      stage.wait(20)
      outer.center.y += 50
      stage.wait(20)
      #expect(bar.frame.maxY == top + 100 && lower.frame.maxY == top)
    }
  }
}
