import TestHarness
import Testing

@testable import ResponderKit

/// Arranged views that are added again, and stacks that are not notified when a view leaves.
@Suite(.hangLimit) struct StackWorkTests {
  @Test func aViewThatIsAddedAgainMovesToTheEnd() {
    let (stack, views) = (UIStackView(), (0..<4).map { _ in UIView() })
    for view in views { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(views[1])
    #expect(stack.arrangedSubviews == [views[0], views[2], views[3], views[1]])
    stack.insertArrangedSubview(views[3], at: 0)
    #expect(stack.arrangedSubviews == [views[3], views[0], views[2], views[1]])
    stack.removeArrangedSubview(views[0])
    #expect(stack.arrangedSubviews == [views[3], views[2], views[1]] && views[0].superview === stack)
    stack.addArrangedSubview(views[0])
    #expect(stack.arrangedSubviews == [views[3], views[2], views[1], views[0]])
    stack.insertArrangedSubview(views[3], at: -5)
    stack.insertArrangedSubview(views[2], at: 100)
    #expect(stack.arrangedSubviews == [views[3], views[1], views[0], views[2]])
  }

  @Test func aViewThatLeftUnnoticedIsArrangedOnceWhenItReturns() {
    final class Unnotified: UIStackView {
      override func willRemoveSubview(_ subview: UIView) {}
    }
    let (stack, first, second) = (Unnotified(), UIView(), UIView())
    stack.addArrangedSubview(first)
    stack.addArrangedSubview(second)
    first.removeFromSuperview()
    #expect(stack.arrangedSubviews == [second])
    stack.addArrangedSubview(first)
    #expect(stack.arrangedSubviews == [second, first])
  }

  @Test func aViewThatLeftUnnoticedIsNotKept() {
    final class Unnotified: UIStackView {
      var places: [Int] = []
      override func willRemoveSubview(_ subview: UIView) {}
      override func insertArrangedSubview(_ view: UIView, at index: Int) {
        places.append(index)
        super.insertArrangedSubview(view, at: index)
      }
    }
    let stack = Unnotified()
    weak var left: UIView?
    do {
      let view = UIView()
      left = view
      stack.addArrangedSubview(view)
      view.removeFromSuperview()
    }
    #expect(left == nil)
    stack.addArrangedSubview(UIView())
    #expect(stack.places == [0, 0] && stack.arrangedSubviews.count == 1)
  }

  /// Does something when it is put into a view.
  private final class Restless: UIView {
    var onMove: () -> Void = {}
    override func willMove(toSuperview newSuperview: UIView?) {
      let onMove = onMove
      self.onMove = {}
      onMove()
    }
  }

  @Test func aViewThatMovesWhileItIsAddedIsArrangedOnceOrNotAtAll() {
    let (stack, other, view) = (UIStackView(), UIView(), Restless())
    view.onMove = { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(view)
    #expect(stack.arrangedSubviews == [view])
    view.removeFromSuperview()
    view.onMove = { other.addSubview(view) }
    stack.addArrangedSubview(view)
    #expect(stack.arrangedSubviews.isEmpty && view.superview === other)
    stack.addSubview(view)
    #expect(stack.arrangedSubviews.isEmpty)
  }
}
