import TestHarness
import Testing

@testable import ResponderKit

/// Labels that draw their text into a part of them.
@Suite(.hangLimit) struct LabelMarginTests {
  private final class Badge: UILabel {
    private let insets = EdgeInsets(top: 4, left: 30, bottom: 6, right: 10)

    override func drawText(in rect: CGRect) { super.drawText(in: rect.inset(by: insets)) }
    override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
      let text = super.textRect(forBounds: bounds.inset(by: insets), limitedToNumberOfLines: lines)
      return text.inset(by: EdgeInsets(top: -4, left: -30, bottom: -6, right: -10))
    }
  }

  @Test func aLabelIsLargerByItsMargins() {
    let (badge, plain) = (Badge("Some words"), UILabel("Some words"))
    let size = plain.intrinsicContentSize
    #expect(badge.intrinsicContentSize == Size(size.width + 40, size.height + 10))
    badge.numberOfLines = 0
    plain.numberOfLines = 0
    let narrow = plain.sizeThatFits(Size(60, 0))
    #expect(badge.sizeThatFits(Size(100, 0)) == Size(narrow.width + 40, narrow.height + 10))
    #expect(narrow.height > size.height)
  }

  @Test func theTextIsDrawnWithinThem() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let badge = Badge("MMM", font: UIFont(size: 30))
      badge.sizeToFit()
      stage.show(badge)
      stage.wait(20)
      let size = badge.bounds.size
      #expect(stage.brightness(Rect(0, 0, 30, size.height)) == 1)
      #expect(stage.brightness(Rect(size.width - 9, 0, 9, size.height)) == 1)
      #expect(stage.brightness(Rect(30, 4, size.width - 40, size.height - 10)) < 0.9)
    }
  }

  /// Margins by the size alone: with constraints, several lines are as high as those and the margins.
  private final class Note: UILabel {
    override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 10, dy: 8)) }
    override var intrinsicContentSize: CGSize {
      let size = super.intrinsicContentSize
      return Size(size.width + 20, size.height + 16)
    }
  }

  @Test func constraintsGiveSeveralLinesTheirMargins() {
    onStage { stage in
      let note = Note("Some words that take more than one line")
      note.numberOfLines = 0
      note.translatesAutoresizingMaskIntoConstraints = false
      let view = stage.show(UIView(frame: Rect(0, 0, 390, 844)))
      view.addSubview(note)
      NSLayoutConstraint.activate([
        note.widthAnchor.constraint(equalToConstant: 120),
        note.topAnchor.constraint(equalTo: view.topAnchor),
        note.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      ])
      stage.wait(20)
      let text = UILabel("Some words that take more than one line")
      text.numberOfLines = 0
      #expect(note.frame.height == text.sizeThatFits(Size(120, 0)).height + 16)
      #expect(note.frame.height > 3 * note.font.lineHeight)
    }
  }
}
