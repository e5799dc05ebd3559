import ResponderKit
import TestHarness
import Testing

/// The lessons with bars, sections, alerts and further controls.
@Suite(.hangLimit) struct BarLessonTests {
  @Test func contactsAreAddedAndOpened() {
    onStage { stage in
      let contacts = ContactsViewController()
      let navigation = UINavigationController(rootViewController: contacts)
      stage.show(navigation)
      stage.wait(20)
      func names() -> [String] { contacts.tableView.visibleCells.compactMap { $0.textLabel?.text } }
      #expect(names() == ["Ada", "Alan", "Grace", "Linus"])
      stage.tap(370, 22)
      stage.wait(400)
      #expect(names() == ["Ada", "Alan", "Anita", "Grace", "Linus"])
      let cell = contacts.tableView.visibleCells[2]
      #expect((cell as? ContactCell)?.badge.text == "3")
      let place = cell.convert(cell.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(500)
      #expect(navigation.navigationBar.topItem?.title == "Anita")
      stage.tap(20, 22)
      stage.wait(20)
      #expect(navigation.topViewController === contacts)
    }
  }

  @Test func aNameIsCutAndGreeted() throws {
    try onStage { stage in
      let login = GreetingViewController()
      stage.show(login)
      stage.wait(20)
      stage.tap(100, 140)
      for letter in "Ada Lovelace" { login.nameField.insertText(String(letter)) }
      #expect(login.nameField.text == "Ada Love" && login.nameField.isFirstResponder)
      stage.tap(195, 205, after: 500)
      stage.wait(20)
      let alert = try #require(login.presentedViewController as? UIAlertController)
      #expect(alert.message == "Ada Love" && !login.nameField.isFirstResponder)
      #expect(login.spinner.isAnimating)
      let box = try #require(alert.view.subviews.first)
      stage.tap(box.frame.midX, box.frame.maxY - 20, after: 500)
      #expect(login.presentedViewController == nil && !login.spinner.isAnimating)
    }
  }

  @Test func tabsShowTheirControls() {
    onStage { stage in
      let tabs = TabsViewController()
      stage.show(tabs)
      stage.wait(20)
      // The stepper's plus, the second segment, the plus again.
      stage.tap(90, 116)
      stage.tap(170, 176, after: 700)
      stage.tap(90, 116, after: 700)
      #expect(tabs.meter.stepper.value == 6 && tabs.meter.progress.progress == 0.6)
      #expect(tabs.meter.tabBarItem.badgeValue == "6")
      stage.tap(300, 820, after: 700)
      stage.wait(20)
      #expect(tabs.selectedViewController === tabs.dots && tabs.dots.view.window != nil)
      stage.tap(300, 315, after: 700)
      #expect(tabs.dots.dots.currentPage == 1)
    }
  }
}
