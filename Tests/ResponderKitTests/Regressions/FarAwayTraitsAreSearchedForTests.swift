import TestHarness
import Testing

@testable import ResponderKit

/// In a window with a style of its own each view looked for its style in all views around it: the layout of a tree of 10,000 levels took minutes. So did
/// overrides of traits and tint colors; appearances that count anywhere looked for what is around each view that came.
@Suite(.hangLimit) struct FarAwayTraitsAreSearchedForTests {
  /// The outermost view of a tree, and others of it, by their level.
  private static func tree(_ levels: Int) -> [UIView] {
    var views = [UIView()]
    for level in 1..<levels {
      views.append(UIView())
      views[level - 1].addSubview(views[level])
    }
    return views
  }

  @Test func aDeepTreeHasAStyleOverridesAndATintColor() {
    onStage { stage in
      UISwitch.appearance().onTintColor = .red
      let views = Self.tree(8_000)
      stage.show(views[0])
      views[0].overrideUserInterfaceStyle = .dark
      views[0].traitOverrides.displayScale = 7
      views[0].tintColor = .green
      stage.wait(50)
      for view in views { view.setNeedsLayout() }
      stage.wait(50)
      #expect(views.allSatisfy { $0.traitCollection.userInterfaceStyle == .dark })
      #expect(views.allSatisfy { $0.tintColor == .green && $0.traitCollection.displayScale == 7 })
      #expect(!stage.window.traitSources.isEmpty)
    }
  }

  @Test func whatIsKnownOfFarAwayTraitsIsForgottenWhenTheyChange() {
    onStage { stage in
      let views = Self.tree(200)
      let (middle, leaf) = (views[100], views[199])
      stage.show(views[0])
      stage.window.hasElevation = true
      func style(_ view: UIView) -> UIUserInterfaceStyle { view.traitCollection.userInterfaceStyle }
      views[0].overrideUserInterfaceStyle = .dark
      #expect(style(leaf) == .dark && !stage.window.traitSources.isEmpty)
      middle.overrideUserInterfaceStyle = .light
      #expect(style(leaf) == .light && style(views[99]) == .dark)
      middle.overrideUserInterfaceStyle = .unspecified
      #expect(style(leaf) == .dark && leaf.tintColor != .green)
      views[50].tintColor = .green
      #expect(leaf.tintColor == .green && views[40].tintColor != .green)
      views[60].isElevated = true
      #expect(leaf.traitCollection.userInterfaceLevel == .elevated)
      #expect(views[50].traitCollection.userInterfaceLevel == .base)
      views[70].traitOverrides.displayScale = 7
      #expect(leaf.traitCollection.displayScale == 7)
      let controller = UIViewController()
      controller.overrideUserInterfaceStyle = .light
      controller.view = views[80]
      #expect(style(leaf) == .light)
    }
  }

  @Test func aViewThatIsMovedHasTheTraitsOfItsNewPlace() {
    onStage { stage in
      let (dark, bright) = (Self.tree(100), Self.tree(100))
      let leaves = Self.tree(100)
      stage.show(dark[0])
      stage.window.addSubview(bright[0])
      dark[0].overrideUserInterfaceStyle = .dark
      dark[99].addSubview(leaves[0])
      #expect(leaves[99].traitCollection.userInterfaceStyle == .dark)
      bright[99].addSubview(leaves[0])
      #expect(leaves[99].traitCollection.userInterfaceStyle == .light)
      dark[99].addSubview(leaves[0])
      #expect(leaves[99].traitCollection.userInterfaceStyle == .dark)
      leaves[0].removeFromSuperview()
      #expect(leaves[99].traitCollection.userInterfaceStyle == .light && stage.window.traitSources.isEmpty)
    }
  }

  @Test func appearancesLookForWhatIsAroundOnlyWhereThatMatters() {
    onStage { stage in
      final class Around: UIView {
        private(set) var asked = 0
        override var next: UIResponder? {
          asked += 1
          return super.next
        }
      }
      UISwitch.appearance().onTintColor = .red
      UISlider.appearance(whenContainedInInstancesOf: [Around.self]).thumbTintColor = .blue
      let (around, plain) = (stage.show(Around()), UIView())
      stage.wait(10)
      func asked(_ view: UIView) -> Bool {
        let before = around.asked
        for entry in stage.application.viewDefaults { entry.apply(view) }
        _ = stage.application.viewDefaults.map { $0.depths(of: view) }
        return around.asked > before
      }
      for view in [plain, UISwitch(), UISlider()] { around.addSubview(view) }
      #expect(around.subviews.map(asked) == [false, false, true])
    }
  }
}
