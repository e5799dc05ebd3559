import TestHarness
import Testing

@testable import ResponderKit

/// Lessons in the manner of kiosks and small tools: a chat, a calculator, a stopwatch, an order.
@Suite(.hangLimit) struct KioskLessonTests {
  private func tap(_ view: UIView, on stage: Stage, after: Int = 500) {
    let place = view.convert(view.bounds.center, to: nil)
    stage.tap(place.x, place.y, after: after)
  }

  @Test func aChatsFieldGrowsAndItsRowsHaveMenus() throws {
    try onStage { stage in
      let chat = ChatViewController()
      stage.show(UINavigationController(rootViewController: chat))
      stage.wait(40)
      let height = chat.textView.frame.height
      #expect(height > 30 && height < 45 && chat.inputContainer.frame.maxY == 844)
      chat.textView.becomeFirstResponder()
      chat.textView.insertText("A message that is long enough to be shown in more than one line of the field")
      stage.wait(40)
      #expect(chat.textView.frame.height > height + 15 && chat.sendButton.isEnabled)
      #expect(chat.tableView.frame.maxY == chat.inputContainer.frame.minY)
      tap(chat.sendButton, on: stage)
      stage.wait(500)
      #expect(chat.messages.count == 2 && chat.textView.text == "" && !chat.sendButton.isEnabled)
      #expect(abs(chat.textView.frame.height - height) < 1)
      let cell = try #require(chat.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) as? BubbleCell)
      #expect(cell.bubbleView.frame.maxX == 374 && cell.bubbleView.frame.width <= 292.5 + 0.01)
      #expect(cell.frame.height > 60, "of three lines")
      let place = cell.bubbleView.convert(cell.bubbleView.bounds.center, to: nil)
      stage.down(place.x, place.y, after: 500)
      stage.wait(600)
      stage.up(place.x, place.y)
      #expect(stage.menuTitles == ["Copy", "Delete"])
      try stage.tapRow("Delete")
      stage.wait(500)
      #expect(chat.messages.count == 1 && chat.tableView.visibleCells.count == 1)
    }
  }

  @Test func aConversationEndsAboveAFieldThatGrows() {
    onStage { stage in
      let messenger = MessengerViewController()
      stage.show(UINavigationController(rootViewController: messenger))
      stage.wait(100)
      let (table, composer) = (messenger.tableView, messenger.composer)
      /// Between the newest line and the field.
      func gap() -> Double? {
        table.cellForRow(at: IndexPath(row: 0)).map { cell in
          abs(cell.convert(cell.bounds, to: nil).maxY - composer.frame.minY)
        }
      }
      let height = composer.frame.height
      #expect(table.frame == stage.window.bounds && composer.frame.maxY == 844 && height > 40)
      #expect(gap() ?? 100 < 1)
      composer.textView.becomeFirstResponder()
      composer.textView.insertText(
        "A text that is long enough to need more than one line above the keyboard ")
      stage.wait(100)
      #expect(composer.frame.height > height + 15 && composer.frame.maxY == 844)
      #expect(gap() ?? 100 < 1)
      tap(composer.sendButton, on: stage)
      stage.wait(600)
      #expect(messenger.lines.count == 31 && messenger.lines[0].hasSuffix("keyboard"))
      #expect(abs(composer.frame.height - height) < 0.5 && !composer.sendButton.isEnabled)
      #expect(gap() ?? 100 < 1)
    }
  }

  @Test func aCalculatorsKeysAreSquareAndCalculate() throws {
    try onStage { stage in
      let calculator = CalculatorViewController()
      stage.show(calculator)
      stage.wait(40)
      func key(_ title: String) throws -> UIView {
        try #require(calculator.view.tree().first { $0.accessibilityIdentifier == title })
      }
      let frame = try key("0").convert(try key("0").bounds, to: nil)
      #expect(abs(frame.width - frame.height) < 0.5 && abs(frame.width - 80.5) < 0.5)
      #expect(abs(frame.maxY - 828) < 0.5)
      for title in ["7", "×", "6", "="] { tap(try key(title), on: stage, after: 400) }
      #expect(calculator.displayLabel.text == "42")
      for title in ["−", "2", "=", "C"] { tap(try key(title), on: stage, after: 400) }
      #expect(calculator.displayLabel.text == "0")
      let button = try #require(try key("5") as? UIButton)
      #expect(button.configuration?.baseBackgroundColor != .systemOrange)
    }
  }

  @Test func aStopwatchCountsAndKeepsLaps() throws {
    try onStage { stage in
      let watch = StopwatchViewController()
      stage.show(UINavigationController(rootViewController: watch))
      stage.wait(40)
      #expect(watch.timeLabel.text == "0:00.0" && !watch.lapButton.isEnabled)
      tap(watch.startButton, on: stage)
      stage.wait(61_250)
      #expect(watch.timeLabel.text == "1:01.2" && watch.startButton.currentTitle == "Stop")
      tap(watch.lapButton, on: stage, after: 0)
      stage.wait(1000)
      tap(watch.lapButton, on: stage, after: 0)
      stage.wait(500)
      #expect(watch.laps.map(\.number) == [2, 1] && watch.tableView.visibleCells.count == 2)
      tap(watch.startButton, on: stage, after: 0)
      let text = watch.timeLabel.text
      stage.wait(2000)
      #expect(watch.timeLabel.text == text && !watch.lapButton.isEnabled)
      stage.tap(365, 22)
      stage.wait(500)
      let alert = try #require(watch.presentedViewController as? UIAlertController)
      #expect(alert.actions.map(\.title) == ["Reset", "Cancel"])
    }
  }

  @Test func anOrderHasAReceiptOfWhichAPictureIsMade() throws {
    try onStage { stage in
      let order = KioskViewController()
      let navigation = UINavigationController(rootViewController: order)
      stage.show(navigation)
      stage.wait(40)
      #expect(navigation.navigationBar.isHidden && order.sizeButton.currentTitle == "Small")
      tap(order.sizeButton, on: stage)
      try stage.tapRow("Large")
      stage.wait(40)
      #expect(order.size == "Large" && order.sizeButton.currentTitle == "Large")
      order.stepper.value = 3
      tap(order.orderButton, on: stage)
      stage.wait(600)
      let receipt = try #require(navigation.topViewController as? ReceiptViewController)
      #expect(!navigation.navigationBar.isHidden && receipt.view.safeAreaInsets.top == 44)
      stage.tap(370, 22)
      let picture = try #require(receipt.picture)
      #expect(picture.size == CGSize(width: 240, height: 160) && picture.color(x: 5, y: 5) == .white)
      let scale = Int(stage.application.screen.scale)
      #expect((80 * scale..<160 * scale).contains { picture.color(x: $0, y: 80 * scale) != .white })
      stage.tap(20, 22, after: 500)
      stage.wait(600)
      #expect(navigation.topViewController === order && navigation.navigationBar.isHidden)
    }
  }
}
