import ResponderKit
import TestHarness
import Testing

/// What buttons show: titles and colors by state, pictures, configurations.
@Suite(.hangLimit) struct ButtonLookTests {
  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 20, height: 20)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  @Test func aTitlesColorIsThatOfTheState() {
    onStage { stage in
      let button = UIButton(type: .system)
      button.setTitleColor(.red, for: .normal)
      button.setTitleColor(.blue, for: .highlighted)
      #expect(button.currentTitleColor == .red && button.titleColor(for: .selected) == .red)
      button.isHighlighted = true
      #expect(button.currentTitleColor == .blue)
      button.isHighlighted = false
      button.isSelected = true
      #expect(button.currentTitleColor == .red)
    }
  }

  /// What is asked for a state is what the button shows in it.
  @Test func aStateWithoutAValueHasThatOfTheNormalOne() {
    let (red, blue) = (picture(.red), picture(.blue))
    let button = UIButton()
    #expect(button.title(for: .selected) == nil && button.image(for: .selected) == nil)
    #expect(button.titleShadowColor(for: .normal) == nil && button.titleColor(for: .selected) == .white)
    for (state, text, shown, color) in [
      (UIControl.State.normal, "one", red, UIColor.red), (.highlighted, "two", blue, .blue),
    ] {
      button.setTitle(text, for: state)
      button.setAttributedTitle(NSAttributedString(string: text), for: state)
      button.setImage(shown, for: state)
      button.setBackgroundImage(shown, for: state)
      button.setTitleColor(color, for: state)
      button.setTitleShadowColor(color, for: state)
      button.setPreferredSymbolConfiguration(.init(pointSize: Double(text.utf8.count)), forImageIn: state)
    }
    for (state, text, shown, color) in [
      (UIControl.State.normal, "one", red, UIColor.red), (.highlighted, "two", blue, .blue),
      (.disabled, "one", red, .red), ([.selected, .highlighted], "one", red, .red),
    ] {
      #expect(button.title(for: state) == text && button.attributedTitle(for: state)?.string == text)
      #expect(button.image(for: state) === shown && button.backgroundImage(for: state) === shown)
      #expect(button.titleColor(for: state) == color && button.titleShadowColor(for: state) == color)
      #expect(button.preferredSymbolConfigurationForImage(in: state) != nil)
    }
  }

  @Test func theTitlesLabelIsPartOfTheButton() throws {
    try onStage { stage in
      let button = UIButton(type: .system)
      button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
      button.setTitle("Save", for: .normal)
      button.setTitleColor(.red, for: .normal)
      button.titleLabel?.font = UIFont(size: 30, design: .builtIn)
      stage.show(button)
      stage.wait(20)
      let label = try #require(button.titleLabel)
      #expect(button.font.pointSize == 30 && label.superview === button)
      #expect(label.text == "Save" && label.textColor == .red && abs(label.frame.midX - 100) < 0.01)
      button.setTitle("Saved", for: .normal)
      button.isEnabled = false
      stage.wait(20)
      #expect(label.text == "Saved" && label.textColor != .red)
      // It is not hit: the button is.
      #expect(button.hitTest(label.center, with: nil) === button)
    }
  }

  @Test func aPictureStandsBesideTheTitle() {
    onStage { stage in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
      button.setImage(picture(.green), for: .normal)
      button.setImage(picture(.blue), for: .selected)
      stage.window.backgroundColor = .white
      stage.show(button)
      #expect(stage.window.snapshot().color(x: 100, y: 30) == .green)
      button.isSelected = true
      #expect(stage.window.snapshot().color(x: 100, y: 30) == .blue)
      button.contentHorizontalAlignment = .left
      button.contentEdgeInsets = UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 0)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 40, y: 30) == .blue && picture.color(x: 100, y: 30) == .white)
      #expect(button.imageView?.image === button.currentImage)
      #expect(button.sizeThatFits(.zero) == CGSize(width: 50, height: 20))
    }
  }

  @Test func aConfigurationIsALookAsAWhole() {
    onStage { stage in
      var configuration = UIButton.Configuration.filled()
      configuration.title = "Go"
      configuration.image = picture(.green)
      configuration.imagePadding = 8
      configuration.baseBackgroundColor = .systemRed
      configuration.cornerStyle = .capsule
      var presses = 0
      let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in presses += 1 })
      button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
      stage.window.backgroundColor = .white
      stage.show(button)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 30, y: 30) == UIColor.systemRed.bright && shown.color(x: 1, y: 1) == .white)
      #expect(button.currentImage === configuration.image)
      stage.tap(100, 30)
      #expect(presses == 1)
      button.configuration?.baseBackgroundColor = .systemBlue
      #expect(stage.window.snapshot().color(x: 30, y: 30) == UIColor.systemBlue.bright)
      button.configuration?.cornerStyle = .fixed
      button.configuration?.background.cornerRadius = 0
      #expect(stage.window.snapshot().color(x: 1, y: 1) == UIColor.systemBlue.bright)
      // The other kinds have other backgrounds.
      for other in [UIButton.Configuration.tinted(), .gray(), .plain()] {
        button.configuration = other
        #expect(stage.window.snapshot().color(x: 30, y: 30) != UIColor.systemBlue.bright)
      }
      #expect(stage.window.snapshot().color(x: 30, y: 30) == .white)
    }
  }

  @Test func aConfigurationFollowsTheState() {
    onStage { stage in
      let button = UIButton(configuration: .filled())
      button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
      button.configurationUpdateHandler = { button in
        button.configuration?.title = button.isSelected ? "On" : "Off"
      }
      stage.show(button)
      stage.wait(20)
      #expect(button.configuration?.title == "Off")
      button.isSelected = true
      stage.wait(20)
      #expect(button.configuration?.title == "On")
    }
  }

  @Test func anActionHasATitleAndAPicture() {
    onStage { _ in
      let action = UIAction(title: "Share", image: picture(.red)) { _ in }
      let button = UIButton(type: .system, primaryAction: action)
      #expect(button.currentTitle == "Share" && button.currentImage == action.image)
      #expect(UIButton(type: .contactAdd).currentImage == UIImage(systemName: "plus.circle"))
    }
  }

  @Test func attributesOfATitleAreShown() {
    onStage { stage in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
      let title = NSAttributedString(string: "Big", attributes: [.backgroundColor: UIColor.systemGreen])
      button.setAttributedTitle(title, for: .normal)
      stage.window.backgroundColor = .white
      stage.show(button)
      let shown = stage.window.snapshot()
      #expect((60..<140).contains { shown.color(x: $0, y: 22) == UIColor.systemGreen.bright })
      #expect(button.currentTitle == "Big")
    }
  }

  @Test func aWheelTakesThePicturesPlace() throws {
    try onStage { stage in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "Load"
      configuration.image = picture(.green).withRenderingMode(.alwaysOriginal)
      configuration.imagePadding = 10
      let button = stage.show(UIButton(configuration: configuration))
      button.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
      let width = button.sizeThatFits(.zero).width
      button.configuration?.showsActivityIndicator = true
      stage.wait(20)
      let wheel = try #require(button.subviews.first { $0 is UIActivityIndicatorView })
      #expect(
        wheel.isAnimating && wheel.frame.size == CGSize(width: 20, height: 20) && wheel.frame.midY == 30)
      #expect(button.sizeThatFits(.zero).width == width)
      let shown = stage.window.snapshot()
      #expect(!(0..<200).contains { x in shown.color(x: x, y: 30) == .green })
      button.configuration?.showsActivityIndicator = false
      stage.wait(20)
      #expect(wheel.superview == nil)
      let again = stage.window.snapshot()
      #expect((0..<200).contains { x in again.color(x: x, y: 30) == .green })
    }
  }
}
