import TestHarness
import Testing

@testable import ResponderKit

/// Which keyboard is shown, and what it covers.
@Suite(.hangLimit) struct KeyboardPlaceTests {
  @Test func theKeysAreThoseOfTheFieldThatIsEdited() {
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let root = stage.show(UIView(frame: stage.window.bounds))
      let types: [UIKeyboardType] = [.default, .numberPad, .decimalPad, .default]
      let fields = types.enumerated().map { index, type in
        let field = UITextField(frame: Rect(20, 60 * Double(index), 200, 40))
        field.keyboardType = type
        root.addSubview(field)
        return field
      }
      let seen = fields.map { field in
        field.becomeFirstResponder()
        stage.wait(20)
        let keys = (stage.window.subviews.last as? UIScreenKeyboard)?.subviews ?? []
        let titles = keys.compactMap { ($0 as? KeyCap)?.title }
        return ["q", "7", "."].filter(titles.contains).joined()
      }
      #expect(seen == ["q", "7", "7.", "q"])
    }
  }

  @Test func whatIsCoveredALittleIsScrolledIntoSight() {
    onStage { stage in
      let scroll = stage.show(UIScrollView(frame: stage.window.bounds))
      scroll.contentSize = Size(390, 2000)
      let fields = [600.0, 724].map { UITextField(frame: Rect(20, $0, 200, 40)) }
      for field in fields {
        field.inputView = UIView(frame: Rect(0, 0, 10, 100))
        scroll.addSubview(field)
      }
      let places = fields.map { field in
        field.becomeFirstResponder()
        stage.wait(500)
        return scroll.contentOffset.y
      }
      // Eight points of room are left below it.
      #expect(places == [0, 28])
    }
  }
}
