import AccessibilityBus
import TestHarness
import Testing

@testable import ResponderKit

/// Lists of elements that a reader could never end to read.
@Suite(.hangLimit) struct HostileElementTests {
  /// Each element has new ones in it, without end.
  private final class Endless: UIAccessibilityElement {
    override var isAccessibilityElement: Bool {
      get { true }
      set {}
    }
    override var accessibilityElements: [Any]? {
      get { (0..<300).map { _ in Endless(accessibilityContainer: self) } }
      set {}
    }
  }

  /// How many windows the way from an element leads to.
  private static func windows(_ element: any AccessibleElement) -> Int {
    var (next, steps) = (element.accessibleParent, 0)
    var last: (any AccessibleElement)? = element
    while let outer = next, steps < 1000 {
      (last, next, steps) = (outer, outer.accessibleParent, steps + 1)
    }
    return last is UIWindow ? 1 : 0
  }

  @Test func elementsInEachOtherAreReadOnce() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let first = UIAccessibilityElement(accessibilityContainer: root)
      let second = UIAccessibilityElement(accessibilityContainer: first)
      first.accessibilityContainer = second
      (first.accessibilityElements, second.accessibilityElements) = ([second, first], [first, second, root])
      root.accessibilityElements = [first]
      #expect(AccessibilityTree(stage.application).elements.count == 3)
      #expect(first.accessibleChildren.count == 1 && second.accessibleChildren.isEmpty)
      // In no view they are in nothing.
      root.accessibilityElements = []
      #expect(second.accessibleChildren.isEmpty)
      #expect(Self.windows(first) == 0 && Self.windows(second) == 0 && first.accessibilityFrame == .zero)
    }
  }

  @Test func anElementOfTwoContainersIsInTheOneThatHasItFirst() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let (left, right) = (UIView(), UIView())
      for view in [left, right] {
        view.accessibilityLabel = "side"
        root.addSubview(view)
      }
      let element = UIAccessibilityElement(accessibilityContainer: left)
      (left.accessibilityElements, right.accessibilityElements) = ([element], [element])
      #expect(AccessibilityTree(stage.application).elements.count == 4)
      #expect(left.accessibleChildren.count == 1 && right.accessibleChildren.isEmpty)
      left.accessibilityElements = nil
      #expect(right.accessibleChildren.count == 1 && element.accessibleParent === right)
    }
  }

  @Test func aViewThatIsMovedIntoWhatItHoldsInAListIsStillRead() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let (outer, inner) = (UIView(), UIView())
      for view in [outer, inner] { view.accessibilityLabel = "view" }
      root.addSubview(outer)
      outer.addSubview(inner)
      outer.accessibilityElements = [inner]
      #expect(AccessibilityTree(stage.application).elements.count == 3)
      root.addSubview(inner)
      inner.addSubview(outer)
      inner.accessibilityElements = [outer]
      #expect(AccessibilityTree(stage.application).elements.count == 3)
      #expect(Self.windows(inner) == 1 && Self.windows(outer) == 1 && outer.accessibleParent === inner)
    }
  }

  @Test func listsWithoutEndAreCut() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let endless = Endless(accessibilityContainer: root)
      root.accessibilityElements = [endless]
      let tree = AccessibilityTree(stage.application)
      #expect(tree.elements.count == AccessibilityTree.mostElements && tree.isCut)
      #expect(endless.accessibleChildren.count == ReadersLimit.longestInnerList)
      #expect(tree.elements.allSatisfy { $0.depth <= ReadersLimit.mostLevels + 1 })
      final class Many: UIView {
        override func accessibilityElementCount() -> Int { .max - 1 }
        override func accessibilityElement(at index: Int) -> Any? {
          UIAccessibilityElement(accessibilityContainer: self)
        }
      }
      let many = stage.show(Many())
      #expect(many.accessibleChildren.count == ReadersLimit.longestList)
    }
  }
}
