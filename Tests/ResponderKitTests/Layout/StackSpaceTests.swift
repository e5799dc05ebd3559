import ResponderKit
import TestHarness
import Testing

/// Spaces of stacks that the system chooses.
@Suite(.hangLimit) struct StackSpaceTests {
  @Test func theSystemsSpaceIsEightPoints() {
    onStage { stage in
      let views = (0..<3).map { _ in UIView(frame: Rect(0, 0, 20, 20)) }
      let stack = UIStackView(arrangedSubviews: views)
      stack.alignment = .top
      stack.distribution = .fillEqually
      stack.frame = Rect(0, 0, 100, 20)
      stage.show(stack)
      stack.spacing = UIStackView.spacingUseSystem
      stage.wait(20)
      #expect(views[1].frame.minX - views[0].frame.maxX == 8)
      #expect(stack.spacing == UIStackView.spacingUseSystem)
      stack.spacing = 2
      stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[0])
      stage.wait(20)
      #expect(views[1].frame.minX - views[0].frame.maxX == 8)
      #expect(views[2].frame.minX - views[1].frame.maxX == 2)
      stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[0])
      stage.wait(20)
      #expect(views[1].frame.minX - views[0].frame.maxX == 2)
      #expect(stack.customSpacing(after: views[0]) == UIStackView.spacingUseDefault)
    }
  }
}
