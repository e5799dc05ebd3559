import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Letters as large as their reader wants them.
@Suite("Sizes of letters", .hangLimit) struct ContentSizeTests {
  @Test("A text style has the size of its traits' category, and otherwise that of the program")
  func fonts() {
    onStage { stage in
      func size(_ style: UIFont.TextStyle, _ category: UIContentSizeCategory) -> Double {
        UIFont.preferredFont(
          forTextStyle: style, compatibleWith: UITraitCollection(preferredContentSizeCategory: category)
        ).pointSize
      }
      #expect(size(.body, .large) == 17 && size(.body, .extraSmall) == 14 && size(.caption2, .small) == 11)
      #expect(size(.largeTitle, .accessibilityExtraExtraExtraLarge) == 60 && size(.body, .unspecified) == 17)
      #expect(UIFont.preferredFont(forTextStyle: .headline) == .systemFont(ofSize: 17, weight: .semibold))
      stage.application.preferredContentSizeCategory = .extraLarge
      #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 19 && size(.body, .large) == 17)
      let (metrics, font) = (UIFontMetrics(forTextStyle: .body), UIFont(size: 34))
      #expect(metrics.scaledFont(for: font).pointSize == 38 && metrics.scaledValue(for: 17) == 19)
      #expect(metrics.scaledFont(for: font, maximumPointSize: 36).pointSize == 36)
      let small = UITraitCollection(preferredContentSizeCategory: .extraSmall)
      #expect(metrics.scaledFont(for: font, compatibleWith: small).pointSize == 28)
    }
  }

  @Test("Categories are in order, from the smallest to the largest")
  func order() {
    #expect(UIContentSizeCategory.extraSmall < .large && .extraExtraExtraLarge < .accessibilityMedium)
    #expect(!UIContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
    #expect(UIContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
    #expect(UIContentSizeCategory.unspecified < .extraSmall)
  }

  @Test(
    "A change of the category notifies views, and labels that follow it get the font of their style in its size"
  )
  func labels() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (following, own, fixed) = (UILabel(), UILabel(), UILabel())
      following.font = .preferredFont(forTextStyle: .footnote)
      following.adjustsFontForContentSizeCategory = true
      own.font = .preferredFont(forTextStyle: .footnote).withSize(23)
      own.adjustsFontForContentSizeCategory = true
      fixed.font = .preferredFont(forTextStyle: .footnote)
      for label in [following, own, fixed] { root.addSubview(label) }
      stage.wait(20)
      root.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
        [log = stage.log] (view: UIView, old) in
        log("\(old.preferredContentSizeCategory == .large)")
      }
      stage.application.preferredContentSizeCategory = .accessibilityLarge
      stage.wait(20)
      #expect([following, own, fixed].map(\.font.pointSize) == [27, 23, 13] && stage.log.take() == ["true"])
      #expect(root.traitCollection.preferredContentSizeCategory == .accessibilityLarge)
      root.traitOverrides.preferredContentSizeCategory = .extraSmall
      #expect(following.font.pointSize == 12 && stage.log.take() == ["false"])
      stage.application.preferredContentSizeCategory = .small
      stage.wait(20)
      #expect(following.font.pointSize == 12 && stage.log.take() == [])
    }
  }
}
