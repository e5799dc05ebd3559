import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Alerts, menus and date pickers with the letters of other size categories.
@Suite(.hangLimit) struct LargeLetterTests {
  private func choose(_ category: UIContentSizeCategory, _ stage: Stage) {
    stage.application.preferredContentSizeCategory = category
    stage.wait(20)
  }

  private func parts<View: UIView>(of view: UIView?, _ type: View.Type) -> [View] {
    guard let view else { return [] }
    return view.subviews.flatMap { ($0 as? View).map { [$0] } ?? parts(of: $0, type) }
  }

  private func alert(_ stage: Stage, _ style: UIAlertController.Style, _ titles: [String])
    -> UIAlertController
  {
    let root = UIViewController()
    stage.show(root)
    let alert = UIAlertController(title: "Title", message: "A message", preferredStyle: style)
    for (index, title) in titles.enumerated() {
      alert.addAction(UIAlertAction(title: title, style: index == 0 ? .cancel : .default))
    }
    if style == .alert { alert.addTextField() }
    root.present(alert, animated: false)
    stage.wait(400)
    return alert
  }

  @Test func anAlertGrowsWithItsLetters() {
    onStage { stage in
      for style in [UIAlertController.Style.alert, .actionSheet] {
        choose(.large, stage)
        let alert = alert(stage, style, ["Cancel", "OK"])
        let box = parts(of: alert.view, AlertBox.self).first
        func sizes() -> [Double] {
          parts(of: box, UILabel.self).prefix(2).map(\.font.pointSize)
            + parts(of: box, UIButton.self).prefix(1).map(\.font.pointSize)
        }
        let before = box?.frame ?? .zero
        #expect(sizes() == [17, 13, 17])
        #expect(parts(of: box, UIButton.self).map(\.frame.height) == [44, 44])
        choose(.accessibilityMedium, stage)
        // Of 28, 23 and 28 points; none is larger than 28.
        #expect(sizes() == [28, 23, 28] && (box?.frame.height ?? 0) > before.height + 20)
        #expect(parts(of: box, UIButton.self).allSatisfy { $0.frame.height > 60 })
        #expect(
          parts(of: box, UITextField.self).allSatisfy { $0.frame.height > 40 && $0.font.pointSize > 20 })
        choose(.accessibilityExtraExtraExtraLarge, stage)
        #expect(sizes().allSatisfy { $0 <= 28 })
        choose(.large, stage)
        #expect(box?.frame == before)
        alert.dismiss(animated: false)
        stage.wait(400)
      }
    }
  }

  @Test func buttonsThatAreTooWideForARowAreAboveEachOther() {
    onStage { stage in
      let alert = alert(stage, .alert, ["Cancel", "Remove everything at once"])
      let buttons = parts(of: alert.view, UIButton.self)
      #expect(buttons.map { $0.title(for: .normal) } == ["Cancel", "Remove everything at once"])
      #expect(buttons.count == 2 && buttons[0].frame.minY == buttons[1].frame.maxY)
      #expect(buttons[0].frame.width == 270)
      let box = parts(of: alert.view, AlertBox.self).first
      #expect(box?.frame.height == buttons[0].frame.maxY)
    }
  }

  @Test func aMenuGrowsWithItsLetters() {
    onStage { stage in
      let button = UIButton(frame: Rect(20, 100, 100, 40))
      button.menu = UIMenu(
        title: "Heading",
        children: [
          UIAction(title: "Copy") { _ in },
          UIAction(title: "Move", subtitle: "elsewhere") { _ in },
        ])
      button.showsMenuAsPrimaryAction = true
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      stage.wait(20)
      stage.tap(60, 120)
      stage.wait(20)
      func heights() -> [Double] { parts(of: stage.menuPanel, MenuRow.self).map(\.frame.height) }
      let before = parts(of: stage.menuPanel, MenuList.self).first?.frame ?? .zero
      #expect(heights() == [28, 44, 56] && before.height == 128)
      choose(.accessibilityLarge, stage)
      // Of 33 points in place of 17.
      #expect(heights() == [54, 85, 109])
      let after = parts(of: stage.menuPanel, MenuList.self).first?.frame ?? .zero
      #expect(after.height == 248 && after.width >= before.width)
      choose(.small, stage)
      #expect(heights() == [28, 44, 56])
    }
  }

  @Test func aCompactDatePickerGrowsAndWheelsDoNot() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (compact, wheels) = (UIDatePicker(), UIDatePicker())
      (compact.datePickerMode, wheels.datePickerMode) = (.date, .date)
      (compact.preferredDatePickerStyle, wheels.preferredDatePickerStyle) = (.compact, .wheels)
      for picker in [compact, wheels] { root.addSubview(picker) }
      stage.wait(20)
      let before = (compact.sizeThatFits(.zero), wheels.sizeThatFits(.zero))
      choose(.accessibilityLarge, stage)
      #expect(compact.sizeThatFits(.zero).width > before.0.width * 1.3)
      #expect(wheels.sizeThatFits(.zero) == before.1)
    }
  }
}
