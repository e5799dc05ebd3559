import ResponderKit
import TestHarness
import Testing

/// A label that had no size yet said that one line was enough for all of its text.
@Suite(.hangLimit) struct LabelWithoutSizeTests {
  @Test func aLabelOfTheSizeThatFitsShowsAllLines() {
    for size in stride(from: 7.0, to: 31, by: 0.7) {
      let font = UIFont(size: size)
      for count in 1...7 {
        let label = UILabel(Array(repeating: "x", count: count).joined(separator: "\n"), font: font)
        label.numberOfLines = 0
        let fitting = label.sizeThatFits(.zero)
        #expect(label.sizeThatFits(fitting) == fitting, "\(count) lines of \(size) points")
      }
    }
  }

  @Test func aLabelWithoutASizeHasRoomForAllLines() {
    let label = UILabel("one two three\nfour")
    label.numberOfLines = 0
    #expect(label.sizeThatFits(.zero).height == 2 * label.font.lineHeight)
    #expect(label.sizeThatFits(Size(20, 0)).height == 4 * label.font.lineHeight)
    label.numberOfLines = 3
    #expect(label.sizeThatFits(Size(20, 0)).height == 3 * label.font.lineHeight)
  }
}
