import TestHarness
import Testing

@testable import ResponderKit

/// Stacks whose views' lines or middles are aligned, with and without constraints.
@Suite(.hangLimit) struct StackLineTests {
  private func stack(_ views: [UIView], _ isConstrained: Bool) -> (root: UIView, stack: UIStackView) {
    let root = UIView(frame: Rect(0, 0, 400, 300))
    let stack = UIStackView(arrangedSubviews: views)
    root.addSubview(stack)
    if isConstrained {
      stack.translatesAutoresizingMaskIntoConstraints = false
      stack.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
      stack.leftAnchor.constraint(equalTo: root.leftAnchor).isActive = true
    } else {
      stack.frame = Rect(0, 0, 400, 200)
    }
    return (root, stack)
  }

  /// How far down its superview a label's baseline is.
  private func line(_ label: UILabel, _ isFirst: Bool) -> Double {
    let lines = label.layoutBaselines ?? (0, 0)
    return label.frame.midY + (isFirst ? lines.first : lines.last)
  }

  @Test(arguments: [false, true], [UIStackView.Alignment.firstBaseline, .lastBaseline])
  func textsStandOnOneLine(_ isConstrained: Bool, _ alignment: UIStackView.Alignment) {
    onStage { _ in
      let labels = [UILabel("Big", font: UIFont(size: 40)), UILabel("small\ntwo", font: UIFont(size: 12))]
      labels[1].numberOfLines = 2
      let box = UIImageView(frame: .zero)
      let (root, stack) = stack(labels + [box], isConstrained)
      stack.alignment = alignment
      root.layoutIfNeeded()
      let isFirst = alignment == .firstBaseline
      #expect(abs(line(labels[0], isFirst) - line(labels[1], isFirst)) < 0.01)
      #expect(min(labels[0].frame.minY, labels[1].frame.minY) == 0)
      // What has no text stands on the line.
      #expect(abs(box.frame.maxY - line(labels[0], isFirst)) < 0.01)
      if isConstrained { #expect(abs(stack.frame.height - labels.map(\.frame.maxY).max()!) < 0.01) }
    }
  }

  @Test func columnsBeginAtTheirEdge() {
    onStage { _ in
      let (root, stack) = stack([UILabel("a"), UILabel("longer")], true)
      stack.axis = .vertical
      stack.alignment = .firstBaseline
      root.layoutIfNeeded()
      #expect(stack.subviews.map(\.frame.minX) == [0, 0] && stack.frame.width > 30)
    }
  }

  @Test(arguments: [false, true]) func middlesAreAtEqualDistances(_ isConstrained: Bool) {
    onStage { _ in
      let views = [20.0, 100, 40].map { width in
        let view = UIView(frame: Rect(0, 0, width, 10))
        view.widthAnchor.constraint(equalToConstant: width).isActive = isConstrained
        return view
      }
      let (root, stack) = stack(views, isConstrained)
      stack.distribution = .equalCentering
      stack.spacing = 5
      if isConstrained { stack.widthAnchor.constraint(equalToConstant: 400).isActive = true }
      root.layoutIfNeeded()
      let middles = views.map(\.frame.midX)
      #expect(middles == [10, 195, 380])
    }
  }

  @Test func controlsHaveTheirOwnSizesAmongConstraints() {
    let pages = UIPageControl()
    pages.numberOfPages = 3
    let controls: [UIView] = [
      pages, UIStepper(), UIActivityIndicatorView(style: .large), UISegmentedControl(items: ["One", "Two"]),
    ]
    for control in controls {
      let size = control.intrinsicContentSize
      #expect(size == control.sizeThatFits(.zero) && size.width > 10 && size.height > 10)
    }
    #expect(UIProgressView().intrinsicContentSize == Size(UIView.noIntrinsicMetric, 4))
  }
}
