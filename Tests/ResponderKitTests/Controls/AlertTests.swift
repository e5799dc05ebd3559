import ResponderKit
import TestHarness
import Testing

/// Alerts, action sheets.
@Suite(.hangLimit) struct AlertTests {
  private func button(_ title: String, in view: UIView) throws -> UIButton {
    try #require(view.buttons.first { $0.currentTitle == title })
  }

  private func tap(_ title: String, _ stage: Stage, _ alert: UIAlertController) throws {
    let button = try button(title, in: alert.view)
    let place = button.convert(button.bounds.center, to: nil)
    stage.tap(place.x, place.y, after: 500)
  }

  @Test func aButtonDismissesTheAlertAndCallsItsAction() throws {
    try onStage { stage in
      let root = UIViewController()
      stage.show(root)
      stage.wait(20)
      var log: [String] = []
      let alert = UIAlertController(title: "Delete?", message: "It is lost.", preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      alert.addAction(
        UIAlertAction(title: "Delete", style: .destructive) { action in
          log.append("\(action.title ?? ""), shown: \(root.presentedViewController != nil)")
        })
      root.present(alert, animated: true)
      stage.wait(20)
      let (cancel, delete) = (try button("Cancel", in: alert.view), try button("Delete", in: alert.view))
      // Two are beside each other, the cancel action first.
      #expect(cancel.frame.maxX == delete.frame.minX && cancel.frame.minY == delete.frame.minY)
      #expect(delete.titleColor == .systemRed)
      // What is beside the box does nothing.
      stage.tap(10, 10)
      #expect(root.presentedViewController === alert)
      try tap("Delete", stage, alert)
      #expect(log == ["Delete, shown: false"] && alert.view.superview == nil)
    }
  }

  @Test(arguments: [UIAlertController.Style.alert, .actionSheet])
  func escapeIsTheCancelAction(_ style: UIAlertController.Style) {
    onStage { stage in
      let root = UIViewController()
      stage.show(root)
      var log: [String] = []
      func show(_ actions: [UIAlertAction]) {
        let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: style)
        for action in actions { alert.addAction(action) }
        root.present(alert, animated: true)
        stage.wait(20)
      }
      let delete = UIAlertAction(title: "Delete", style: .destructive) { _ in log.append("delete") }
      show([delete, UIAlertAction(title: "Cancel", style: .cancel) { _ in log.append("cancel") }])
      stage.press(0x29)
      stage.press(0x29)
      stage.wait(500)
      #expect(log == ["cancel"] && root.presentedViewController == nil)
      // There must be an answer.
      show([delete])
      stage.press(0x29)
      stage.wait(500)
      #expect(log == ["cancel"] && root.presentedViewController != nil)
    }
  }

  @Test func anAlertHasTextFields() throws {
    try onStage { stage in
      let root = UIViewController()
      stage.show(root)
      stage.wait(20)
      let alert = UIAlertController(title: "Name", message: nil, preferredStyle: .alert)
      alert.addTextField { field in field.placeholder = "Your name" }
      var name: String?
      let save = UIAlertAction(title: "OK", style: .default) { [weak alert] _ in
        name = alert?.textFields?.first?.text
      }
      save.isEnabled = false
      alert.addAction(save)
      root.present(alert, animated: true)
      stage.wait(20)
      let field = try #require(alert.textFields?.first)
      #expect(field.isFirstResponder && field.placeholder == "Your name")
      field.insertText("Ada")
      try tap("OK", stage, alert)
      #expect(name == nil && root.presentedViewController === alert)
      save.isEnabled = true
      stage.wait(20)
      try tap("OK", stage, alert)
      #expect(name == "Ada" && root.presentedViewController == nil)
    }
  }

  @Test func anActionSheetIsAtTheLowerEdge() throws {
    try onStage { stage in
      let root = UIViewController()
      stage.show(root)
      stage.wait(20)
      var log: [String] = []
      func sheet() -> UIAlertController {
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        for (title, style) in [
          ("Cancel", UIAlertAction.Style.cancel), ("Copy", .default), ("Move", .default),
        ] {
          sheet.addAction(UIAlertAction(title: title, style: style) { _ in log.append(title) })
        }
        root.present(sheet, animated: true)
        stage.wait(20)
        return sheet
      }
      let first = sheet()
      let box = try #require(first.view.subviews.first)
      #expect(box.frame == CGRect(x: 8, y: 844 - 8 - 3 * 44, width: 374, height: 132))
      // The cancel action is the last one.
      #expect(try button("Cancel", in: first.view).frame.minY == 88)
      try tap("Move", stage, first)
      _ = sheet()
      stage.tap(100, 100, after: 500)
      #expect(log == ["Move", "Cancel"] && root.presentedViewController == nil)
    }
  }
}

extension UIView {
  fileprivate var buttons: [UIButton] {
    subviews.flatMap { ($0 as? UIButton).map { [$0] } ?? [] + $0.buttons }
  }
}
