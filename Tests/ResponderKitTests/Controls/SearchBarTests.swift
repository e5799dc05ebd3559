import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// A search bar's delegate calls, in their order.
@Suite(.hangLimit) struct SearchBarTests {
  private final class Watcher: UISearchBarDelegate {
    let log: Log
    var allows = true
    init(_ log: Log) { self.log = log }
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
      log("should begin")
      return allows
    }
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { log("began") }
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log("ended") }
    func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String)
      -> Bool
    {
      log("\(range.location) \(range.length) \(text)?")
      return text != "x"
    }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log("text \(searchText)") }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log("search") }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log("cancel") }
  }

  @Test func theDelegateIsCalledInUIKitsOrder() {
    onStage { stage in
      let bar = UISearchBar(frame: Rect(0, 0, 390, 56))
      let watcher = Watcher(stage.log)
      bar.delegate = watcher
      stage.show(bar)
      stage.wait(20)
      bar.text = ""
      watcher.allows = false
      stage.tap(100, 28)
      #expect(!bar.isFirstResponder)
      watcher.allows = true
      stage.tap(100, 28, after: 1000)
      stage.wait(20)
      bar.searchTextField.insertText("a")
      bar.searchTextField.insertText("x")
      stage.press(0x28)
      bar.resignFirstResponder()
      #expect(
        stage.log.lines == [
          "should begin", "should begin", "began", "0 0 a?", "text a", "1 0 x?", "search", "ended",
        ])
    }
  }

  @Test func aButtonCancelsAndAnotherRemovesTheText() {
    onStage { stage in
      let bar = UISearchBar(frame: Rect(0, 0, 390, 56))
      let watcher = Watcher(stage.log)
      stage.show(bar)
      bar.text = "abc"
      bar.showsCancelButton = true
      bar.becomeFirstResponder()
      stage.wait(20)
      bar.delegate = watcher
      let field: Rect = bar.searchTextField.frame
      stage.tap(field.maxX - 14, 28)
      #expect(bar.text?.isEmpty == true)
      stage.tap(370, 28, after: 1000)
      #expect(stage.log.lines == ["text ", "cancel"] && bar.isFirstResponder)
    }
  }

  @Test func theButtonIsBesideTheField() throws {
    try onStage { stage in
      let bar = UISearchBar(frame: Rect(0, 0, 390, 56))
      stage.show(bar)
      stage.wait(20)
      #expect(bar.searchTextField.frame == Rect(8, 10, 374, 36))
      bar.showsCancelButton = true
      stage.wait(20)
      let button = try #require(bar.subviews.first { $0 is UIButton })
      #expect(bar.searchTextField.frame.maxX <= button.frame.minX && button.frame.maxX <= 390)
      #expect(button.frame.width > 40 && !button.isHidden)
    }
  }
}
