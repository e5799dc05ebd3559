import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Notices about traits for closures that name their own type.
@Suite(.hangLimit) struct TraitSelfTests {
  private class Page: UIViewController {
    let log = Log()

    override func viewDidLoad() {
      super.viewDidLoad()
      registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
        (self: Self, previous: UITraitCollection) in
        self.log("\(type(of: self)) \(previous.userInterfaceStyle == .light)")
      }
    }
  }

  private final class Special: Page {}

  @Test func theClosureGetsTheObjectItself() {
    onStage { stage in
      let page = Special()
      stage.show(page)
      stage.wait(20)
      stage.window.overrideUserInterfaceStyle = .dark
      stage.wait(20)
      #expect(page.log.lines == ["Special true"])
    }
  }
}
