import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Navigation controllers with many pages: those that are not seen cost nothing.
@Suite(.hangLimit) struct LongStackTests {
  private final class Questions { var count = 0 }

  private final class Page: UIViewController {
    var asked: Questions?
    override var edgesForExtendedLayout: UIRectEdge {
      get {
        asked?.count += 1
        return super.edgesForExtendedLayout
      }
      set { super.edgesForExtendedLayout = newValue }
    }
  }

  @Test(arguments: [100, 400]) func aPushAsksOnlyPagesThatAreSeen(_ count: Int) {
    onStage { stage in
      let stack = UINavigationController(rootViewController: UIViewController())
      stage.show(stack)
      stage.wait(20)
      for _ in 0..<count { stack.pushViewController(UIViewController(), animated: false) }
      let (pages, asked) = ((0..<20).map { _ in Page() }, Questions())
      for page in pages { page.asked = asked }
      for page in pages { stack.pushViewController(page, animated: false) }
      asked.count = 0
      for _ in 0..<50 { stack.pushViewController(UIViewController(), animated: false) }
      // When it was covered.
      #expect(asked.count < 30)
      stack.popToRootViewController(animated: false)
      #expect(asked.count < 30 && stack.children.count == 1 && pages.allSatisfy { $0.parent == nil })
    }
  }

  @Test func aPageHasTheRoomThatTheBarsLeaveWhenItIsUncovered() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      let stack = UINavigationController(rootViewController: first)
      stage.show(stack)
      stage.wait(20)
      let top = first.view.safeAreaInsets.top
      #expect(top == UINavigationBar.height)
      for animated in [false, true] {
        stack.pushViewController(second, animated: animated)
        stage.wait(1000)
        stack.setNavigationBarHidden(true, animated: false)
        stack.setToolbarHidden(false, animated: false)
        #expect(second.barInsets == EdgeInsets(bottom: UIToolbar.height))
        stack.popViewController(animated: animated)
        stage.wait(1000)
        #expect(first.view.safeAreaInsets == EdgeInsets(bottom: UIToolbar.height))
        stack.setNavigationBarHidden(false, animated: false)
        stack.setToolbarHidden(true, animated: false)
        stage.wait(20)
        #expect(first.view.safeAreaInsets == EdgeInsets(top: top))
      }
    }
  }

  @Test func childrenAreRemovedFromBothEnds() {
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [3, 1, 2, 0, 4]] {
      let (parent, children) = (UIViewController(), (0..<5).map { _ in UIViewController() })
      for child in children { parent.addChild(child) }
      var rest = Array(0..<5)
      for number in order {
        children[number].removeFromParent()
        rest.removeAll { $0 == number }
        #expect(parent.children.map { ObjectIdentifier($0) } == rest.map { ObjectIdentifier(children[$0]) })
      }
    }
  }
}
