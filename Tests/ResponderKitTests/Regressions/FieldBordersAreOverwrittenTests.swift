import TestHarness
import Testing

@testable import ResponderKit

/// A field's layer lost the border that the program had given it, with each layout.
@Suite(.hangLimit) struct FieldBordersAreOverwrittenTests {
  @Test func theProgramsBorderStays() {
    onStage { stage in
      let field = stage.show(UITextField(frame: Rect(0, 0, 200, 40)))
      field.layer.borderWidth = 2
      field.layer.borderColor = UIColor.red.cgColor
      field.layer.cornerRadius = 8
      for _ in 0..<2 {
        field.setNeedsLayout()
        stage.wait(40)
        #expect(field.layer.borderWidth == 2 && field.layer.borderColor == UIColor.red.cgColor)
        #expect(field.layer.cornerRadius == 8)
        field.becomeFirstResponder()
      }
      field.borderStyle = .roundedRect
      stage.wait(40)
      #expect(field.layer.borderWidth == 2 && field.layer.cornerRadius == 8)
    }
  }

  @Test func aStylesBorderComesAndGoes() {
    onStage { stage in
      let field = stage.show(UITextField(frame: Rect(0, 0, 200, 40)))
      field.borderStyle = .roundedRect
      stage.wait(40)
      #expect(field.layer.borderWidth == 1 && field.layer.cornerRadius == 6)
      #expect(field.layer.borderColor == ControlLooks.edge.cgColor)
      field.becomeFirstResponder()
      field.setNeedsLayout()
      stage.wait(40)
      #expect(field.layer.borderColor == field.tintColor.cgColor)
      field.borderStyle = .none
      stage.wait(40)
      #expect(field.layer.borderWidth == 0 && field.layer.cornerRadius == 0)
    }
  }
}
