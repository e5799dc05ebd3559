import ResponderKit
import TestHarness
import Testing

/// A split view controller that got its columns in `viewDidLoad` collapsed with the first of them, and did not ask its delegate about the others.
@Suite(.hangLimit) struct ColumnsCollapseTooEarlyTests {
  private final class Split: UISplitViewController, UISplitViewControllerDelegate {
    let first = UIViewController()
    let second = UIViewController()
    private(set) var questions = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      preferredDisplayMode = .oneBesideSecondary
      setViewController(first, for: .primary)
      delegate = self
      setViewController(second, for: .secondary)
    }

    func splitViewController(
      _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column {
      questions += 1
      return .primary
    }
  }

  @Test(arguments: [390.0, 1024]) func theDelegateIsAskedOnce(width: Double) {
    onStage(screen: Size(width, 768)) { stage in
      let split = Split(style: .doubleColumn)
      split.loadViewIfNeeded()
      #expect(split.questions == 0 && !split.isCollapsed)
      stage.show(split)
      stage.wait(50)
      let isNarrow = width < 600
      #expect(split.questions == (isNarrow ? 1 : 0) && split.isCollapsed == isNarrow)
      #expect(split.first.view.window != nil)
      #expect((split.second.viewIfLoaded?.window == nil) == isNarrow)
    }
  }
}
