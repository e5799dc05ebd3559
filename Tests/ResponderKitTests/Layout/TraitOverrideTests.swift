import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Traits of a program's own, and traits that views and controllers override.
@Suite(.hangLimit) struct TraitOverrideTests {
  enum Theme { case plain, vivid }
  enum ThemeTrait: UITraitDefinition {
    static let defaultValue = Theme.plain
    static let affectsColorAppearance = true
  }
  struct Mark {
    let number: Int
  }
  enum MarkTrait: UITraitDefinition { static let defaultValue = Mark(number: 0) }

  private final class Page: UIView {
    var calls: [String] = []
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      calls.append("\(previous?.theme ?? .plain) \(traitCollection.theme)")
    }
  }

  @Test func aTraitOfTheProgramsOwnIsInheritedAndHasADefault() {
    onStage { stage in
      let (outer, inner) = (UIView(), UIView())
      let page = UIViewController()
      page.view.addSubview(outer)
      outer.addSubview(inner)
      stage.show(page)
      #expect(inner.traitCollection.theme == .plain)
      page.traitOverrides.theme = .vivid
      #expect(inner.traitCollection.theme == .vivid && page.traitCollection.theme == .vivid)
      outer.traitOverrides.theme = .plain
      #expect(inner.traitCollection.theme == .plain && page.view.traitCollection.theme == .vivid)
      #expect(outer.traitOverrides.contains(ThemeTrait.self))
      outer.traitOverrides.remove(ThemeTrait.self)
      #expect(inner.traitCollection.theme == .vivid && stage.window.traitCollection.theme == .plain)
    }
  }

  @Test func aChangeCallsThoseWhoseTraitsItChanges() {
    onStage { stage in
      let (root, first, second) = (Page(), Page(), Page())
      for page in [first, second] { root.addSubview(page) }
      second.traitOverrides.theme = .vivid
      stage.show(root)
      var handled = 0
      first.registerForTraitChanges([ThemeTrait.self]) { (view: Page, old) in
        handled += view.traitCollection.theme == .vivid && old.theme == .plain ? 1 : 100
      }
      first.registerForTraitChanges([UITraitDisplayScale.self]) { (_: Page, _) in handled += 1000 }
      root.traitOverrides.theme = .vivid
      root.traitOverrides.theme = .vivid
      #expect(root.calls == ["plain vivid"] && first.calls == ["plain vivid"] && second.calls == [])
      #expect(handled == 1)
    }
  }

  @Test func sizeClassesAreOverriddenForAPartOfTheWindow() {
    onStage { stage in
      let (root, part) = (UIView(), Page())
      root.addSubview(part)
      stage.show(root)
      part.traitOverrides.horizontalSizeClass = .regular
      #expect(part.traitCollection.horizontalSizeClass == .regular && part.calls.count == 1)
      #expect(root.traitCollection.horizontalSizeClass == .compact)
      // It has that in a window of any size.
      stage.window.frame.size.width = 700
      stage.wait(20)
      #expect(root.traitCollection.horizontalSizeClass == .regular && part.calls.count == 1)
    }
  }

  @Test func styleAndLevelAreTraits() {
    onStage { stage in
      let (root, part) = (UIView(), UIView())
      root.addSubview(part)
      stage.show(root)
      root.traitOverrides.userInterfaceStyle = .dark
      root.traitOverrides.userInterfaceLevel = .elevated
      #expect(part.traitCollection.userInterfaceStyle == .dark)
      #expect(part.traitCollection.userInterfaceLevel == .elevated)
      part.overrideUserInterfaceStyle = .light
      #expect(part.traitCollection.userInterfaceStyle == .light)
      root.traitOverrides.remove(UITraitUserInterfaceStyle.self)
      #expect(root.traitCollection.userInterfaceStyle == .light)
    }
  }

  @Test func colorsWithAProviderAskForTheProgramsTrait() {
    onStage { stage in
      let color = UIColor { $0.theme == .vivid ? .red : .blue }
      let root = UIView(frame: stage.window.bounds)
      root.backgroundColor = color
      stage.show(root)
      stage.wait(20)
      let (plain, vivid) = (stage.window.traitCollection, UITraitCollection { $0.theme = .vivid })
      #expect(vivid.theme == .vivid && vivid.hasDifferentColorAppearance(comparedTo: plain))
      #expect(color.resolvedColor(with: vivid) == .red && color.resolvedColor(with: plain) == .blue)
      let old = stage.window.snapshot().color(x: 10, y: 10)
      root.traitOverrides.theme = .vivid
      stage.wait(20)
      let new = stage.window.snapshot().color(x: 10, y: 10)
      #expect(old.blue == 1 && new.red == 1 && new.blue == 0)
    }
  }

  @Test func collectionsAreMadeAndModified() {
    let dark = UITraitCollection { $0.userInterfaceStyle = .dark }
    let changed = dark.modifyingTraits {
      $0.displayScale = 3
      $0[MarkTrait.self] = Mark(number: 7)
    }
    #expect(dark == UITraitCollection(userInterfaceStyle: .dark) && changed.userInterfaceStyle == .dark)
    #expect(changed.displayScale == 3 && changed[MarkTrait.self].number == 7)
    #expect(dark[MarkTrait.self].number == 0 && changed != dark)
    #expect(UITraitCollection(horizontalSizeClass: .regular).horizontalSizeClass == .regular)
    #expect(ThemeTrait.name == "ThemeTrait")
  }

  @Test func aTargetGetsAMessage() {
    onStage { stage in
      let page = UIViewController()
      stage.show(page)
      var calls = 0
      let changed = Selector("changed") { (_: UIViewController, sender, _) in
        calls += sender as? UIViewController === page ? 1 : 100
      }
      let registration = page.registerForTraitChanges([ThemeTrait.self], action: changed)
      page.view.traitOverrides.theme = .vivid
      page.unregisterForTraitChanges(registration)
      page.view.traitOverrides.theme = .plain
      #expect(calls == 1)
    }
  }
}

extension UITraitCollection {
  fileprivate var theme: TraitOverrideTests.Theme { self[TraitOverrideTests.ThemeTrait.self] }
}

extension UIMutableTraits {
  fileprivate var theme: TraitOverrideTests.Theme {
    get { self[TraitOverrideTests.ThemeTrait.self] }
    set { self[TraitOverrideTests.ThemeTrait.self] = newValue }
  }
}
