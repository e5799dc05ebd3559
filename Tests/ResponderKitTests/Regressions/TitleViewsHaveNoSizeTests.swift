import TestHarness
import Testing

@testable import ResponderKit

/// A view in a bar's title place that the program had given no size was not seen.
@Suite(.hangLimit) struct TitleViewsHaveNoSizeTests {
  @Test func aLabelIsAsLargeAsItsText() {
    onStage { stage in
      let (page, label) = (UIViewController(), UILabel("Title"))
      page.navigationItem.titleView = label
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(40)
      let wanted = label.sizeThatFits(.zero)
      #expect(label.frame.size == wanted && label.frame.midX == 195 && wanted.width > 20)
      label.text = "A longer title"
      navigation.navigationBar.setNeedsLayout()
      stage.wait(40)
      #expect(label.frame.width > wanted.width && label.frame.midX == 195)
      label.text = String(repeating: "long ", count: 40)
      navigation.navigationBar.setNeedsLayout()
      stage.wait(40)
      #expect(label.frame.width < 390 && label.frame.minX >= 0)
    }
  }

  @Test func constraintsAndStacksGiveASize() {
    onStage { stage in
      let (page, box, inner) = (UIViewController(), UIView(), UIView())
      inner.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(inner)
      NSLayoutConstraint.activate([
        inner.widthAnchor.constraint(equalToConstant: 80), inner.heightAnchor.constraint(equalToConstant: 20),
        inner.topAnchor.constraint(equalTo: box.topAnchor),
        inner.bottomAnchor.constraint(equalTo: box.bottomAnchor),
        inner.leadingAnchor.constraint(equalTo: box.leadingAnchor),
        inner.trailingAnchor.constraint(equalTo: box.trailingAnchor),
      ])
      page.navigationItem.titleView = box
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(40)
      #expect(box.frame == Rect(155, 12, 80, 20))
      let stack = UIStackView(arrangedSubviews: [UILabel("Title"), UILabel("Below")])
      stack.axis = .vertical
      page.navigationItem.titleView = stack
      stage.wait(40)
      #expect(stack.frame.width > 20 && stack.frame.midX == 195 && stack.frame.height > 20)
    }
  }

  @Test func aSizeThatTheProgramGaveStays() {
    onStage { stage in
      let (page, view) = (UIViewController(), UIView(frame: Rect(0, 0, 60, 10)))
      page.navigationItem.titleView = view
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(40)
      #expect(view.frame == Rect(165, 17, 60, 10))
    }
  }
}
