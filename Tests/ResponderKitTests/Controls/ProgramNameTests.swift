import TestHarness
import Testing

@testable import ResponderKit

/// Names that programs from outside have, and what they do here.
@Suite(.hangLimit) struct ProgramNameTests {
  @Test func itemsOfBarsHaveNamesForReaders() throws {
    try onStage { stage in
      let page = UIViewController()
      let item = UIBarButtonItem(title: "Menu", style: .plain, target: nil, action: nil)
      page.navigationItem.rightBarButtonItem = item
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      func button() throws -> UIView {
        try #require(stage.window.tree().first { ($0 as? UIButton)?.currentTitle == "Menu" })
      }
      let first = try button()
      #expect(first.accessibilityLabel == "Menu")
      item.accessibilityLabel = "Open menu"
      item.accessibilityHint = "Shows all pages"
      item.accessibilityValue = "3 new"
      item.accessibilityIdentifier = "menu"
      stage.wait(20)
      #expect(try button().accessibilityLabel == "Open menu" && button().accessibilityValue == "3 new")
      #expect(
        try button().accessibilityHint == "Shows all pages" && button().accessibilityIdentifier == "menu")
    }
  }

  @Test func aTabThatIsDisabledIsPaleAndNotSelected() throws {
    try onStage { stage in
      let tabs = UITabBarController()
      let pages = (0..<2).map { _ in UIViewController() }
      for (index, page) in pages.enumerated() {
        page.tabBarItem = UITabBarItem(title: "\(index)", image: nil, tag: index)
      }
      tabs.viewControllers = pages
      stage.show(tabs)
      pages[1].tabBarItem.isEnabled = false
      pages[1].tabBarItem.accessibilityLabel = "Second"
      pages[1].tabBarItem.accessibilityIdentifier = "second"
      stage.wait(20)
      let button = try #require(tabs.tabBar.subviews.first { $0.accessibilityIdentifier == "second" })
      #expect(button.alpha < 0.5 && button.accessibilityLabel == "Second")
      let place = button.convert(button.bounds.center, to: nil)
      stage.tap(place.x, place.y, after: 100)
      #expect(tabs.selectedIndex == 0)
      pages[1].tabBarItem.isEnabled = true
      stage.tap(place.x, place.y, after: 500)
      #expect(tabs.selectedIndex == 1 && button.alpha == 1)
    }
  }

  @Test func aButtonsPartsAreAtItsUpperOrLowerEdge() {
    onStage { stage in
      let button = stage.show(UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
      button.setTitle("Title", for: .normal)
      let height = button.titleLabel?.sizeThatFits(Size(100, 100)).height ?? 0
      func place() -> Rect {
        button.setNeedsLayout()
        button.layoutIfNeeded()
        return button.titleLabel?.frame ?? .zero
      }
      #expect(abs(place().midY - 50) < 0.01)
      button.contentVerticalAlignment = .top
      #expect(place().minY == 0 && place().height <= height + 1)
      button.contentVerticalAlignment = .bottom
      #expect(place().maxY == 100)
      button.contentVerticalAlignment = .fill
      #expect(abs(place().midY - 50) < 0.01)
    }
  }

  @Test func aTitleWithoutALabelIsDrawnAtTheEdge() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let button = stage.show(UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
      button.titleColor = .black
      button.setTitle("Title", for: .normal)
      #expect(stage.brightness(Rect(0, 0, 100, 30)) == 1)
      button.contentVerticalAlignment = .top
      #expect(stage.brightness(Rect(0, 0, 100, 30)) < 1 && stage.brightness(Rect(0, 30, 100, 70)) == 1)
    }
  }

  @Test func aSystemButtonHasAPictureAndAnAction() {
    final class Target: UIResponder { var presses = 0 }
    onStage { stage in
      let target = Target()
      let image = UIImage(systemName: "star") ?? UIImage()
      let button = UIButton.systemButton(
        with: image, target: target, action: Selector("press") { (target: Target) in target.presses += 1 })
      stage.show(button)
      button.sendActions(for: .touchUpInside)
      #expect(target.presses == 1 && button.buttonType == .system && button.image(for: .normal) === image)
      #expect(button.bounds.size == image.size || button.sizeThatFits(.zero).width >= image.size.width)
    }
  }

  @Test func aTransactionsValuesHaveNames() {
    onStage { stage in
      let layer = stage.show(layer: CALayer(), Rect(0, 0, 20, 20))
      stage.wait(50)
      CATransaction.begin()
      CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)
      #expect(CATransaction.disableActions())
      layer.position.x = 100
      CATransaction.commit()
      #expect(layer.animationKeys() == nil)
      var ends = 0
      CATransaction.begin()
      CATransaction.setValue(2, forKey: kCATransactionAnimationDuration)
      #expect(CATransaction.animationDuration() == 2)
      CATransaction.setValue(0.5, forKey: kCATransactionAnimationDuration)
      CATransaction.setValue("odd", forKey: kCATransactionAnimationDuration)
      CATransaction.setValue(
        CAMediaTimingFunction(name: .linear), forKey: kCATransactionAnimationTimingFunction)
      CATransaction.setValue({ ends += 1 } as () -> Void, forKey: kCATransactionCompletionBlock)
      CATransaction.setValue(1, forKey: "other")
      layer.position.x = 200
      CATransaction.commit()
      CATransaction.flush()
      stage.wait(250)
      #expect(abs((layer.presentation()?.position.x ?? 0) - 150) < 5 && ends == 0)
      stage.wait(300)
      #expect(ends == 1)
    }
  }

  private final class Note: UITextView {
    var made = 0
    override init(frame: CGRect, textContainer: NSTextContainer?) {
      super.init(frame: frame, textContainer: textContainer)
      made += 1
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func textViewsAreMadeWithAContainer() {
    onStage { stage in
      let frame = Rect(0, 0, 100, 50)
      #expect(Note().made == 1 && Note(frame: frame, textContainer: nil).frame == frame)
      #expect(UITextView(frame: frame).frame == frame && UITextView().frame == .zero)
      let view = stage.show(UITextView(frame: frame, textContainer: nil))
      view.text = "Text"
      #expect(view.backgroundColor == .systemBackground && view.text == "Text")
    }
  }

  @Test func linesOfASelectionHavePlaces() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 200)))
      view.text = "One\nTwo words\nThree"
      let lines = view.selectionRects(for: 1..<16)
      #expect(lines.map(\.containsStart) == [true, false, false])
      #expect(lines.map(\.containsEnd) == [false, false, true])
      #expect(lines.map(\.rect.minY) == [0, 4, 14].map { view.caretRect(for: $0).minY })
      #expect(
        lines[0].rect.minX == view.caretRect(for: 1).minX
          && lines[2].rect.maxX == view.caretRect(for: 16).minX)
      #expect(view.selectionRects(for: 3..<3).isEmpty && view.selectionRects(for: 100..<200).isEmpty)
      let field = UITextField(frame: Rect(0, 0, 300, 40))
      stage.window.addSubview(field)
      field.text = "Field"
      stage.wait(20)
      #expect(field.selectionRects(for: 1..<3).map(\.rect.minX) == [field.caretRect(for: 1).minX])
      #expect(!lines[0].isVertical && UITextSelectionRect().rect == .zero)
    }
  }

  @Test func aPartOfAViewIsAPicture() throws {
    try onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      view.backgroundColor = .red
      let inner = UIView(frame: Rect(50, 0, 50, 100))
      inner.backgroundColor = .blue
      view.addSubview(inner)
      #expect(
        view.resizableSnapshotView(from: view.bounds, afterScreenUpdates: true, withCapInsets: .zero) == nil)
      root.addSubview(view)
      stage.wait(20)
      let part = try #require(
        view.resizableSnapshotView(
          from: Rect(40, 90, 40, 40), afterScreenUpdates: true, withCapInsets: .zero))
      #expect(part.bounds.size == Size(40, 40))
      part.frame.origin = Point(200, 200)
      root.addSubview(part)
      stage.wait(20)
      #expect(
        stage.color(205, 205) == .red && stage.color(230, 205) == .blue && stage.color(205, 230) == .white)
      part.frame.size = Size(80, 80)
      stage.wait(20)
      #expect(stage.color(215, 215) == .red && stage.color(225, 215) == .blue)
      for odd in [Rect(.nan, 0, 10, 10), Rect(0, 0, -5, -5), Rect(1000, 0, 10, 10)] {
        _ = view.resizableSnapshotView(from: odd, afterScreenUpdates: false, withCapInsets: .zero)
      }
    }
  }

  @Test func aTouchIsAsTheDeviceSentIt() {
    onStage { stage in
      final class Pad: UIView {
        var touch: UITouch?
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { touch = touches.first }
      }
      let pad = stage.show(Pad(frame: stage.window.bounds))
      stage.down(10, 10)
      #expect(pad.touch?.estimatedProperties == [] && pad.touch?.estimatedPropertiesExpectingUpdates == [])
      #expect(pad.touch != nil && pad.touch?.estimationUpdateIndex == nil)
      stage.up(10, 10)
    }
  }
}
