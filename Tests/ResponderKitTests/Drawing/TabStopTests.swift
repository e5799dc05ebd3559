import TestHarness
import Testing

@testable import ResponderKit

/// Where text continues behind tabs.
@Suite(.hangLimit) struct TabStopTests {
  private let font = UIFont(size: 10, design: .builtIn)

  private func style(_ change: (NSMutableParagraphStyle) -> Void) -> NSMutableParagraphStyle {
    let style = NSMutableParagraphStyle()
    change(style)
    return style
  }

  private func text(_ string: String, _ style: NSParagraphStyle? = nil) -> NSAttributedString {
    var attributes: [NSAttributedString.Key: Any] = [.font: font]
    attributes[.paragraphStyle] = style
    return NSAttributedString(string: string, attributes: attributes)
  }

  /// Where the parts between tabs begin and end, in each line of a drawn text and of one that is edited.
  private func parts(_ text: NSAttributedString, width: Double = 2000) -> [[ClosedRange<Double>]] {
    let drawn = StyledText(text, font: font, color: .black).lines(in: Size(width, .infinity), most: 0).map {
      line in
      line.runs.filter { $0.text != "\t" }.map {
        line.place.indent + $0.x...line.place.indent + $0.x + $0.width
      }
    }
    var layout = TextLayout()
    layout.update(TextModel(text), TextLayout.Look(font: font), width: width)
    let edited = layout.lines.map { line in
      (line.styled?.runs ?? []).filter { $0.text != "\t" }.map { line.left + $0.x }
    }
    // At a line's end letters are a little narrower where text is drawn.
    let pairs = zip(drawn.joined(), edited.joined())
    #expect(drawn.map(\.count) == edited.map(\.count))
    #expect(pairs.allSatisfy { abs($0.lowerBound - $1) < 1.5 }, "\(drawn) and \(edited)")
    return drawn
  }

  private func starts(_ text: NSAttributedString) -> [Double] {
    parts(text).flatMap { $0 }.map { ($0.lowerBound * 1000).rounded() / 1000 }
  }

  @Test func thereIsAPlaceAtEach28Points() {
    #expect(starts(text("a\tb\t\tc")) == [0, 28, 84])
    #expect(starts(text("\tb")) == [28])
    // Text that reaches a place continues at the next one.
    let word = "mmmmmm"
    #expect(font.width(of: word) > 28 && font.width(of: word) < 56)
    #expect(starts(text("\(word)\tb")) == [0, 56])
    // Behind the last place a tab is as wide as a space.
    let many = starts(text(String(repeating: "\t", count: 13) + "b"))
    #expect(many.first.map { $0 > 336 && $0 < 345 } == true)
    #expect(NSParagraphStyle.default.tabStops.map(\.location) == (1...12).map { 28 * Double($0) })
  }

  @Test func aStyleHasPlacesOfItsOwn() {
    let own = style {
      $0.tabStops = [
        NSTextTab(textAlignment: .left, location: 100), NSTextTab(textAlignment: .left, location: 40),
      ]
    }
    #expect(starts(text("a\tb\tc", own)) == [0, 40, 100])
    own.addTabStop(NSTextTab(textAlignment: .natural, location: 70, options: [:]))
    #expect(own.tabStops.map(\.location) == [40, 70, 100] && starts(text("a\tb\tc", own)) == [0, 40, 70])
    own.removeTabStop(NSTextTab(textAlignment: .left, location: 40))
    #expect(starts(text("a\tb\tc", own)) == [0, 70, 100])
    own.tabStops = []
    own.defaultTabInterval = 50
    #expect(starts(text("a\tb\tc", own)) == [0, 50, 100])
    // Places are counted from where the paragraph begins.
    own.firstLineHeadIndent = 20
    #expect(starts(text("a\tb", own)) == [20, 50])
    own.tabStops = nil
    #expect(own.tabStops.count == 12)
  }

  /// The sums of such an interval are a little less or more than its multiples.
  @Test(arguments: [12.7, 14.2]) func anIntervalMayBeNoWholeNumber(interval: Double) {
    let own = style {
      $0.tabStops = []
      $0.defaultTabInterval = interval
    }
    for count in 1...12 {
      let start = starts(text(String(repeating: "\t", count: count) + "b", own)).first ?? 0
      #expect(abs(start - interval * Double(count)) < 0.001)
    }
  }

  @Test func textEndsAtAPlaceOrIsAroundIt() throws {
    let own = style {
      $0.tabStops = [
        NSTextTab(textAlignment: .center, location: 60), NSTextTab(textAlignment: .right, location: 150),
      ]
    }
    let line = try #require(parts(text("a\tbbb\tccc", own)).first)
    try #require(line.count == 3)
    let advance = font.carets(of: Array("bbb")[...]).last ?? 0
    #expect(abs(line[1].lowerBound + advance / 2 - 60) < 1e-6)
    #expect(line[2].upperBound <= 150 + 1e-6 && line[2].upperBound > 150 - 3)
    // Text that is too long continues at once.
    let long = try #require(parts(text("aaaa\tbbbbbbbbbbbbbbbbbbbb\tc", own)).first)
    #expect(long[1].lowerBound == long[0].upperBound || long[1].lowerBound > long[0].upperBound)
    #expect(long[1].lowerBound < 40)
    let right = self.style { $0.tabStops = [NSTextTab(textAlignment: .right, location: 40)] }
    let late = try #require(parts(text("aaaa\tbbbbbbbbbb", right)).first)
    #expect(late.count == 2 && late[1].lowerBound >= late[0].upperBound)
  }

  @Test func aLineIsCutWhereTheTextBehindATabDoesNotFit() {
    let cut = parts(text("a b\tccc"), width: 40)
    #expect(cut.count == 2 && cut.last?.first?.lowerBound == 0)
    let wide = parts(text("aa\tbb\tcc dd"), width: 28 * 2 + font.width(of: "cc") + 4)
    #expect(wide.count == 2 && wide.first?.count == 3 && wide.last?.first?.lowerBound == 0)
  }

  @Test func theCaretIsBehindTheTab() {
    var layout = TextLayout()
    var model = TextModel("a\tb")
    layout.update(model, TextLayout.Look(font: font), width: 200)
    #expect(layout.x(of: 2) == 28 && layout.x(of: 1) == font.carets(of: ["a"]).last)
    // Also when it is typed, moved and removed.
    func same(_ change: (inout TextModel) -> Void) -> Bool {
      change(&model)
      layout.update(model, TextLayout.Look(font: font), width: 200)
      var whole = TextLayout()
      whole.update(model, TextLayout.Look(font: font), width: 200)
      return layout.lines.map(\.carets) == whole.lines.map(\.carets)
        && layout.lines.map(\.range) == whole.lines.map(\.range)
    }
    #expect(same { $0.insert("\tc") } && layout.x(of: 4) == 56)
    #expect(same { $0.select(0..<1) } && same { $0.insert("mmmmmm") } && layout.x(of: 7) == 56)
    #expect(
      same {
        $0.move(to: 6)
        $0.deleteForward()
      })
    #expect(same { $0.insert(String(repeating: "words of several lines\tand ", count: 20)) })
    #expect(
      same {
        $0.move(to: 200)
        $0.insert("x")
      })
    #expect(
      same {
        $0.move(to: 100)
        $0.insert("\t")
      })
  }

  @Test func placesThatAreNoneAreLeftOut() {
    let odd = style {
      $0.tabStops = [.nan, .infinity, -.infinity, 1e300, -50, 30].map {
        NSTextTab(textAlignment: .left, location: $0)
      }
      $0.defaultTabInterval = .nan
    }
    #expect(starts(text("a\tb", odd)) == [0, 30])
    odd.defaultTabInterval = 1e-300
    #expect(starts(text("a\t\t\tb", odd)).allSatisfy { $0.isFinite })
    odd.defaultTabInterval = -4
    #expect(starts(text("a\t\tb", odd)).allSatisfy { $0.isFinite })
  }

  @Test func tabsAndTheirStylesAreEqualByTheirValues() throws {
    let (first, second) = (
      NSTextTab(textAlignment: .right, location: 3), NSTextTab(textAlignment: .right, location: 3)
    )
    #expect(first == second && first != NSTextTab(textAlignment: .left, location: 3))
    let style = style { $0.tabStops = [first] }
    let copy = try #require(style.mutableCopy() as? NSMutableParagraphStyle)
    #expect(copy == style && copy.tabStops == [second])
    copy.hyphenationFactor = 0.5
    copy.usesDefaultHyphenation = true
    copy.allowsDefaultTighteningForTruncation = true
    #expect(copy != style && copy.hyphenationFactor == 0.5 && copy.usesDefaultHyphenation)
    #expect(copy.allowsDefaultTighteningForTruncation)
  }

  // MARK: Text without attributes

  private func drawn(_ stage: Stage, _ draw: () -> Void) -> (texts: [String], places: [Double]) {
    let drawing = stage.application.frame.recorder.record(stage.window.bounds, draw)
    let parts = drawing.operations.compactMap { operation -> (String, Double)? in
      if case .text(let text, let point, _, _) = operation { (text, point.x) } else { nil }
    }
    return (parts.map(\.0), parts.map { $0.1 - (parts.first?.1 ?? 0) })
  }

  @Test func plainTextIsDrawnFromTabToTab() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 200, 100))
      view.font = font
      view.text = "a\tb\t\tc"
      let field = UITextField(frame: Rect(0, 200, 200, 40))
      field.font = font
      field.text = view.text
      stage.show(view)
      stage.show(field)
      stage.wait(20)
      #expect(view.lines.lines.allSatisfy { $0.styled == nil && $0.hasTabs } && field.line.styled == nil)
      let (inView, inField) = (drawn(stage, view.drawText), drawn(stage, field.drawText))
      #expect(inView.texts == ["a", "b", "c"] && inView.places == [0, 28, 84])
      #expect(inField.texts == ["a", "b", "c"] && inField.places == [0, 28, 84])
      view.text = "a\nb c"
      stage.wait(20)
      #expect(drawn(stage, view.drawText).texts == ["a", "b c"])
    }
  }

  @Test func lettersBehindATabAreMadeToFit() {
    onStage { stage in
      let field = UITextField(frame: Rect(0, 0, 100, 40))
      field.font = UIFont(size: 20, design: .builtIn)
      field.adjustsFontSizeToFitWidth = true
      field.minimumFontSize = 5
      field.text = "a\tmmmmmmmmmm"
      stage.show(field)
      stage.wait(20)
      #expect(field.shownFont.pointSize < 20 && field.line.width <= 98)
      #expect(field.line.carets[2] == 28)
    }
  }

  /// From the edge where the paragraph begins, also among letters from right to left.
  @Test func tabsAreCountedFromTheParagraphsBeginning() {
    func starts(_ string: String, _ style: NSParagraphStyle? = nil, _ width: Double = 500) -> [Double] {
      let text = text(string, style)
      let drawn = StyledText(text, font: font, color: .black).lines(in: Size(width, .infinity), most: 0)
      var layout = TextLayout()
      layout.update(TextModel(text), TextLayout.Look(font: font), width: width)
      func starts(_ line: StyledText.StyledLine, _ isTurned: Bool) -> [Double] {
        // Parts in the order of reading; those of one direction beside each other are one.
        let runs = (isTurned ? line.runs.reversed() : line.runs).split { $0.text == "\t" }
        return runs.map { runs in
          let x = isTurned ? line.width - (runs.first!.x + runs.first!.width) : runs.first!.x
          return (x * 1000).rounded() / 1000
        }
      }
      let both = [
        drawn.flatMap { starts($0, $0.place.isRightToLeft) },
        layout.lines.flatMap { line in line.styled.map { starts($0, line.place.isRightToLeft) } ?? [] },
      ]
      // At a line's end letters are a little narrower where text is drawn.
      let isSame = both[0].count == both[1].count && zip(both[0], both[1]).allSatisfy { abs($0 - $1) < 1.5 }
      #expect(isSame || width < 100, "\(string)")
      for line in layout.lines where line.place.isRightToLeft {
        #expect(abs(line.left + line.width - width) < 1e-6)
      }
      return both[0]
    }
    #expect(starts("אב\tגד\t\tab") == [0, 28, 84])
    #expect(starts("\tאב\tab אב") == [28, 56])
    #expect(starts("ab אב\tאב\tx") == [0, 28, 56])
    let own = style {
      $0.tabStops = [NSTextTab(textAlignment: .right, location: 100)]
      $0.baseWritingDirection = .rightToLeft
    }
    let word = font.carets(of: Array("abc")[...]).last ?? 0
    let turned = starts("x\tabc", own)
    #expect(turned.count == 2 && abs(turned[1] - (100 - word)) < 2)
    // The caret is at the places, too.
    var layout = TextLayout()
    layout.update(TextModel("אב\tגד"), TextLayout.Look(font: font), width: 500)
    #expect(abs(500 - layout.x(of: 3) - 28) < 1e-6 && layout.x(of: 0) == 500)
    // A tab at the end, alone, and more than has room.
    for odd in ["\t", "\u{202B}\t\u{202C}", "א\t", "\tא", String(repeating: "א\t", count: 60)] {
      #expect(starts(odd, own, 60).allSatisfy(\.isFinite) && starts(odd, nil, 60).allSatisfy(\.isFinite))
    }
  }

  @Test func standardPlacesAreEqualHoweverTheyAreSet() {
    let own = style { $0.tabStops = NSParagraphStyle.default.tabStops }
    #expect(own == NSParagraphStyle.default && own.look.tabs == nil)
    own.removeTabStop(NSTextTab(textAlignment: .natural, location: 56))
    #expect(own != NSParagraphStyle.default && own.tabStops.count == 11)
    own.addTabStop(NSTextTab(textAlignment: .natural, location: 56))
    #expect(own == NSParagraphStyle.default)
  }
}
