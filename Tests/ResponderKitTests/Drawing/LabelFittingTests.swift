import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Texts that are larger than the room for them: smaller letters, and lines that are not laid out.
@Suite(.hangLimit) struct LabelFittingTests {
  private let font = UIFont(size: 20, design: .builtIn)

  private func shrunk(_ text: NSAttributedString, _ room: Double, least: Double = 0) -> StyledText.StyledLine?
  {
    StyledText(text, font: font, color: .black).shrunk(to: room, least: least)
      .lines(in: Size(room, .infinity), most: 1).first
  }

  @Test func theRoomBetweenLettersStaysAsItIs() throws {
    let text = NSAttributedString(string: "mmmmmmmm", attributes: [.kern: 6])
    let letters = font.width(of: "mmmmmmmm")
    for room in [letters + 30, letters, letters * 0.7] {
      let line = try #require(shrunk(text, room))
      // All letters, in nearly all of the room.
      #expect(line.runs.map(\.text) == ["mmmmmmmm"] && line.width <= room && line.width > room * 0.96)
    }
    let same = try #require(shrunk(text, letters + 42))
    #expect(same.runs[0].style.font == font)
    // Where there is hardly more room than that between letters, these are as small as they may be.
    #expect(shrunk(text, 50, least: 0.5)?.runs.first?.style.font.pointSize == 10)
  }

  @Test func allLettersOfATextWithAttributesBecomeSmaller() throws {
    let text = NSMutableAttributedString(string: "wide ")
    text.append(NSAttributedString(string: "wider", attributes: [.font: font.withSize(40)]))
    let picture = NSTextAttachment()
    picture.bounds = Rect(0, 0, 30, 10)
    text.append(NSAttributedString(attachment: picture))
    let line = try #require(shrunk(text, 150))
    #expect(line.width <= 150 && line.width > 140)
    let sizes = line.runs.map(\.style.font.pointSize)
    #expect(sizes[0] < 20 && abs(sizes[1] / sizes[0] - 2) < 1e-9 && line.runs[2].width == 30)
    #expect(line.runs.map(\.text).joined() == text.string)
  }

  @Test func tabsEndAtTheSamePlacesInSmallerLetters() throws {
    let text = NSAttributedString(string: "a\tbb\tmmmmmm")
    let whole = try #require(shrunk(text, 1000)?.width)
    for room in [whole * 0.9, whole * 0.7, 70] {
      let line = try #require(shrunk(text, room))
      #expect(line.runs.map(\.text) == ["a", "\t", "bb", "\t", "mmmmmm"], "\(room)")
      #expect(line.width <= room && line.width > room * 0.93 && line.runs[4].x == 56, "\(room)")
    }
    // No letters fit in front of the last place; they are still seen.
    let size = try #require(shrunk(text, 30)?.runs.first?.style.font.pointSize)
    #expect(size > 1 && size < 20)
  }

  @Test func aLabelShowsItsTextInSmallerLetters() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let label = UILabel(frame: Rect(0, 0, 100, 40))
      label.attributedText = NSAttributedString(
        string: "mmmmmmmmmmmmmmI", attributes: [.font: font, .foregroundColor: UIColor.black, .kern: 2])
      stage.show(label)
      func height() -> Int {
        stage.wait(20)
        let picture = stage.window.snapshot()
        return (0..<40).filter { y in (0..<20).contains { picture.color(x: $0, y: y).red < 0.5 } }.count
      }
      let large = height()
      label.adjustsFontSizeToFitWidth = true
      let small = height()
      #expect(small > 2 && small < large * 3 / 4)
      label.minimumScaleFactor = 1
      #expect(height() == large)
    }
  }

  // MARK: Room

  /// The processor's time that it takes, the least of three.
  private func time(_ body: () -> Void) -> Double {
    let times = (0..<3).map { _ in
      let start = threadTime()
      body()
      return threadTime() - start
    }
    return times.min() ?? 0
  }

  /// It takes a small part of the time that all lines take.
  @Test(arguments: [" ", "\n"]) func textBelowTheRoomIsNotLaidOut(_ end: String) {
    let string = (0..<6000).map { "word\($0)" }.joined(separator: end)
    let text = StyledText(string, font: font, color: .black)
    var (all, some): ([StyledText.StyledLine], [StyledText.StyledLine]) = ([], [])
    let whole = time { all = text.lines(in: Size(300, .infinity), most: 0) }
    for (room, most) in [(Size(300, 50), 0), (Size(300, .infinity), 2)] {
      let part = time { some = text.lines(in: room, most: most) }
      #expect(some.count == 2 && part < whole / 4, "\(part) of \(whole)")
      #expect(some[0].runs.map(\.text) == all[0].runs.map(\.text))
      #expect(some[1].runs.map(\.text).joined().hasSuffix("…") && some[1].width <= 300)
      var size = Size.zero
      let measuring = time { size = text.size(in: room, most: most) }
      #expect(size.height == 2 * font.lineHeight && size.width <= 300)
      #expect(measuring < whole / 4, "\(measuring) of \(whole)")
    }
    let words = time { some = text.lines(in: Size(300, 50), most: 0, .byWordWrapping) }
    #expect(words < whole / 4 && some.count == 2)
  }

  @Test func theLastLineContinuesInTheWordsOfTheText() {
    func shown(_ string: String, _ most: Int) -> [String] {
      let text = StyledText(string, font: font, color: .black)
      return text.lines(in: Size(font.width(of: "one two t") + 1, .infinity), most: most).map {
        $0.runs.map(\.text).joined()
      }
    }
    #expect(shown("one two three four five", 2) == ["one two", "three f…"])
    // Without spaces that the text does not have.
    #expect(shown("一二三四五六七八九十一二三四五六七八九十", 2).joined().contains(" ") == false)
    #expect(shown("one\ntwo\nsix", 2) == ["one", "two six"])
    #expect(shown("one\n\nsix", 2) == ["one", " six"])
    #expect(shown("one", 2) == ["one"] && shown("", 2) == [""])
  }

  @Test func lettersThatComeNearerAreMeasuredToTheEnd() {
    // Half of the letters are wider than all of them.
    let text = NSMutableAttributedString(
      string: String(repeating: "m", count: 100), attributes: [.kern: 0.0])
    text.append(NSAttributedString(string: String(repeating: "i", count: 100), attributes: [.kern: -17]))
    let styled = StyledText(text, font: font, color: .black)
    let whole = styled.size(in: Size(.infinity, .infinity), most: 1).width
    #expect(whole < font.width(of: String(repeating: "m", count: 100)))
    #expect(styled.lines(in: Size(whole + 1, .infinity), most: 1)[0].runs.last?.text.hasSuffix("i") == true)
  }
}
