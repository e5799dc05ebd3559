import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pictures, places and buttons of search bars.
@Suite(.hangLimit) struct SearchBarLookTests {
  private final class Watcher: UISearchBarDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) { log("book") }
    func searchBarResultsListButtonClicked(_ searchBar: UISearchBar) { log("list") }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log("text \(searchText)") }
  }

  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 20, height: 20)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func onBar(_ body: @escaping @Sendable (Stage, UISearchBar) -> Void) {
    onStage { stage in
      let bar = UISearchBar(frame: Rect(0, 0, 390, 56))
      stage.window.backgroundColor = .white
      stage.show(bar)
      stage.wait(20)
      body(stage, bar)
    }
  }

  @Test func buttonsAreBehindAFieldWithoutAText() {
    onBar { stage, bar in
      let watcher = Watcher(stage.log)
      bar.delegate = watcher
      stage.tap(366, 28)
      bar.resignFirstResponder()
      bar.showsBookmarkButton = true
      stage.wait(20)
      let room = bar.searchTextField.textRect(forBounds: bar.searchTextField.bounds).width
      stage.tap(366, 28, after: 1000)
      #expect(stage.log.lines == ["book"] && !bar.isFirstResponder)
      bar.showsSearchResultsButton = true
      bar.isSearchResultsButtonSelected = true
      stage.wait(20)
      stage.tap(366, 28, after: 1000)
      #expect(stage.log.lines == ["book", "list"])
      let button = bar.searchTextField.subviews.compactMap { $0 as? UIButton }.first
      #expect(button?.accessibilityLabel == "Results" && button?.isSelected == true)
      bar.text = "word"
      stage.wait(20)
      #expect(button?.isHidden == true)
      stage.tap(100, 28, after: 1000)
      stage.wait(20)
      // The button that removes the text is in the same place.
      stage.tap(366, 28, after: 1000)
      #expect(stage.log.lines.last == "text " && bar.text == "")
      stage.wait(20)
      #expect(button?.isHidden == false)
      bar.showsSearchResultsButton = false
      bar.showsBookmarkButton = false
      stage.wait(20)
      let wide = bar.searchTextField.textRect(forBounds: bar.searchTextField.bounds).width
      #expect(button?.isHidden == true && wide == room + 28)
    }
  }

  @Test func partsHaveOtherPicturesAndPlaces() {
    onBar { stage, bar in
      bar.setImage(picture(.red), for: .search, state: .normal)
      #expect(stage.color(23, 28) == .red && bar.image(for: .search, state: .disabled) != nil)
      bar.setPositionAdjustment(UIOffset(horizontal: 30, vertical: 0), for: .search)
      stage.wait(20)
      #expect(stage.color(53, 28) == .red && stage.color(23, 28) != .red)
      bar.setPositionAdjustment(UIOffset(horizontal: .nan, vertical: 0), for: .search)
      stage.wait(20)
      #expect(stage.color(23, 28) == .red && bar.positionAdjustment(for: .search) == .zero)
      bar.setImage(picture(.blue), for: .clear, state: .normal)
      bar.text = "word"
      bar.becomeFirstResponder()
      stage.wait(20)
      #expect(stage.color(368, 28) == .blue)
      bar.setImage(picture(.green), for: .clear, state: .normal)
      #expect(stage.color(368, 28) == .green)
      bar.setPositionAdjustment(UIOffset(horizontal: -40, vertical: 0), for: .clear)
      stage.wait(20)
      #expect(stage.color(328, 28) == .green)
      bar.text = ""
      bar.showsBookmarkButton = true
      bar.setImage(picture(.red).withRenderingMode(.alwaysOriginal), for: .bookmark, state: .normal)
      bar.setPositionAdjustment(UIOffset(horizontal: -20, vertical: 0), for: .bookmark)
      stage.wait(20)
      #expect(stage.color(348, 28) == .red)
    }
  }

  @Test func textAndFieldAreMoved() {
    onBar { stage, bar in
      let field = bar.searchTextField
      let before = field.textRect(forBounds: field.bounds)
      bar.searchTextPositionAdjustment = UIOffset(horizontal: 9, vertical: 2)
      #expect(field.textRect(forBounds: field.bounds) == before.offsetBy(dx: 9, dy: 2))
      bar.searchTextPositionAdjustment = UIOffset(horizontal: .infinity, vertical: 2)
      #expect(bar.searchTextPositionAdjustment == .zero)
      bar.searchFieldBackgroundPositionAdjustment = UIOffset(horizontal: 5, vertical: 6)
      stage.wait(20)
      #expect(field.frame.origin == Point(13, 16))
    }
  }

  @Test func aDisabledFieldHasPicturesOfItsOwn() {
    onBar { stage, bar in
      let (field, own) = (bar.searchTextField, picture(.green))
      bar.setSearchFieldBackgroundImage(picture(.blue), for: .disabled)
      bar.setImage(picture(.red), for: .search, state: .disabled)
      stage.wait(20)
      #expect(stage.color(200, 20) != .blue && stage.color(23, 28) != .red)
      field.isEnabled = false
      stage.wait(20)
      #expect(stage.color(200, 20) == .blue && stage.color(23, 28) == .red)
      field.disabledBackground = own
      bar.setImage(nil, for: .bookmark, state: .normal)
      stage.wait(20)
      #expect(field.disabledBackground === own && stage.color(200, 20) == .green)
      field.isEnabled = true
      stage.wait(20)
      #expect(stage.color(200, 20) != .green && field.backgroundColor == .tertiarySystemFill)
    }
  }

  @Test func backgroundsArePictures() {
    onBar { stage, bar in
      bar.backgroundImage = picture(.red)
      #expect(stage.color(2, 2) == .red)
      bar.backgroundImage = UIImage()
      #expect(stage.color(2, 2) == .white)
      bar.backgroundImage = nil
      bar.barStyle = .black
      #expect(stage.color(2, 2) == .black)
      bar.setSearchFieldBackgroundImage(picture(.blue), for: .normal)
      stage.wait(20)
      #expect(stage.color(200, 20) == .blue && bar.searchFieldBackgroundImage(for: .disabled) != nil)
      bar.setSearchFieldBackgroundImage(nil, for: .normal)
      #expect(bar.searchTextField.background == nil && bar.searchTextField.backgroundColor != nil)
      let tools = UIView(frame: Rect(0, 0, 390, 44))
      bar.inputAccessoryView = tools
      #expect(bar.searchTextField.inputAccessoryView === tools)
    }
  }
}
