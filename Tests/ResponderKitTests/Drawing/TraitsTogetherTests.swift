import ResponderKit
import TestHarness
import Testing

/// Trait collections that are made of others.
@Suite(.hangLimit) struct TraitsTogetherTests {
  private enum Loudness: UITraitDefinition { static let defaultValue = 0 }

  @Test func theLastThatKnowsATraitCounts() {
    let own = UITraitCollection { $0[Loudness.self] = 3 }
    let traits = UITraitCollection(traitsFrom: [
      UITraitCollection(horizontalSizeClass: .regular), UITraitCollection(verticalSizeClass: .compact), own,
      UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(displayScale: 2),
      UITraitCollection(userInterfaceLevel: .elevated), UITraitCollection(layoutDirection: .rightToLeft),
      UITraitCollection(preferredContentSizeCategory: .large),
      UITraitCollection(horizontalSizeClass: .compact),
      UITraitCollection(),
    ])
    #expect(traits.horizontalSizeClass == .compact && traits.verticalSizeClass == .compact)
    #expect(traits.userInterfaceStyle == .dark && traits.userInterfaceLevel == .elevated)
    #expect(traits.displayScale == 2 && traits.layoutDirection == .rightToLeft)
    #expect(traits.preferredContentSizeCategory == .large && traits[Loudness.self] == 3)
  }

  @Test func invalidScalesAreIgnored() {
    for scale in [0, -1, Double.nan] {
      let traits = [UITraitCollection(displayScale: 2), UITraitCollection(displayScale: scale)]
      #expect(UITraitCollection(traitsFrom: traits).displayScale == 2)
    }
  }

  @Test func ofNoneNothingIsKnown() {
    #expect(UITraitCollection(traitsFrom: []) == UITraitCollection())
  }
}
