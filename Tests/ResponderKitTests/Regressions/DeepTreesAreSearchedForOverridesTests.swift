import TestHarness
import Testing

@testable import ResponderKit

/// Once a program had used overrides of traits, each view looked for them in all views around it, in windows without any, too: the layout of a
/// deep tree took minutes.
@Suite(.hangLimit) struct DeepTreesAreSearchedForOverridesTests {
  @Test func onlyWindowsWithOverridesAreSearchedForThem() {
    onStage { stage in
      let other = UIWindow()
      other.traitOverrides.userInterfaceLevel = .elevated
      let (root, view) = (UIView(), UIView())
      root.addSubview(view)
      stage.show(root)
      #expect(!view.mayHaveOverrides && view.traitCollection.userInterfaceLevel == .base)
      root.traitOverrides.displayScale = 7
      #expect(view.mayHaveOverrides && view.traitCollection.displayScale == 7)
    }
  }

  @Test func overridesComeIntoAWindowWithTheirViewOrItsController() {
    onStage { stage in
      let (holder, inner) = (UIView(), UIView())
      holder.addSubview(inner)
      holder.traitOverrides.displayScale = 7
      #expect(inner.traitCollection.displayScale == 7)
      stage.show(UIView()).addSubview(holder)
      #expect(inner.traitCollection.displayScale == 7)
      let controller = UIViewController()
      controller.traitOverrides.displayScale = 9
      let window = UIWindow()
      window.rootViewController = controller
      window.isHidden = false
      #expect(window.hasOverrides && controller.view.traitCollection.displayScale == 9)
    }
  }
}
