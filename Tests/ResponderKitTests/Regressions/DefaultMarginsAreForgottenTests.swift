import ResponderKit
import TestHarness
import Testing

/// Margins that a program set to the values that a view had already were not kept: a view with margins of 8 points became the root view of a
/// controller, or the content of a cell, and had the margins of those.
@Suite(.hangLimit) struct DefaultMarginsAreForgottenTests {
  private final class Margins: UIView {
    var changes = 0
    override func layoutMarginsDidChange() { changes += 1 }
  }

  @Test func marginsThatWereSetStayWhenOthersAreTheDefault() {
    onStage { _ in
      let (view, page) = (Margins(), UIViewController())
      view.layoutMargins = EdgeInsets(8)
      #expect(view.changes == 0, "nothing is seen of it")
      page.view = view
      #expect(view.layoutMargins == EdgeInsets(8) && page.view === view)
      // The other way around: a view that is a root view no longer.
      let (usual, root) = (EdgeInsets(top: 0, left: 16, bottom: 0, right: 16), UIView())
      page.view = root
      #expect(root.layoutMargins == usual)
      root.layoutMargins = usual
      page.view = UIView()
      #expect(root.layoutMargins == usual && page.view !== root)
    }
  }

  @Test func marginsThatWereNotSetAreThoseOfTheViewsPlace() {
    onStage { _ in
      let (view, page) = (UIView(), UIViewController())
      #expect(view.layoutMargins == EdgeInsets(8))
      page.view = view
      #expect(view.layoutMargins == EdgeInsets(top: 0, left: 16, bottom: 0, right: 16) && page.view === view)
    }
  }
}
