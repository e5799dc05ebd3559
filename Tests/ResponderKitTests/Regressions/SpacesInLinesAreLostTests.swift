import TestHarness
import Testing

@testable import ResponderKit

/// In labels of several lines, several spaces were one, and those at the beginning none; and a long text was measured in time that grew with the
/// square of its length.
@Suite(.hangLimit) struct SpacesInLinesAreLostTests {
  private func size(_ text: String, _ width: Double = .infinity, lines: Int = 0) -> Size {
    let label = UILabel()
    label.text = text
    label.numberOfLines = lines
    return label.sizeThatFits(Size(width, 0))
  }

  @Test func spacesHaveTheirWidth() {
    #expect(size("  a   b").width == size("  a   b", lines: 1).width)
    #expect(size("a b").width < size("a   b").width && size("a").width < size("  a").width)
    // At the end of a line they need no room.
    let word = size("wwwwww").width
    #expect(size("wwwwww    wwwwww", word + 1) == Size(word, 2 * size("w").height))
  }

  @Test func aLineTakesTheWordsThatFit() {
    let five = size("aa aa aa aa aa").width
    #expect(size("aa aa aa aa aa aa aa", five).height == 2 * size("a").height)
    #expect(size("aa aa aa aa aa aa aa", five - 0.5).height == 2 * size("a").height)
    #expect(size("aa aa aa aa aa aa aa aa aa aa", five - 0.5).height == 3 * size("a").height)
    // A word that is wider than the room has a line of its own.
    #expect(size("a wwwwwwww a", size("a").width + 1).height == 3 * size("a").height)
  }

  @Test func aLongTextIsMeasuredAtOnce() {
    let text = String(repeating: "words and ", count: 1500)
    let start = ContinuousClock.now
    #expect(size(text).height == size("w").height)
    #expect(size(text, 300).height > 100 * size("w").height)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  /// What a measure depends on may change between two of them.
  @Test func aKnownSizeIsNotAnotherTexts() {
    let label = UILabel()
    label.text = "one"
    let first = label.intrinsicContentSize
    label.text = "one and two"
    #expect(label.intrinsicContentSize.width > first.width)
    label.font = label.font.withSize(30)
    let large = label.intrinsicContentSize
    #expect(large.height > first.height)
    label.attributedText = NSAttributedString(string: "one and two", attributes: [.kern: 5])
    #expect(label.intrinsicContentSize.width > large.width)
    label.numberOfLines = 0
    label.preferredMaxLayoutWidth = 60
    #expect(label.intrinsicContentSize.height > large.height)
    label.numberOfLines = 1
    #expect(label.intrinsicContentSize.height == large.height)
  }
}
