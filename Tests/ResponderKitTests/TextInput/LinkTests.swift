import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Links in text views and labels.
@Suite("Links in texts", .hangLimit) struct LinkTests {
  /// Logs what it is asked.
  private final class Delegate: UITextViewDelegate {
    let log: Log
    var opens = true
    var action: ((UIAction) -> UIAction?)?
    init(_ log: Log) { self.log = log }

    func textView(
      _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange,
      interaction: UITextItemInteraction
    ) -> Bool {
      log("should \(url.absoluteString) \(characterRange.location)+\(characterRange.length)")
      return opens
    }

    func textView(_ textView: UITextView, primaryActionFor textItem: UITextItem, defaultAction: UIAction)
      -> UIAction?
    {
      if case .link(let url) = textItem.content { log("action \(url)") }
      return action == nil ? defaultAction : action?(defaultAction)
    }
  }

  private static let font = UIFont(size: 20, design: .builtIn)

  /// "see here, or there": two links, in a text that can not be edited.
  private func onView(
    _ body: @escaping @Sendable (Stage, UITextView, Delegate, (Int) -> Void) throws -> Void
  ) rethrows {
    try onStage { stage in
      stage.application.addressHandler = { [log = stage.log] address in
        log("open \(address)")
        return true
      }
      let view = UITextView(frame: Rect(0, 0, 300, 100))
      let text = NSMutableAttributedString(string: "see here, or there", attributes: [.font: Self.font])
      text.addAttribute(
        .link, value: "https://a.example/1", range: NSRange(location: 4, length: 4))
      text.addAttribute(
        .link, value: LinkAddress(string: "mailto:b") as Any, range: NSRange(location: 13, length: 5))
      view.attributedText = text
      view.isEditable = false
      let delegate = Delegate(stage.log)
      view.delegate = delegate
      stage.show(view)
      stage.wait(20)
      func tap(_ character: Int) {
        let box: Rect = view.box(of: character)
        stage.tap(box.midX, box.midY, after: 600)
      }
      try body(stage, view, delegate, tap)
    }
  }

  @Test("A touch of a link in a text that can only be read opens it, if the delegate agrees")
  func touch() {
    onView { stage, view, delegate, tap in
      tap(5)
      #expect(
        stage.log.lines == [
          "action https://a.example/1", "should https://a.example/1 4+4", "open https://a.example/1",
        ])
      #expect(!view.isFirstResponder, "the touch selects nothing")
      delegate.opens = false
      tap(17)
      #expect(stage.log.lines.dropFirst(3) == ["action mailto:b", "should mailto:b 13+5"])
    }
  }

  @Test("Beside a link, in a text that can be edited, and without selection, a touch opens nothing")
  func noLink() {
    onView { stage, view, _, tap in
      tap(1)
      tap(9)
      #expect(stage.log.lines.isEmpty && view.isFirstResponder)
      stage.tap(150, 90, after: 600)
      view.isEditable = true
      tap(5)
      view.isEditable = false
      view.isSelectable = false
      tap(5)
      #expect(stage.log.lines.isEmpty)
    }
  }

  @Test("A finger that rests, and a second tap, open nothing")
  func otherTouches() {
    onView { stage, view, _, _ in
      let box: Rect = view.box(of: 5)
      stage.down(box.midX, box.midY)
      stage.up(box.midX, box.midY, after: 800)
      // Only whether its menu may be shown.
      #expect(stage.log.lines == ["should https://a.example/1 4+4"])
    }
  }

  @Test("The delegate may return another action, or none")
  func actions() {
    onView { stage, _, delegate, tap in
      delegate.action = { [log = stage.log] _ in UIAction { _ in log("own") } }
      tap(5)
      delegate.action = { _ in nil }
      tap(5)
      #expect(stage.log.lines == ["action https://a.example/1", "own", "action https://a.example/1"])
    }
  }

  @Test("A click opens a link, too; a drag selects")
  func pointer() {
    onView { stage, view, _, _ in
      let (box, end): (Rect, Rect) = (view.box(of: 5), view.box(of: 7))
      stage.frame(.init(9, .began, x: box.midX, y: box.midY, kind: .pointer))
      stage.frame(.init(9, .ended, x: box.midX, y: box.midY, kind: .pointer), after: 20)
      #expect(stage.log.lines.last == "open https://a.example/1")
      stage.frame(.init(9, .began, x: box.minX + 1, y: box.midY, kind: .pointer), after: 600)
      stage.frame(.init(9, .moved, x: end.maxX, y: box.midY, kind: .pointer), after: 20)
      stage.frame(.init(9, .ended, x: end.maxX, y: box.midY, kind: .pointer), after: 20)
      #expect(stage.log.lines.count == 3 && view.selectedTextRange == 5..<8)
    }
  }

  @Test("Links have the attributes of links, or else the tint color; in a label they are blue, with a line")
  func looks() {
    onView { stage, view, _, _ in
      func style(_ run: Int) -> StyledText.LetterStyle? { view.lines.lines[0].styled?.runs[run].style }
      view.tintColor = .purple
      stage.wait(20)
      #expect(style(1)?.color == .purple && style(0)?.color == .label && style(1)?.underline == [])
      view.linkTextAttributes = [.foregroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.double]
      #expect(style(1)?.color == .red && style(1)?.underline == .double && style(2)?.underline == [])
      #expect(view.attributedText.attribute(.link, at: 5) as? String == "https://a.example/1")
      let text = NSAttributedString(string: "a", attributes: [.link: "b", .foregroundColor: UIColor.red])
      let label = StyledText(text, font: Self.font, color: .black).lines(in: Size(99, 99), most: 1)[0]
      #expect(label.runs[0].style.color == .link && label.runs[0].style.underline == .single)
    }
  }

  @Test("Readers find an element for each link, and open it by a tap")
  func readers() throws {
    try onView { stage, view, _, _ in
      let tree = AccessibilityTree(stage.application).text
      #expect(tree.contains("link \"here\" value \"https://a.example/1\"") && tree.contains("link \"there\""))
      try stage.application.performOnElement("there", "tap")
      #expect(stage.log.lines.last == "open mailto:b")
      view.isEditable = true
      #expect(!AccessibilityTree(stage.application).text.contains("link"))
      view.isEditable = false
      view.text = "plain"
      #expect(!AccessibilityTree(stage.application).text.contains("link"))
    }
  }

  @Test("An address has a scheme and a host, and no spaces")
  func addresses() {
    let address = LinkAddress(string: "https://me@a.example:80/b?c#d")
    #expect(address?.scheme == "https" && address?.host == "a.example")
    #expect(
      LinkAddress(string: "mailto:a")?.scheme == "mailto" && LinkAddress(string: "mailto:a")?.host == nil)
    #expect(LinkAddress(string: "a/b:c")?.scheme == nil && LinkAddress(string: "1:2")?.scheme == nil)
    #expect(LinkAddress(string: "a b") == nil && LinkAddress(string: "") == nil && LinkAddress("a\nb") == nil)
  }

  @Test("The application gives addresses to its handler, and says whether that took them")
  func handler() {
    onStage { stage in
      guard let address = LinkAddress(string: "a:b") else {
        Issue.record("no address")
        return
      }
      #expect(!stage.application.canOpenURL(address))
      stage.application.open(address, options: [:]) { [log = stage.log] in log("\($0)") }
      stage.application.addressHandler = { $0 == address }
      #expect(stage.application.canOpenURL(address))
      stage.application.open(address) { [log = stage.log] in log("\($0)") }
      #expect(stage.log.lines == ["false", "true"])
    }
  }

  @Test(arguments: [
    ("http://[::1]:8080/x", "::1"), ("http://u:p@h.org:80/a?b", "h.org"), ("//h.org/x", "h.org"),
    ("http://user@/", nil), ("mailto:a//b", nil), ("page//x", nil), ("http://", nil),
  ])
  func addressesHaveTheNameOfTheMachine(_ address: String, _ host: String?) {
    #expect(LinkAddress(string: address)?.host == host)
  }
}
