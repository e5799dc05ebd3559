import ResponderKit
import TestHarness
import Testing

/// The arrow that leads back had the color of its title: programs that make the title clear lost the arrow.
@Suite(.hangLimit) struct ArrowsVanishWithTitlesTests {
  private func darkness(_ stage: Stage, _ rect: Rect) -> Double { 1 - stage.brightness(rect) }

  @Test func anArrowHasTheTintColor() {
    onStage { stage in
      let navigation = UINavigationController(rootViewController: UIViewController())
      navigation.viewControllers[0].title = "Back"
      navigation.pushViewController(UIViewController(), animated: false)
      let appearance = UINavigationBarAppearance()
      appearance.configureWithTransparentBackground()
      appearance.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.clear]
      navigation.navigationBar.standardAppearance = appearance
      navigation.navigationBar.tintColor = .black
      stage.window.backgroundColor = .white
      stage.show(navigation)
      stage.wait(50)
      let (arrow, title) = (Rect(8, 8, 18, 28), Rect(30, 8, 60, 28))
      #expect(darkness(stage, arrow) > 0.03 && darkness(stage, title) == 0)
      appearance.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.black]
      navigation.navigationBar.standardAppearance = appearance
      stage.wait(50)
      #expect(darkness(stage, title) > 0.03)
      // A picture in place of the arrow.
      let bar = UIGraphicsImageRenderer(size: Size(16, 4)).image { $0.fill(Rect(0, 0, 16, 4)) }
      appearance.setBackIndicatorImage(bar.withRenderingMode(.alwaysTemplate), transitionMaskImage: bar)
      navigation.navigationBar.standardAppearance = appearance
      stage.wait(50)
      #expect(appearance.backIndicatorImage === bar || appearance.backIndicatorImage != nil)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 16, y: 22) == .black && picture.color(x: 16, y: 14) == .white)
    }
  }
}
