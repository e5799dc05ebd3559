import ResponderKit
import TestHarness
import Testing

/// Where a stack has views that are hidden: an animation that shows one begins there.
@Suite(.hangLimit) struct HiddenArrangedViewTests {
  private func label(_ text: String, isHidden: Bool = false) -> UILabel {
    let label = UILabel()
    label.text = text
    label.isHidden = isHidden
    return label
  }

  /// At the top of a view, and as wide.
  private func constrain(_ stack: UIStackView, in root: UIView) {
    stack.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor),
      stack.trailingAnchor.constraint(equalTo: root.trailingAnchor),
    ])
  }

  @Test(arguments: [false, true]) func aHiddenViewHasNoLength(isConstrained: Bool) {
    onStage(screen: Size(300, 400)) { stage in
      let (first, second, third) = (label("A"), label("B", isHidden: true), label("C"))
      let stack = UIStackView(arrangedSubviews: [first, second, third])
      stack.axis = .vertical
      stack.spacing = 10
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      root.addSubview(stack)
      stack.frame = Rect(0, 0, 300, 200)
      if isConstrained { constrain(stack, in: root) }
      stage.wait(20)
      #expect(second.frame == Rect(0, first.frame.maxY, 300, 0))
      let below = third.frame.minY
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        second.isHidden = false
        root.layoutIfNeeded()
      }
      stage.wait(500)
      let shown = second.presentationFrame
      #expect(shown.width == 300 && shown.height > 2 && shown.height < second.frame.height - 2)
      #expect(shown.minY >= first.frame.maxY && third.presentationFrame.minY > below)
      stage.wait(1000)
      second.isHidden = true
      stage.wait(20)
      #expect(second.frame == Rect(0, first.frame.maxY, 300, 0) && third.frame.minY == below)
    }
  }

  @Test func aRowHasTheSame() {
    onStage { stage in
      let (first, second) = (label("A"), label("B", isHidden: true))
      let stack = UIStackView(arrangedSubviews: [second, first])
      stack.alignment = .center
      stack.frame = Rect(0, 0, 300, 100)
      second.frame = Rect(0, 0, 20, 40)
      stage.show(stack)
      stage.wait(20)
      #expect(second.frame == Rect(0, 30, 0, 40))
      stack.semanticContentAttribute = .forceRightToLeft
      stack.setNeedsLayout()
      stage.wait(20)
      #expect(second.frame.minX == 300 && second.frame.width == 0)
    }
  }

  @Test func aViewKeepsASizeThatNothingElseKnows() {
    final class Card: UIView {}
    onStage { stage in
      let card = Card(frame: Rect(0, 0, 50, 60))
      card.isHidden = true
      let stack = UIStackView(arrangedSubviews: [card, label("A")])
      stack.axis = .vertical
      stack.frame = Rect(0, 0, 300, 100)
      stage.show(stack)
      stage.wait(20)
      #expect(card.frame.size == Size(50, 60))
      card.isHidden = false
      stage.wait(20)
      #expect(card.frame == Rect(0, 0, 300, 60))
    }
  }

  private final class Bar: UIView {
    override var intrinsicContentSize: Size { Size(UIView.noIntrinsicMetric, 50) }
  }

  @Test(arguments: [false, true]) func aViewGetsItsLengthBack(isConstrained: Bool) {
    onStage(screen: Size(300, 400)) { stage in
      let bar = Bar(frame: Rect(0, 0, 300, 50))
      let inner = UIView(frame: Rect(10, 10, 280, 30))
      inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      bar.addSubview(inner)
      let slider = UISlider(frame: Rect(0, 0, 200, 30))
      let stack = UIStackView(arrangedSubviews: [bar, slider, label("A")])
      stack.axis = .vertical
      stack.distribution = .equalSpacing
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      root.addSubview(stack)
      stack.frame = Rect(0, 0, 300, 200)
      if isConstrained {
        constrain(stack, in: root)
        stack.heightAnchor.constraint(equalToConstant: 200).isActive = true
      }
      stage.wait(20)
      let (first, second) = (bar.frame, slider.frame)
      #expect(first == Rect(0, 0, 300, 50) && inner.frame == Rect(10, 10, 280, 30))
      #expect(second.height == (isConstrained ? 28 : 30) && UISlider().sizeThatFits(.zero).height == 28)
      for view in [bar, slider] { view.isHidden = true }
      stage.wait(20)
      #expect(bar.frame.height == 0 && slider.frame.height == 0 && inner.frame.height == 30)
      #expect(bar.autoresizesSubviews)
      for view in [bar, slider] { view.isHidden = false }
      stage.wait(20)
      #expect(bar.frame == first && slider.frame == second && inner.frame == Rect(10, 10, 280, 30))
      // Outside of the stack, too.
      bar.isHidden = true
      stage.wait(20)
      bar.removeFromSuperview()
      #expect(bar.bounds.size == Size(300, 50) && inner.frame.height == 30)
    }
  }

  @Test func aColumnFromRightToLeftHasThemAtTheRight() {
    onStage { stage in
      let (first, second) = (label("A"), label("B", isHidden: true))
      let stack = UIStackView(arrangedSubviews: [first, second])
      stack.axis = .vertical
      stack.alignment = .leading
      stack.semanticContentAttribute = .forceRightToLeft
      stack.frame = Rect(0, 0, 300, 100)
      second.frame = Rect(0, 0, 20, 40)
      stage.show(stack)
      stage.wait(20)
      #expect(second.frame == Rect(280, first.frame.maxY, 20, 0))
    }
  }
}
