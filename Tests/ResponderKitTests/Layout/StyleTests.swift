import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Bright and dark interfaces.
@Suite(.hangLimit) struct StyleTests {
  private final class Page: UIView {
    var calls: [String] = []
    override func draw(_ rect: Rect) {
      UIColor.label.setFill()
      UIRectFill(rect)
    }
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      let old = previous?.userInterfaceStyle ?? .unspecified
      calls.append("\(old) \(traitCollection.userInterfaceStyle)")
    }
  }

  private final class PageController: UIViewController {
    var styles: [UIUserInterfaceStyle] = []
    override func loadView() { view = Page() }
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      styles.append(traitCollection.userInterfaceStyle)
    }
  }

  private static let dark = UITraitCollection(userInterfaceStyle: .dark)
  private static let light = UITraitCollection(userInterfaceStyle: .light)

  @Test func systemColorsAreOthersWhereItIsDark() {
    #expect(UIColor.label.resolvedColor(with: Self.dark) == .white)
    #expect(UIColor.label.resolvedColor(with: Self.light) == .black)
    let fill = UIColor.systemFill.withAlphaComponent(1).resolvedColor(with: Self.dark)
    #expect(fill.cgColor == CGColor(red: 120.0 / 255, green: 120.0 / 255, blue: 128.0 / 255))
    #expect(UIColor.systemGray.resolvedColor(with: Self.dark) == .systemGray)
    #expect(UIColor.systemBackground != .white)
  }

  @Test func aProviderChoosesTheColor() {
    let own = UIColor { $0.userInterfaceStyle == .dark ? .systemYellow : .red }
    let faint = own.withAlphaComponent(0.5)
    #expect(own.resolvedColor(with: Self.light) == .red)
    #expect(own.resolvedColor(with: Self.dark) == UIColor.systemYellow.resolvedColor(with: Self.dark))
    #expect(faint.resolvedColor(with: Self.light) == UIColor.red.withAlphaComponent(0.5))
    #expect(own == own && own != faint)
  }

  @Test func theCurrentTraitsAreThoseOfThePlace() {
    onStage { _ in
      #expect(UIColor.label.cgColor == .black)
      Self.dark.performAsCurrent { #expect(UIColor.label.cgColor == .white) }
      #expect(UIColor.label.cgColor == .black)
    }
  }

  @Test func aWindowThatTurnsDarkIsDrawnAnew() {
    onStage { stage in
      let page = Page(frame: Rect(0, 0, 50, 50))
      let box = UIView(frame: Rect(50, 0, 50, 50))
      box.backgroundColor = .systemBackground
      stage.show(page)
      stage.window.addSubview(box)
      #expect(stage.window.traitCollection.userInterfaceStyle == .light)
      var picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 10) == .black && picture.color(x: 60, y: 10) == .white)
      stage.window.overrideUserInterfaceStyle = .dark
      #expect(page.calls == ["light dark"])
      picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 10) == .white && picture.color(x: 60, y: 10) == .black)
      #expect(box.layer.backgroundColor == .black)
      stage.window.overrideUserInterfaceStyle = .unspecified
      #expect(page.calls == ["light dark", "dark light"])
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .black)
    }
  }

  @Test func whatHasAStyleOfItsOwnKeepsIt() {
    onStage { stage in
      let (outer, inner) = (Page(frame: Rect(0, 0, 100, 100)), Page(frame: Rect(0, 0, 50, 50)))
      inner.overrideUserInterfaceStyle = .light
      outer.addSubview(inner)
      stage.show(outer)
      outer.overrideUserInterfaceStyle = .dark
      #expect(outer.calls == ["light dark"] && inner.calls.isEmpty)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 10) == .black && picture.color(x: 60, y: 10) == .white)
    }
  }

  @Test func aViewThatMovesToADarkPlaceIsDrawnAnew() {
    onStage { stage in
      let (place, page) = (UIView(frame: Rect(0, 0, 100, 100)), Page(frame: Rect(0, 0, 50, 50)))
      place.overrideUserInterfaceStyle = .dark
      stage.show(place)
      stage.window.addSubview(page)
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .black)
      place.addSubview(page)
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .white)
    }
  }

  @Test func aControllersStyleIsThatOfItsView() {
    onStage { stage in
      let controller = PageController()
      controller.overrideUserInterfaceStyle = .dark
      #expect(controller.traitCollection.userInterfaceStyle == .dark)
      stage.show(controller)
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .white)
      var heard: [UIUserInterfaceStyle] = []
      controller.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (page: PageController, old) in
        heard += [old.userInterfaceStyle, page.traitCollection.userInterfaceStyle]
      }
      controller.overrideUserInterfaceStyle = .light
      #expect(controller.styles == [.light] && heard == [.dark, .light])
      #expect(stage.window.traitCollection.userInterfaceStyle == .light)
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .black)
    }
  }
}
