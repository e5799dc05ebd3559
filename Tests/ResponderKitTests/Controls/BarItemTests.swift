import TestHarness
import Testing

@testable import ResponderKit

/// The items of bars: their looks, their sizes, and what they do and show when something of them changes.
@Suite(.hangLimit) struct BarItemTests {
  private func square(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 20, height: 20)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap).withRenderingMode(.alwaysOriginal)
  }

  @Test func anItemKeepsACopyOfAllThatALookHas() {
    let look = UINavigationBarAppearance()
    look.shadowColor = .red
    look.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.blue]
    let item = UINavigationItem(title: "")
    item.standardAppearance = look
    look.shadowColor = .green
    #expect(item.standardAppearance?.shadowColor == .red)
    let title = item.standardAppearance?.backButtonAppearance.normal.titleTextAttributes
    #expect(title?[.foregroundColor] as? UIColor == .blue)
  }

  @Test func theButtonThatEndsEditingIsStrong() {
    onStage { _ in
      let page = UIViewController()
      let item = page.editButtonItem
      page.setEditing(true, animated: false)
      #expect(item.style == .done)
      page.setEditing(false, animated: false)
      #expect(item.style == .plain)
    }
  }

  @Test func anItemIsAsWideAsTheProgramWants() {
    onStage { stage in
      let (item, view) = (UIBarButtonItem(title: "A"), UIView(frame: Rect(0, 0, 40, 30)))
      item.width = 120
      let toolbar = UIToolbar(frame: Rect(0, 100, 390, 44))
      toolbar.items = [item, UIBarButtonItem(customView: view)]
      stage.show(toolbar)
      stage.wait(20)
      #expect(view.frame.minX == 128)
    }
  }

  @Test func aViewThatIsInAnotherBarHasItsPlaceThere() {
    onStage { stage in
      let (view, title) = (UIView(frame: Rect(0, 0, 40, 30)), UIView(frame: Rect(0, 0, 50, 20)))
      let (moved, next) = (UIBarButtonItem(customView: view), UIView(frame: Rect(0, 0, 40, 30)))
      let toolbar = UIToolbar(frame: Rect(0, 100, 390, 44))
      toolbar.items = [moved, UIBarButtonItem(customView: next)]
      let page = UIViewController()
      page.navigationItem.leftBarButtonItem = moved
      page.navigationItem.titleView = title
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      navigation.view.addSubview(toolbar)
      stage.wait(20)
      let other = UIView(frame: Rect(0, 200, 300, 100))
      navigation.view.addSubview(other)
      for part in [view, title] {
        other.addSubview(part)
        part.frame = Rect(3, 4, 5, 6)
      }
      toolbar.setNeedsLayout()
      navigation.navigationBar.setNeedsLayout()
      stage.wait(20)
      #expect(view.frame == Rect(3, 4, 5, 6))
      #expect(title.frame == Rect(3, 4, 5, 6))
      #expect(next.frame.minX == 8)
    }
  }

  @Test func aPressOfASymbolWithAMenuIsItsActionAndReadersKnowItsName() {
    onStage { stage in
      let page = UIViewController()
      let menu = UIMenu(children: [UIAction(title: "Copy") { _ in }])
      page.navigationItem.rightBarButtonItem = UIBarButtonItem(
        systemItem: .add, primaryAction: UIAction { [log = stage.log] _ in log("add") }, menu: menu)
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(20)
      let button = navigation.navigationBar.subviews.first { $0 is UIButton }
      #expect(button?.accessibilityLabel == "Add")
      stage.tap(370, 22)
      stage.wait(20)
      #expect(stage.log.lines == ["add"] && stage.window.subviews.count == 1)
    }
  }

  @Test func tabsMayBeTappedAgainNamedAnewAndTakenAway() {
    onStage { stage in
      let pages = (0..<3).map { _ in UIViewController() }
      let tabs = UITabBarController()
      tabs.viewControllers = pages
      stage.show(tabs)
      stage.wait(20)
      stage.tap(60, 820)
      stage.wait(20)
      #expect(pages[0].view.window != nil)
      pages[0].title = "New"
      #expect(tabs.tabBar.items?.first?.title == "New")
      tabs.viewControllers = [pages[1]]
      stage.wait(20)
      #expect(tabs.tabBar.subviews.map(\.frame) == [Rect(0, 0, 390, 49)])
      // What is no longer a tab has the room of the bar.
      stage.show(pages[0])
      stage.wait(20)
      #expect(pages[0].view.window != nil && pages[0].view.safeAreaInsets.bottom == 0)
    }
  }

  @Test func aTabShowsThePictureOfItsStateAndItsBadge() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      let item = UITabBarItem(title: nil, image: square(.blue), selectedImage: square(.green))
      first.tabBarItem = item
      let tabs = UITabBarController()
      tabs.viewControllers = [first, second]
      stage.show(tabs)
      stage.wait(20)
      func shows(_ color: UIColor) -> Bool {
        let picture = stage.window.snapshot()
        return (797..<842).contains { y in (50..<150).contains { picture.color(x: $0, y: y) == color } }
      }
      #expect(shows(.green) && !shows(.blue))
      tabs.selectedIndex = 1
      #expect(shows(.blue) && !shows(.green) && !shows(UIColor.systemRed.bright))
      item.badgeValue = "3"
      #expect(shows(UIColor.systemRed.bright))
    }
  }

  @Test func aButtonWithAWidthInANavigationBarCanBePressed() {
    onStage { stage in
      let page = UIViewController()
      let item = UIBarButtonItem(
        title: "A", primaryAction: UIAction { [log = stage.log] _ in log("pressed") })
      item.width = 100
      page.navigationItem.leftBarButtonItem = item
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      stage.tap(90, 30)
      stage.wait(20)
      #expect(stage.log.lines == ["pressed"])
    }
  }

  @Test func anItemThatMovesToAnotherPlaceIsShownThereAsItChanges() {
    onStage { stage in
      let page = UIViewController()
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      let item = UIBarButtonItem(title: "A")
      page.navigationItem.rightBarButtonItem = item
      page.navigationItem.leftBarButtonItem = item
      page.navigationItem.rightBarButtonItem = nil
      item.isEnabled = false
      func buttons(_ bar: UIView) -> [Bool] { bar.subviews.compactMap { $0 as? UIButton }.map(\.isEnabled) }
      #expect(buttons(navigation.navigationBar) == [false])
      let toolbar = stage.show(UIToolbar(frame: Rect(0, 400, 390, 44)))
      toolbar.items = [item]
      page.navigationItem.leftBarButtonItem = nil
      item.isEnabled = true
      #expect(buttons(toolbar) == [true])
      let other = UIToolbar(frame: Rect(0, 500, 390, 44))
      other.items = [item]
      toolbar.items = nil
      item.isEnabled = false
      #expect(buttons(other) == [false])
    }
  }

  @Test func theWayBackHasTheNewTitleOfThePageBelow() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      first.title = "Old"
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      navigation.pushViewController(second, animated: false)
      stage.wait(20)
      first.title = "New"
      stage.wait(20)
      let label = navigation.navigationBar.tree().compactMap(\.accessibilityLabel)
      #expect(label.contains("New") && !label.contains("Old"))
    }
  }

  @Test func anItemWithoutItsPictureShowsASign() {
    onStage { _ in
      let item = UIBarButtonItem(
        image: UIImage(systemName: "no.such.symbol"), style: .plain, target: nil, action: nil)
      let shown = item.makeView() as? UIButton
      #expect(shown?.currentImage?.isSymbolImage == true && item.image == nil)
      item.title = "Save"
      let titled = item.makeView() as? UIButton
      #expect(titled?.currentImage == nil && titled?.currentTitle == "Save")
      let empty = UIBarButtonItem(title: nil, style: .plain, target: nil, action: nil).makeView()
      #expect((empty as? UIButton)?.currentImage == nil)
    }
  }
}
