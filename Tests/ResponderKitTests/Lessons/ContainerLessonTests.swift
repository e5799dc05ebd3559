import ResponderKit
import TestHarness
import Testing

/// Lessons about pages: stories, lists beside each other, and a coordinator.
@Suite(.hangLimit) struct ContainerLessonTests {
  @Test func storiesFollowEachOther() throws {
    try onStage { stage in
      let home = UIViewController()
      stage.show(home)
      stage.wait(50)
      let pages = [
        StoryPage(author: "ada", color: .systemIndigo), StoryPage(author: "grace", color: .systemGreen),
        StoryPage(author: "linus", color: .systemRed),
      ]
      let story = StoryViewController(pages: pages)
      home.present(story, animated: true)
      stage.wait(1600)
      let half = try #require(story.bar.fractions.first)
      #expect(half > 0.4 && half < 0.6 && story.nameLabel.text == "ada")
      // A finger that stays pauses.
      stage.down(300, 400)
      stage.wait(2000)
      let held = try #require(story.bar.fractions.first)
      #expect(held - half < 0.1 && story.shown == [0])
      stage.up(300, 400)
      stage.wait(300)
      #expect(story.bar.fractions.first.map { $0 > held + 0.05 && $0 < held + 0.2 } == true)
      stage.tap(300, 400, after: 400)
      stage.wait(400)
      #expect(story.shown == [0, 1] && story.nameLabel.text == "grace" && story.bar.fractions[0] == 1)
      stage.tap(50, 400, after: 400)
      stage.wait(400)
      #expect(story.shown == [0, 1, 0] && story.bar.fractions[1] == 0)
      stage.wait(10_000)
      #expect(story.shown == [0, 1, 0, 1, 2] && home.presentedViewController == nil)
    }
  }

  @Test func listsAreNotifiedWhenTheyComeAndGo() {
    onStage { stage in
      let profile = ProfileTabsViewController()
      stage.show(profile)
      stage.wait(50)
      let (posts, likes, replies) = (profile.pages[0], profile.pages[1], profile.pages[2])
      #expect(posts.calls == ["will appear", "did appear"] && likes.calls.isEmpty && replies.calls.isEmpty)
      stage.down(300, 500)
      for step in 1...6 { stage.move(300 - Double(step) * 40, 500) }
      #expect(profile.bar.underline.frame.minX > 50 && profile.current == 0)
      stage.up(60, 500)
      stage.wait(1000)
      #expect(profile.current == 1 && profile.bar.underline.frame.minX == 130)
      #expect(posts.calls == ["will appear", "did appear", "will disappear", "did disappear"])
      #expect(likes.calls == ["will appear", "did appear"] && replies.calls.isEmpty)
      stage.tap(325, 22, after: 500)
      stage.wait(1000)
      #expect(profile.current == 2 && profile.bar.buttons.map(\.isSelected) == [false, false, true])
      #expect(replies.calls == ["will appear", "did appear"] && replies.tableView.texts.first == "Replies 0")
    }
  }

  @Test func aCoordinatorForgetsWhatWasLeft() throws {
    try onStage { stage in
      let navigation = UINavigationController()
      let shop = ShopCoordinator(navigationController: navigation)
      shop.start()
      stage.show(navigation)
      stage.wait(50)
      let list = try #require(navigation.topViewController as? ProductListController)
      let cell = try #require(list.tableView.visibleCells.first)
      let title = try #require(cell.textLabel?.attributedText)
      #expect(title.attribute(.foregroundColor, at: 0) as? UIColor == .systemRed)
      #expect(title.attribute(.foregroundColor, at: 3) as? UIColor != .systemRed)
      let place = cell.convert(cell.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(700)
      #expect(navigation.topViewController?.title == "Teapot" && shop.childCoordinators.count == 1)
      #expect(navigation.isToolbarHidden)
      stage.tap(20, 22, after: 400)
      stage.wait(800)
      #expect(navigation.topViewController === list && shop.childCoordinators.isEmpty)
      #expect(!navigation.isToolbarHidden && !navigation.toolbar.isHidden)
    }
  }
}
