import ResponderKit
import TestHarness
import Testing

/// Lines of text.
@Suite(.hangLimit) struct LabelTests {
  private static let font = UIFont(size: 12, design: .builtIn)
  private let font = Self.font

  private func label(_ text: String, lines: Int = 0) -> UILabel {
    let label = UILabel(text, font: font)
    label.numberOfLines = lines
    return label
  }

  @Test func aLineIsBrokenWhereItWouldBeWiderThanTheLabel() {
    let width = font.width(of: "one two")
    for (room, lines) in [(width, 1.0), (width - 0.01, 2), (width + 100, 1)] {
      let size = label("one two").sizeThatFits(Size(room, 0))
      #expect(size.height == lines * font.lineHeight, "in \(room)")
      #expect(size.width == (lines == 1 ? width : font.width(of: "two")))
    }
    // Paragraphs always begin a line; a word that is too long has its own.
    #expect(label("a\nb\n\nc").sizeThatFits(.zero).height == 4 * font.lineHeight)
    #expect(label("a interminable b").sizeThatFits(Size(20, 0)).height == 3 * font.lineHeight)
    #expect(label("one two\nthree", lines: 1).sizeThatFits(.zero).height == font.lineHeight)
    #expect(label("a\nb\nc", lines: 2).sizeThatFits(.zero).height == 2 * font.lineHeight)
    // No higher than the room.
    #expect(label("a\nb\nc").sizeThatFits(Size(0, 2.5 * font.lineHeight)).height == 2 * font.lineHeight)
  }

  @Test func whatDoesNotFitIntoTheLinesEndsTheLastOneWithDots() {
    func picture(_ labels: @escaping @Sendable () -> [UILabel]) -> Bitmap {
      PixelTests.picture { window in
        for label in labels() { window.addSubview(label) }
      }.value
    }
    let height = Self.font.lineHeight
    let cut = picture {
      let label = UILabel("first second third fourth", frame: Rect(5, 5, 45, 2 * height), font: Self.font)
      label.numberOfLines = 2
      return [label]
    }
    let wanted = picture {
      [
        UILabel("first", frame: Rect(5, 5, 45, height), font: Self.font),
        UILabel("second third fourth", frame: Rect(5, 5 + height, 45, height), font: Self.font),
      ]
    }
    #expect(cut == wanted)
    // As many lines as there is room for.
    let room = picture {
      let label = UILabel("first second third fourth", frame: Rect(5, 5, 45, 2.9 * height), font: Self.font)
      label.numberOfLines = 0
      label.frame = Rect(5, 5, 45, 2 * height)
      return [label]
    }
    #expect(room == wanted)
  }
}
