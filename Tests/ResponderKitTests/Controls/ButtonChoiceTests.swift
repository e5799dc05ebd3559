import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Buttons that keep what was chosen, and titles with attributes of their configurations.
@Suite(.hangLimit) struct ButtonChoiceTests {
  @Test func readersHearTheTitleThatIsShown() {
    onStage { _ in
      let button = UIButton(type: .system)
      button.setAttributedTitle(NSAttributedString(string: "old"), for: .normal)
      #expect(button.accessibilityLabel == "old")
      button.configuration = .plain()
      button.configuration?.attributedTitle = AttributedString("new")
      #expect(button.accessibilityLabel == "new")
      let info = UIButton(type: .contactAdd)
      info.setAttributedTitle(NSAttributedString(string: ""), for: .normal)
      #expect(info.accessibilityLabel == "Add")
    }
  }

  @Test func aDarkenedPictureIsNoSecondPicture() {
    let image = UIImage(Bitmap(width: 8, height: 8))
    let drawing = Drawing()
    drawing.image(image, in: Rect(0, 0, 8, 8), tint: .red, automatic: .alwaysOriginal, isDarkened: true)
    guard case .effect(let inner, .darkened) = drawing.operations.first,
      case .picture(let shown, _, _) = inner.first
    else { return #expect(Bool(false)) }
    #expect(drawing.operations.count == 1 && inner.count == 1 && shown === image)
  }

  @Test func aPressSelectsTheButtonAndAnotherOneDeselectsIt() {
    onStage { stage in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
      button.changesSelectionAsPrimaryAction = true
      button.addAction(
        UIAction { stage.log("\(($0.sender as? UIButton)?.isSelected == true)") }, for: .touchUpInside)
      stage.show(button)
      stage.tap(50, 20)
      stage.tap(50, 20, after: 600)
      #expect(stage.log.take() == ["true", "false"])
      // A finger that is lifted elsewhere changes nothing.
      stage.down(50, 20, after: 600)
      stage.move(50, 400)
      stage.up(50, 400)
      #expect(!button.isSelected)
      button.changesSelectionAsPrimaryAction = false
      stage.tap(50, 20, after: 600)
      #expect(!button.isSelected)
    }
  }

  @Test func aButtonShowsWhatIsChosenInItsMenu() throws {
    try onStage { stage in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
      button.setTitle("Size", for: .normal)
      button.menu = UIMenu(
        children: ["Small", "Large"].map { title in
          UIAction(title: title) { _ in stage.log(button.currentTitle ?? "") }
        })
      button.showsMenuAsPrimaryAction = true
      #expect(button.currentTitle == "Size")
      button.changesSelectionAsPrimaryAction = true
      #expect(button.currentTitle == "Small" && button.menu?.selectedElements.map(\.title) == ["Small"])
      stage.show(button)
      stage.wait(20)
      stage.tap(100, 20)
      try stage.tapRow("Large")
      #expect(stage.log.take() == ["Large"] && button.accessibilityLabel == "Large" && !button.isSelected)
      #expect(button.menu?.selectedElements.map(\.title) == ["Large"])
      // An action that the program has turned on is kept.
      let actions = ["A", "B"].map { title in
        UIAction(title: title, state: title == "B" ? .on : .off) { _ in }
      }
      button.menu = UIMenu(children: actions)
      #expect(button.currentTitle == "B")
      button.configuration = .filled()
      button.configuration?.title = "C"
      #expect(button.accessibilityLabel == "B")
      button.changesSelectionAsPrimaryAction = false
      #expect(button.accessibilityLabel == "C")
    }
  }

  @Test func aTransformerChangesTheTitlesFont() {
    onStage { stage in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "Continue"
      let button = UIButton(configuration: configuration)
      let usual = button.intrinsicContentSize
      var incoming: AttributeContainer?
      configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { attributes in
        incoming = attributes
        var outgoing = attributes
        outgoing.font = UIFont.systemFont(ofSize: 34)
        outgoing.foregroundColor = .red
        return outgoing
      }
      button.configuration = configuration
      let insets = configuration.contentInsets
      let width = UIFont.systemFont(ofSize: 34).width(of: "Continue") + insets.leading + insets.trailing
      #expect(button.intrinsicContentSize.width > usual.width + 20)
      #expect(abs(button.intrinsicContentSize.width - width) < 1)
      #expect(incoming?.font == button.font && incoming?.foregroundColor == button.tintColor)
      // The label shows the same.
      button.frame = CGRect(origin: .zero, size: button.intrinsicContentSize)
      let color = button.titleLabel?.attributedText?.attributes(at: 0, effectiveRange: nil)[.foregroundColor]
      #expect(color as? UIColor == .red)
      #expect(configuration == button.configuration)
      configuration.titleTextAttributesTransformer = nil
      #expect(configuration != button.configuration)
    }
  }

  @Test func aConfigurationsTitleHasAttributes() {
    onStage { stage in
      var container = AttributeContainer()
      container.font = UIFont.boldSystemFont(ofSize: 28)
      var title = AttributedString("Pay ", attributes: container)
      title += AttributedString("now")
      var configuration = UIButton.Configuration.gray()
      configuration.title = "Pay"
      let button = UIButton(configuration: configuration)
      let plain = button.intrinsicContentSize.width
      configuration.attributedTitle = title
      configuration.attributedSubtitle = "by card"
      button.configuration = configuration
      #expect(button.accessibilityLabel == "Pay now" && button.intrinsicContentSize.width > plain)
      #expect(title.font == container.font && title.description == "Pay now")
      title.foregroundColor = .green
      let shown = NSAttributedString(title)
      #expect(shown.string == "Pay now")
      #expect(shown.attributes(at: 5, effectiveRange: nil)[.foregroundColor] as? UIColor == .green)
      #expect(shown.attributes(at: 5, effectiveRange: nil)[.font] == nil)
      container.merge(AttributeContainer([.kern: 2.0]))
      #expect(container.kern == 2 && container.font == UIFont.boldSystemFont(ofSize: 28))
      // Numbers of any kind, and styles by their numbers.
      container = AttributeContainer([
        .kern: 3, .baselineOffset: Float(4), .underlineStyle: NSUnderlineStyle.single.rawValue,
        .strikethroughStyle: NSUnderlineStyle.thick,
      ])
      #expect(container.kern == 3 && container.baselineOffset == 4)
      #expect(container.underlineStyle == .single && container.strikethroughStyle == .thick)
      // What is merged counts more; in a text, for all its parts.
      container.merge(AttributeContainer([.kern: 5]))
      #expect(container.kern == 5 && container.baselineOffset == 4)
      var text = AttributedString("a") + AttributedString("b")
      text.mergeAttributes(container)
      let kerns = [0, 1].map {
        NSAttributedString(text).attributes(at: $0, effectiveRange: nil)[.kern] as? Double
      }
      #expect(kerns == [5, 5])
    }
  }

  @Test(arguments: [false, true]) func aPopUpButtonHasASign(hasConfiguration: Bool) {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = UIButton(type: .system)
      if hasConfiguration { button.configuration = .plain() }
      button.setTitle("I", for: .normal)
      button.menu = UIMenu(children: [UIAction(title: "I") { _ in }])
      button.showsMenuAsPrimaryAction = true
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      let plain = button.intrinsicContentSize
      button.changesSelectionAsPrimaryAction = true
      #expect(button.intrinsicContentSize == Size(plain.width + 16, plain.height))
      // Blue columns: those of the letter, and of the sign behind it.
      func columns() -> [Int] {
        button.frame = Rect(origin: .zero, size: button.intrinsicContentSize)
        stage.wait(20)
        let picture = stage.window.snapshot()
        return (0..<Int(button.bounds.maxX)).filter { x in
          (0..<Int(button.bounds.maxY)).contains { picture.color(x: x, y: $0).cgColor.red < 0.7 }
        }
      }
      let shown = columns()
      #expect((shown.last ?? 0) - (shown.first ?? 0) > 12)
      button.semanticContentAttribute = .forceRightToLeft
      let mirrored = columns()
      #expect((mirrored.last ?? 0) - (mirrored.first ?? 0) > 12)
      let (left, right) = (Double(shown.first ?? 0), button.bounds.maxX - Double(mirrored.last ?? 0))
      #expect(abs(left - right) < 4)
      guard hasConfiguration else { return }
      button.configuration?.indicator = .none
      #expect(button.intrinsicContentSize == plain)
      button.changesSelectionAsPrimaryAction = false
      button.configuration?.indicator = .popup
      #expect(button.intrinsicContentSize.width == plain.width + 16)
    }
  }
}
