import ResponderKit
import TestHarness
import Testing

/// What the kinds of buttons look like, also while they are pressed or can not be used.
@Suite(.hangLimit) struct ButtonTypeTests {
  private func square(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 20, height: 20)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func near(_ color: UIColor, _ red: Double, _ green: Double, _ blue: Double) -> Bool {
    abs(color.red - red) < 0.02 && abs(color.green - green) < 0.02 && abs(color.blue - blue) < 0.02
  }

  @Test func aTitleIsWhiteUnlessTheButtonIsTheSystems() {
    onStage { _ in
      for button in [UIButton(), UIButton(frame: Rect(0, 0, 90, 40)), UIButton(type: .custom)] {
        button.tintColor = .red
        #expect(button.currentTitleColor == .white && button.titleColor(for: .normal) == .white)
        button.isEnabled = false
        #expect(button.currentTitleColor == .white)
        button.setTitleColor(.blue, for: .normal)
        #expect(button.currentTitleColor == .blue)
        button.setTitleColor(nil, for: .normal)
        #expect(button.currentTitleColor == .white)
      }
      for type in [UIButton.ButtonType.system, .detailDisclosure, .contactAdd, .infoLight, .infoDark, .close]
      {
        let button = UIButton(type: type)
        button.tintColor = .red
        #expect(button.currentTitleColor == .red, "\(type)")
      }
      let button = UIButton(configuration: .plain())
      button.tintColor = .red
      #expect(button.currentTitleColor == .red)
    }
  }

  @Test func theLabelOfAnOwnButtonKeepsItsColorInAllStates() throws {
    try onStage { stage in
      let buttons = [UIButton(type: .custom), UIButton(type: .system)]
      for button in buttons {
        button.frame = Rect(0, 0, 200, 60)
        button.backgroundColor = .black
        button.tintColor = .red
        button.setTitle("Save", for: .normal)
        stage.show(button)
      }
      func colors() throws -> [UIColor] {
        stage.wait(20)
        return try buttons.map { try #require($0.titleLabel?.textColor) }
      }
      #expect(try colors() == [.white, .red])
      for button in buttons { button.isHighlighted = true }
      #expect(try colors() == [.white, .red.withAlphaComponent(0.3)])
      for button in buttons { (button.isHighlighted, button.isEnabled) = (false, false) }
      let disabled = try colors()
      #expect(disabled[0] == .white && disabled[1] != .red)
    }
  }

  @Test func aPressDoesNotChangeAColorBehindTheTitle() {
    onStage { stage in
      let button = UIButton(frame: Rect(0, 0, 200, 60))
      button.backgroundColor = .green
      stage.show(button)
      button.isHighlighted = true
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .green)
      button.backgroundColor = nil
      button.configuration = .filled()
      button.tintColor = .green
      #expect(stage.window.snapshot().color(x: 20, y: 30) != .green)
    }
  }

  /// Both ways to show a picture: by the button itself, and by a view of its own.
  @Test(arguments: [false, true]) func aPictureIsDarkerWhilePressedAndPalerWhenDisabled(hasView: Bool) {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(frame: Rect(0, 0, 40, 40))
      button.setImage(square(.green), for: .normal)
      if hasView { _ = button.imageView }
      stage.show(button)
      func color() -> UIColor {
        stage.wait(20)
        return stage.window.snapshot().color(x: 20, y: 20)
      }
      #expect(color() == .green)
      button.isHighlighted = true
      #expect(near(color(), 0, 0.6, 0))
      button.adjustsImageWhenHighlighted = false
      #expect(color() == .green)
      button.adjustsImageWhenHighlighted = true
      #expect(near(color(), 0, 0.6, 0))
      button.setImage(square(.blue), for: .highlighted)
      #expect(color() == .blue)
      button.isHighlighted = false
      button.isEnabled = false
      #expect(near(color(), 0.5, 1, 0.5))
      button.adjustsImageWhenDisabled = false
      #expect(color() == .green)
      button.adjustsImageWhenDisabled = true
      button.setImage(square(.red), for: .disabled)
      #expect(color() == .red)
    }
  }

  @Test(arguments: [false, true]) func aSystemsPictureIsPalerWhilePressed(hasView: Bool) {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(type: .system)
      button.frame = Rect(0, 0, 40, 40)
      button.tintColor = .red
      button.setImage(square(.green), for: .normal)
      if hasView { _ = button.imageView }
      stage.show(button)
      button.isHighlighted = true
      stage.wait(20)
      #expect(near(stage.window.snapshot().color(x: 20, y: 20), 1, 0.7, 0.7))
      button.adjustsImageWhenHighlighted = false
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .red)
      button.isHighlighted = false
      button.adjustsImageWhenDisabled = false
      button.isEnabled = false
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .red)
    }
  }

  @Test func aSignIsAsLargeAsItsButton() {
    onStage { _ in
      for (type, label) in [(UIButton.ButtonType.detailDisclosure, "More Info"), (.contactAdd, "Add")] {
        let button = UIButton(type: type)
        #expect(button.sizeThatFits(.zero) == button.currentImage?.size && button.accessibilityLabel == label)
        let sign = button.sizeThatFits(.zero)
        button.setTitle("Details", for: .normal)
        #expect(button.sizeThatFits(.zero).width > sign.width && button.accessibilityLabel == "Details")
      }
      let close = UIButton(type: .close)
      #expect(abs(close.sizeThatFits(.zero).width - 30) <= 1 && close.accessibilityLabel == "Close")
    }
  }

  @Test func theButtonThatClosesIsGrayInAnyTint() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(type: .close)
      button.frame = Rect(0, 0, 30, 30)
      button.tintColor = .red
      stage.show(button)
      let picture = stage.window.snapshot()
      // Its circle, and its sign.
      let (circle, sign) = (picture.color(x: 15, y: 4), picture.color(x: 15, y: 15))
      #expect(abs(circle.red - circle.blue) < 0.05 && circle.red < 0.97 && circle.red > 0.8)
      #expect(abs(sign.red - sign.blue) < 0.05 && sign.red < circle.red - 0.1)
    }
  }
}
