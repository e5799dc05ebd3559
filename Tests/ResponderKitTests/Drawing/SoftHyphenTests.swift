import TestHarness
import Testing

@testable import ResponderKit

/// Words with signs where they may be cut (U+00AD): a hyphen is shown at the end of a line, and nothing elsewhere.
@Suite(.hangLimit) struct SoftHyphenTests {
  private let font = UIFont(size: 10, design: .builtIn)
  private let word = "hyphen\u{AD}ation"

  private func shown(_ stage: Stage, _ view: UITextView) -> [String] {
    stage.application.frame.recorder.record(view.bounds) { view.drawText() }.operations.compactMap {
      if case .text(let text, _, _, _) = $0 { text } else { nil }
    }
  }

  @Test(arguments: [false, true]) func aTextViewCutsWordsThere(_ hasAttributes: Bool) {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, font.width(of: "a hyphen-") + 12, 300))
      view.font = font
      stage.show(view)
      func set(_ text: String) {
        if hasAttributes {
          view.attributedText = NSAttributedString(string: text, attributes: [.font: font, .kern: 0.001])
        } else {
          view.text = text
        }
        stage.wait(20)
      }
      func lines() -> [String] { view.lines.lines.map { view.editor.model.text(in: $0.range) } }
      set("a \(word)")
      #expect(lines() == ["a hyphen\u{AD}", "ation"])
      #expect(shown(stage, view).joined().filter { $0 != "\u{AD}" } == "a hyphen-ation")
      // Without room for the hyphen the word is not cut there.
      view.frame.size.width -= font.width(of: "-")
      stage.wait(20)
      #expect(lines() == ["a ", "hyphen\u{AD}", "ation"])
      let part = font.carets(of: Array("hyphen")[...]).last ?? 0
      view.frame.size.width = part + font.width(of: "-") / 2 + 10
      stage.wait(20)
      #expect(lines() == ["a ", "hyphen\u{AD}", "ation"] && !shown(stage, view).joined().contains("-"))
      view.frame.size.width = 300
      stage.wait(20)
      #expect(lines() == ["a \(word)"] && !shown(stage, view).joined().contains("-"))
      // The sign has no width.
      #expect(abs(view.caretRect(for: 8).minX - view.caretRect(for: 9).minX) < 0.01)
      set("\u{AD}\u{AD}")
      #expect(lines().count == 1)
      #expect(!view.text.contains("-"))
    }
  }

  @Test func theHyphenIsPartOfTheLine() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, font.width(of: "a hyphen-") + 14, 300))
      view.font = font
      view.textAlignment = .right
      view.text = "a \(word)"
      stage.show(view)
      stage.wait(20)
      let line = view.lines.lines[0]
      #expect(abs(line.left + line.width - (view.bounds.width - 10)) < 1e-6)
      #expect(line.width > font.width(of: "a hyphen") + 2)
      // A change in front of it moves the cut.
      view.becomeFirstResponder()
      view.selectedTextRange = 0..<0
      view.insertText("bbb")
      #expect(view.lines.lines[0].range.count == 5 && !view.lines.lines[0].endsWithHyphen)
      view.undo()
      #expect(view.lines.lines[0].endsWithHyphen)
    }
  }

  @Test func aLabelCutsWordsThere() {
    let text = StyledText("a \(word)", font: font, color: .black)
    let narrow = text.lines(in: Size(font.width(of: "a hyphen-") + 1, 100), most: 0)
    #expect(narrow.map { $0.runs.map(\.text).joined() } == ["a hyphen-", "ation"])
    #expect(narrow[0].width > font.width(of: "a hyphen") + 2)
    let less = text.lines(in: Size(font.width(of: "a hyphen-") - 1, 100), most: 0)
    #expect(less[0].runs.map(\.text).joined() == "a")
    let wide = text.lines(in: Size(300, 100), most: 0)
    #expect(wide.map { $0.runs.map(\.text).joined() } == ["a \(word)"])
    #expect(abs(wide[0].width - font.width(of: "a hyphenation")) < 1e-6)
  }

  /// The lines of a label and of a text view in a width.
  private func lines(_ text: String, _ width: Double, kern: Double = 0) -> [[String]] {
    let attributed = NSAttributedString(string: text, attributes: [.font: font, .kern: kern])
    let label = StyledText(attributed, font: font, color: .black).lines(in: Size(width, 1000), most: 0)
    var layout = TextLayout()
    let model = TextModel(attributed)
    layout.update(model, TextLayout.Look(font: font), width: width)
    let view = layout.lines.map { $0.styled?.runs.map(\.text).joined() ?? model.text(in: $0.range) }
    return [label.map { $0.runs.map(\.text).joined() }, view].map { lines in
      lines.map { line in line.hasSuffix(" ") ? String(line.dropLast()) : line }
    }
  }

  @Test func aCutAtASpaceHasNoHyphen() {
    for lines in lines("a hyphen\u{AD} ation", font.width(of: "a hyphen-") + 4) {
      #expect(lines == ["a hyphen\u{AD}", "ation"])
    }
  }

  @Test func wordsFromRightToLeftAreNotCut() {
    let word = "שלום\u{AD}שלום"
    let all = lines("a \(word)", font.width(of: "שלוםשלום") + 4)
    #expect(all[0] == all[1] && all[0].count == 2 && all[0].last?.filter { $0 != "\u{AD}" }.count == 8)
  }

  @Test func closingSignsStayBehindTheSign() {
    for lines in lines("a foo\u{AD}!!!", font.width(of: "a foo-") + 0.5) {
      #expect(lines == ["a", "foo\u{AD}!!!"])
    }
  }

  @Test func thereIsNoKerningAtTheSign() {
    onStage { stage in
      func width(_ text: String) -> Double {
        let attributed = NSAttributedString(string: text, attributes: [.font: font, .kern: 7])
        return StyledText(attributed, font: font, color: .black).lines(in: Size(500, 100), most: 0)[0].width
      }
      #expect(abs(width("hyphen\u{AD}ation") - width("hyphenation")) < 1e-6)
      let view = UITextView(frame: Rect(0, 0, 300, 100))
      stage.show(view)
      func ends(_ text: String) -> (caret: Double, drawn: Double?) {
        view.attributedText = NSAttributedString(string: text, attributes: [.font: font, .kern: 7])
        stage.wait(20)
        let last = stage.application.frame.recorder.record(view.bounds) { view.drawText() }.operations
          .compactMap { if case .text(_, let point, _, _) = $0 { point.x } else { nil } }.max()
        return (view.caretRect(for: view.endOfDocument).minX, last)
      }
      let (with, without) = (ends("hyphen\u{AD}ation"), ends("hyphenation"))
      #expect(abs(with.caret - without.caret) < 1e-6)
      #expect(abs((with.drawn ?? 0) - (without.drawn ?? 1)) < 1e-6)
    }
  }
}
