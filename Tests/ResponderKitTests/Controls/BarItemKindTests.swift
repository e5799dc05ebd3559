import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Items of bars that are hidden, or of a program's own class.
@Suite(.hangLimit) struct BarItemKindTests {
  private final class CartItem: UIBarButtonItem {
    let count = UILabel(frame: Rect(0, 0, 30, 20))
    override init() {
      super.init()
      customView = count
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  private final class PlainItem: UIBarButtonItem {
    var note = "none"
    override var title: String? { didSet { note = title ?? "nil" } }
  }

  @Test func aHiddenItemTakesNoRoom() {
    onStage { stage in
      let items = (0..<3).map { _ in UIBarButtonItem(customView: UIView(frame: Rect(0, 0, 40, 30))) }
      let toolbar = UIToolbar(frame: Rect(0, 100, 390, 44))
      toolbar.items = items
      stage.show(toolbar)
      stage.wait(20)
      items[1].isHidden = true
      stage.wait(20)
      #expect(items[1].customView?.superview == nil && items[2].customView?.frame.minX == 48)
      items[1].isHidden = false
      stage.wait(20)
      #expect(items[1].customView?.frame.minX == 48 && items[2].customView?.frame.minX == 88)
    }
  }

  @Test func aNavigationBarHidesItemsToo() {
    onStage { stage in
      let page = UIViewController()
      let item = UIBarButtonItem(customView: UIView(frame: Rect(0, 0, 40, 30)))
      page.navigationItem.rightBarButtonItem = item
      item.isHidden = true
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      #expect(item.customView?.window == nil)
      item.isHidden = false
      stage.wait(20)
      #expect(item.customView?.window === stage.window)
    }
  }

  @Test func aHiddenLeftItemDoesNotReplaceTheWayBack() {
    let (page, item) = (
      UIViewController(), UIBarButtonItem(title: "A", style: .plain, target: nil, action: nil)
    )
    page.navigationItem.leftBarButtonItem = item
    #expect(page.navigationItem.hidesBackButtonNow)
    item.isHidden = true
    #expect(!page.navigationItem.hidesBackButtonNow)
    page.navigationItem.hidesBackButton = true
    #expect(page.navigationItem.hidesBackButtonNow)
  }

  @Test func aViewThatMovesToAnotherBarStaysThere() {
    onStage { stage in
      let (one, two) = (UIToolbar(frame: Rect(0, 100, 390, 44)), UIToolbar(frame: Rect(0, 200, 390, 44)))
      let page = UIViewController()
      stage.show(UINavigationController(rootViewController: page))
      for bar in [one, two] { page.view.addSubview(bar) }
      let view = UIView(frame: Rect(0, 0, 40, 30))
      let title = UIView(frame: Rect(0, 0, 40, 30))
      one.items = [UIBarButtonItem(customView: view)]
      two.items = [UIBarButtonItem(customView: view)]
      one.items = nil
      #expect(view.superview === two)
      page.navigationItem.rightBarButtonItem = UIBarButtonItem(customView: view)
      page.navigationItem.titleView = title
      two.items = nil
      stage.wait(20)
      #expect(view.superview is UINavigationBar && title.superview is UINavigationBar)
      one.items = [UIBarButtonItem(customView: view)]
      page.navigationItem.rightBarButtonItem = nil
      two.items = [UIBarButtonItem(customView: title)]
      page.navigationItem.titleView = nil
      #expect(view.superview === one && title.superview === two)
    }
  }

  @Test func aProgramsClassHasAllInitializers() {
    let target = UIView()
    let send = Selector("send") { (_: UIView) in }
    let action = UIAction(title: "B") { _ in }
    let items = [
      CartItem(title: "A", style: .done, target: target, action: send),
      CartItem(image: UIImage(systemName: "star"), style: .done, target: target, action: send),
      CartItem(barButtonSystemItem: .done, target: target, action: send),
    ]
    for item in items {
      #expect(item.customView === item.count && item.style == .done)
      #expect(item.target === target && item.action != nil)
    }
    #expect(items.map(\.title) == ["A", nil, "Done"] && items[1].image != nil)
    #expect(
      CartItem(primaryAction: action).title == "B" && CartItem(primaryAction: action).primaryAction === action
    )
    #expect(CartItem(systemItem: .flexibleSpace).isFlexible && CartItem().title == nil)
    #expect(CartItem(customView: target).customView === target)
  }

  @Test func aProgramsClassMakesItsOwnView() {
    onStage { stage in
      let (cart, plain) = (CartItem(), PlainItem(title: "A", style: .done, target: nil, action: nil))
      #expect(plain.title == "A" && plain.style == .done)
      plain.title = "B"
      #expect(plain.note == "B")
      let toolbar = UIToolbar(frame: Rect(0, 100, 390, 44))
      toolbar.items = [cart, plain]
      stage.show(toolbar)
      stage.wait(20)
      #expect(cart.count.frame.minX == 8)
      let other = UIView(frame: Rect(0, 0, 90, 20))
      cart.customView = other
      stage.wait(20)
      #expect(other.superview === toolbar && cart.count.superview == nil)
      let phone = UIBarButtonItem(
        image: nil, landscapeImagePhone: UIImage(), style: .plain, target: nil, action: nil)
      #expect(phone.landscapeImagePhone != nil && phone.image == nil)
    }
  }
}
