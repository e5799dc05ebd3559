import ResponderKit
import TestHarness
import Testing

/// A button's title and picture: where they are, and what they look like in each state.
@Suite(.hangLimit) struct ButtonPartTests {
  @Test(arguments: [UIButton.ButtonType.custom, .system])
  func aFontAndAColorReachTheLabelThatShowsTheTitle(_ type: UIButton.ButtonType) throws {
    try onStage { stage in
      let button = UIButton(type: type)
      button.frame = Rect(0, 0, 200, 60)
      button.setTitle("Save", for: .normal)
      button.setTitleColor(.red, for: .disabled)
      let label = try #require(button.titleLabel)
      button.font = UIFont(size: 30)
      stage.show(button)
      stage.wait(20)
      #expect(label.font.pointSize == 30 && label.textColor != .red)
      button.isEnabled = false
      stage.wait(20)
      #expect(label.textColor == .red)
    }
  }

  @Test func titleAndPictureAreInTheButtonBesideEachOther() throws {
    try onStage { stage in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "Save"
      let button = UIButton(configuration: configuration)
      let plain: Double = button.sizeThatFits(.zero).width
      // The padding is between two.
      configuration.imagePadding = 8
      button.configuration = configuration
      #expect(button.sizeThatFits(.zero).width == plain)
      configuration.image = UIGraphicsImageRenderer(size: Size(20, 20)).image { _ in }
      configuration.imagePlacement = .trailing
      button.configuration = configuration
      #expect(abs(button.sizeThatFits(.zero).width - plain - 28) < 0.01)
      button.frame = Rect(0, 0, 200, 40)
      stage.show(button)
      let (label, picture) = (try #require(button.titleLabel), try #require(button.imageView))
      stage.wait(20)
      #expect(abs(picture.frame.minX - label.frame.maxX - 8) < 0.01)
      button.configuration?.title = "A title that is much too long for it"
      button.frame.size.width = 100
      stage.wait(20)
      #expect(label.frame.minX >= 0 && picture.frame.maxX <= 100)
    }
  }

  @Test func theSizeAndTheStateOfAConfigurationAreSeen() {
    onStage { stage in
      var configuration = UIButton.Configuration.filled()
      configuration.baseBackgroundColor = .red
      let button = UIButton(configuration: configuration)
      button.setTitle("Go", for: .normal)
      let medium: Size = button.sizeThatFits(.zero)
      button.configuration?.buttonSize = .large
      let large: Size = button.sizeThatFits(.zero)
      #expect(large.width > medium.width && large.height > medium.height)
      button.frame = Rect(0, 0, 200, 60)
      stage.show(button)
      #expect(stage.window.snapshot().color(x: 20, y: 30) == .red)
      button.isEnabled = false
      #expect(stage.window.snapshot().color(x: 20, y: 30) != .red)
    }
  }

  @Test func aButtonWithAConfigurationIsTheSystems() {
    #expect(UIButton(configuration: .plain()).buttonType == .system && UIButton().buttonType == .custom)
  }
}
