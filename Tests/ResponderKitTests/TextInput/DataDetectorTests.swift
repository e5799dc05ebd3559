import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What text views find in their texts, and the menus of links.
@Suite("Links that are found in texts", .hangLimit) struct DataDetectorTests {
  private func found(_ text: String, _ types: UIDataDetectorTypes = [.link, .phoneNumber]) -> [String] {
    DataDetector(types: types, text: Array(text)).links.map {
      "\(String(Array(text)[$0.range])) \($0.address)"
    }
  }

  @Test("Addresses of pages and mailboxes are found without the signs around them")
  func links() {
    #expect(found("see https://a.example/b?c=1.") == ["https://a.example/b?c=1 https://a.example/b?c=1"])
    #expect(
      found("(www.a.de/b_(c)), \"a.org\"!") == ["www.a.de/b_(c) http://www.a.de/b_(c)", "a.org http://a.org"])
    #expect(
      found("write to me.too@mail.example, or mailto:a@b.cd") == [
        "me.too@mail.example mailto:me.too@mail.example", "mailto:a@b.cd mailto:a@b.cd",
      ])
    #expect(found("a.example.com:8080/x") == ["a.example.com:8080/x http://a.example.com:8080/x"])
    for text in [
      "end.Next", "3.14", "a@b", "@", "http://", "e.g. this", "x..com", "://", "file.swift", "-.com",
    ] {
      #expect(found(text) == [], "\(text)")
    }
    #expect(found("a.org", .phoneNumber) == [] && found("", .all) == [])
  }

  @Test("Numbers of telephones are found in the forms of several countries")
  func numbers() {
    let numbers = [
      "555-1234", "(555) 123-4567", "1 800 555 1234", "+49 30 1234567", "+1-212-555-0100", "030 123 456",
      "01 23 45 67 89", "5551234567", "+44 (0)20 7946 0958", "555.123.4567",
    ]
    for number in numbers {
      let digits = number.filter { $0.isNumber || $0 == "+" }
      #expect(found("call \(number), now") == ["\(number) tel:\(digits)"], "\(number)")
    }
    #expect(found("Tel:555-1234") == ["555-1234 tel:5551234"])
  }

  @Test("Days, times, prices, versions and machines' addresses are no numbers of telephones")
  func others() {
    for text in [
      "2026-11-28", "28.11.2026", "2026-11-28 10:00", "11/28/2026 10", "192.168.0.1", "1 000 000", "12345",
      "1234567",
      "3.14159265358979", "12 34", "a5551234567", "5551234567a", "12:30:45", "1234 5678 9012 3456 78",
      "1,000,000",
    ] { #expect(found(text) == [], "\(text)") }
    #expect(found("555-1234", .link) == [])
  }

  @Test("Long texts of signs that begin something are searched in one way", .timeLimit(.minutes(1)))
  func longTexts() {
    for part in ["12 ", ")", "(", "1-", "a.", "+", "@"] {
      #expect(found(String(repeating: part, count: 100_000 / part.count)).isEmpty, "\(part)")
    }
  }

  private final class Delegate: UITextViewDelegate {
    let log: Log
    var interacts = true
    var menu: ((UIMenu) -> UIMenu?)?
    init(_ log: Log) { self.log = log }

    func textView(
      _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: NSRange,
      interaction: UITextItemInteraction
    ) -> Bool { interacts }

    func textView(
      _ textView: UITextView, menuConfigurationFor textItem: UITextItem, defaultMenu: UIMenu
    ) -> UITextItem.MenuConfiguration? {
      log("menu \(textItem.range.location)+\(textItem.range.length)")
      return (menu ?? { $0 })(defaultMenu).map { UITextItem.MenuConfiguration(menu: $0) }
    }

    func textView(
      _ textView: UITextView, textItemMenuWillDisplayFor textItem: UITextItem,
      animator: any UIContextMenuInteractionAnimating
    ) {
      animator.addCompletion { [log] in log("shown") }
      animator.addAnimations { [log] in log("shows") }
    }

    func textView(
      _ textView: UITextView, textItemMenuWillEndFor textItem: UITextItem,
      animator: any UIContextMenuInteractionAnimating
    ) { log("ends") }
  }

  /// "see a.org or 555-1234", which can only be read.
  private func onView(
    _ body: @escaping @Sendable (Stage, UITextView, Delegate, Point) throws -> Void
  ) rethrows {
    try onStage { stage in
      stage.application.addressHandler = { [log = stage.log] address in
        log("open \(address)")
        return true
      }
      let view = UITextView(frame: Rect(0, 0, 300, 100))
      view.font = UIFont(size: 20, design: .builtIn)
      view.text = "see a.org or 555-1234"
      view.isEditable = false
      view.dataDetectorTypes = .all
      let delegate = Delegate(stage.log)
      view.delegate = delegate
      stage.show(view)
      stage.wait(20)
      let box: Rect = view.box(of: 6)
      try body(stage, view, delegate, box.center)
    }
  }

  @Test("A text view shows what is found as links while it can not be edited, and keeps its text as it is")
  func views() {
    onView { stage, view, _, place in
      stage.tap(place.x, place.y, after: 600)
      #expect(stage.log.take() == ["open http://a.org"])
      #expect(view.attributedText.attribute(.link, at: 5) == nil)
      #expect(view.shownModel.links.map(\.range) == [4..<9, 13..<21])
      view.isEditable = true
      #expect(view.shownModel.links.isEmpty)
      view.isEditable = false
      view.text = "b.org"
      #expect(view.shownModel.links.map(\.range) == [0..<5])
      view.dataDetectorTypes = .phoneNumber
      #expect(view.shownModel.links.isEmpty)
      view.dataDetectorTypes = .link
      let own = NSMutableAttributedString(string: "a.org")
      own.addAttribute(.link, value: "x:y", range: NSRange(location: 0, length: 2))
      view.attributedText = own
      #expect(view.shownModel.links.map(\.address.absoluteString) == ["x:y"], "its own links come first")
    }
  }

  @Test("A long press on a link shows its menu, and selects nothing")
  func menus() throws {
    try onView { stage, view, _, place in
      stage.down(place.x, place.y, after: 600)
      stage.wait(700)
      #expect(stage.menuTitles.suffix(2) == ["Open Link", "Copy Link"] && !view.isFirstResponder)
      stage.up(place.x, place.y)
      try stage.tapRow("Copy Link")
      #expect(stage.log.take() == ["menu 4+5", "shows", "shown", "ends"])
      #expect(stage.application.pasteboard.string == "http://a.org")
      stage.frame(.init(1, .began, x: place.x, y: place.y, kind: .pointer, buttons: .secondary), after: 600)
      stage.frame(.init(1, .ended, x: place.x, y: place.y, kind: .pointer, buttons: []), after: 20)
      try stage.tapRow("Open Link")
      #expect(stage.log.take().last == "open http://a.org")
    }
  }

  @Test("The delegate chooses another menu, or none")
  func chosenMenus() {
    onView { stage, view, delegate, place in
      delegate.menu = { UIMenu(children: [UIAction(title: "Own") { _ in }] + $0.children) }
      func press() {
        stage.down(place.x, place.y, after: 1000)
        stage.wait(700)
        stage.up(place.x, place.y)
      }
      press()
      #expect(stage.menuTitles == ["Own", "Open Link", "Copy Link"])
      stage.menuPanel?.close()
      delegate.menu = { _ in nil }
      press()
      #expect(stage.menuPanel == nil && stage.log.take().last == "menu 4+5")
      delegate.interacts = false
      press()
      #expect(stage.menuPanel == nil && stage.log.take() == [])
    }
  }
}
