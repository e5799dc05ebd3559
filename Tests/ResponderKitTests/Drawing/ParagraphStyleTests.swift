import TestHarness
import Testing

@testable import ResponderKit

/// Where the lines of paragraphs with styles stand.
@Suite(.hangLimit) struct ParagraphStyleTests {
  private let font = UIFont(size: 10, design: .builtIn)
  private var height: Double { font.lineHeight }

  private func style(_ change: (NSMutableParagraphStyle) -> Void) -> NSMutableParagraphStyle {
    let style = NSMutableParagraphStyle()
    change(style)
    return style
  }

  private func text(_ string: String, _ style: NSParagraphStyle) -> NSMutableAttributedString {
    NSMutableAttributedString(string: string, attributes: [.font: font, .paragraphStyle: style])
  }

  private func styled(_ text: NSAttributedString) -> StyledText {
    StyledText(text, font: font, color: .black)
  }

  private func lines(_ text: NSAttributedString, width: Double = .infinity, most: Int = 0)
    -> [StyledText.StyledLine]
  {
    styled(text).lines(in: Size(width, .infinity), most: most)
  }

  /// Where the texts of lines are drawn.
  private func places(_ text: NSAttributedString, width: Double) -> [Double] {
    let drawing = Drawing()
    lines(text, width: width).draw(at: Point(100, 0), width: width, in: drawing)
    return drawing.operations.compactMap { operation -> Double? in
      if case .text(_, let point, _, _) = operation { point.x - 100 } else { nil }
    }
  }

  @Test func roomIsBetweenLinesAndBetweenParagraphs() {
    let text = text(
      "one two\nthree",
      style {
        $0.lineSpacing = 3
        $0.paragraphSpacing = 7
        $0.paragraphSpacingBefore = 11
      })
    let lines = lines(text, width: font.width(of: "three") + 1)
    #expect(lines.map(\.y) == [0, height + 3, 2 * height + 3 + 3 + 7 + 11])
    // There is none behind the last line.
    let size: Size = styled(text).size(in: Size(font.width(of: "three") + 1, .infinity), most: 0)
    #expect(size.height == 3 * height + 24)
  }

  @Test func linesThatDoNotFitWithTheRoomAreNotDrawn() {
    let text = text("one\ntwo", style { $0.lineSpacing = 30 })
    let room = Size(Double.infinity, 2 * height + 29)
    #expect(styled(text).lines(in: room, most: 0).count == 1)
    #expect(styled(text).lines(in: Size(room.width, room.height + 1), most: 0).count == 2)
  }

  @Test func linesBeginAndEndAtTheIndents() {
    let (word, room) = (font.width(of: "mm"), font.width(of: "mm mm"))
    let style = style {
      $0.firstLineHeadIndent = 20
      $0.headIndent = 5
      $0.tailIndent = -7
    }
    let text = text("mm mm mm", style)
    #expect(places(text, width: room + 20 + 7 + 0.01) == [20, 5])
    // The first line has room for one word only.
    #expect(places(text, width: room + 5 + 7 + 0.01) == [20, 5])
    #expect(lines(text, width: room + 5 + 7 + 0.01)[0].width == word)
    let size: Size = styled(text).size(in: Size(.infinity, .infinity), most: 0)
    #expect(size.width == 20 + font.width(of: "mm mm mm") + 7)
    // Above 0, the end is counted from the left edge.
    style.tailIndent = room + 5.01
    #expect(places(text, width: 1000) == [20, 5])
  }

  @Test func eachParagraphHasItsAlignment() {
    let text = text("mm", style { $0.alignment = .right })
    text.append(self.text("\nmm", style { $0.alignment = .center }))
    text.append(NSAttributedString(string: "\nmm"))
    let room = 100 - font.width(of: "mm")
    #expect(places(text, width: 100).map { $0.rounded() } == [room, room / 2, 0].map { $0.rounded() })
  }

  @Test func linesAreAsHighAsTheStyleSays() {
    func line(_ change: (NSMutableParagraphStyle) -> Void) -> StyledText.StyledLine {
      lines(text("x", style(change)))[0]
    }
    let twice = line { $0.lineHeightMultiple = 2 }
    #expect(twice.height == 2 * height && twice.ascent == font.ascender + height)
    let least = line { $0.minimumLineHeight = 40 }
    #expect(least.height == 40 && least.descent == height - font.ascender)
    let most = line {
      $0.lineHeightMultiple = 3
      $0.maximumLineHeight = 15
    }
    #expect(most.height == 15)
  }

  @Test func theStyleSaysHowALongLineIsCut() {
    func shown(_ mode: NSLineBreakMode) -> String {
      let text = text("mmm mmm\nmmm", style { $0.lineBreakMode = mode })
      let cut = styled(text).lines(in: Size(font.width(of: "mmm m") + 1, .infinity), most: 1, .byClipping)
      return cut.flatMap(\.runs).map(\.text).joined()
    }
    #expect(shown(.byWordWrapping) == "mmm")
    #expect(shown(.byTruncatingTail).hasSuffix("…"))
    #expect(shown(.byTruncatingHead).hasPrefix("…"))
  }

  @Test func valuesThatAreNoneAreIgnored() {
    let text = text(
      "mm mm",
      style {
        $0.lineSpacing = -.infinity
        $0.headIndent = .nan
        $0.firstLineHeadIndent = 1e300
        $0.tailIndent = -1e300
        $0.lineHeightMultiple = -2
        $0.maximumLineHeight = .nan
      })
    let lines = lines(text, width: 50)
    #expect(lines.map(\.height) == [height, height])
    #expect(lines.allSatisfy { $0.y.isFinite })
  }

  @Test func aCopyHasTheSameValuesAndIsChangedAlone() throws {
    let style = style { $0.lineSpacing = 4 }
    let copy = try #require(style.mutableCopy() as? NSMutableParagraphStyle)
    #expect(copy == style && copy.lineSpacing == 4)
    copy.alignment = .right
    #expect(style.alignment == .natural && copy != style && style.copy() as? NSParagraphStyle == style)
    #expect(NSParagraphStyle.default.lineBreakMode == .byWordWrapping)
  }

  @Test func aLabelTakesTheFirstStyleAndGivesItsOwn() {
    let label = UILabel(frame: Rect(0, 0, 200, 100))
    label.textAlignment = .right
    label.attributedText = NSAttributedString(string: "plain")
    #expect(label.textAlignment == .right && label.lineBreakMode == .byTruncatingTail)
    let style = style { $0.alignment = .center }
    label.attributedText = text("one", style)
    #expect(label.textAlignment == .center && label.lineBreakMode == .byWordWrapping)
    label.textAlignment = .right
    label.lineBreakMode = .byClipping
    let shown = label.attributedText?.attribute(.paragraphStyle, at: 0) as? NSParagraphStyle
    #expect(shown?.alignment == .right && shown?.lineBreakMode == .byClipping)
    // The program's own is as it was.
    #expect(style.alignment == .center)
  }

  @Test func aLabelIsAsHighAsItsLinesWithTheRoomBetweenThem() {
    let label = UILabel()
    label.numberOfLines = 0
    label.attributedText = text("one\ntwo", style { $0.lineSpacing = 9 })
    #expect(label.intrinsicContentSize.height == 2 * height + 9)
  }

  @Test func labelsAndDrawnTextsAreAligned() {
    onStage { stage in
      let font = UIFont(size: 20, design: .builtIn)
      let style = NSMutableParagraphStyle()
      style.alignment = .right
      let text = NSAttributedString(string: "mm", attributes: [.font: font, .paragraphStyle: style])
      stage.window.backgroundColor = .white
      let label = UILabel(frame: Rect(0, 0, 200, 40))
      label.attributedText = text
      let drawn = UIImageView(frame: Rect(0, 40, 200, 40))
      drawn.image = UIGraphicsImageRenderer(size: Size(200, 40)).image { _ in
        text.draw(in: Rect(0, 0, 200, 40))
      }
      for view in [label, drawn] { stage.window.addSubview(view) }
      stage.wait(20)
      let picture = stage.window.snapshot()
      func isDrawn(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
        columns.contains { x in rows.contains { picture.color(x: x, y: $0) != .white } }
      }
      for rows in [0..<40, 40..<80] {
        #expect(isDrawn(160..<200, rows) && !isDrawn(0..<160, rows))
      }
    }
  }
}
