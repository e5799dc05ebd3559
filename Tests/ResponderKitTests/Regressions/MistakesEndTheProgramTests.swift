import TestHarness
import Testing

@testable import ResponderKit

/// Mistakes of a program, for which UIKit throws an exception, ended it. Now they have no effect, and a line on the standard error stream names them.
@Suite(.hangLimit) struct MistakesEndTheProgramTests {
  @Test func aViewIsPutIntoItselfOrIntoWhatItHolds() {
    onStage { stage in
      let outer = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let (middle, inner) = (UIView(), UIView())
      outer.addSubview(middle)
      middle.addSubview(inner)
      outer.addSubview(outer)
      inner.addSubview(outer)
      inner.insertSubview(middle, at: 0)
      stage.window.addSubview(stage.window)
      #expect(outer.superview === stage.window && middle.superview === outer && inner.superview === middle)
      #expect(inner.subviews.isEmpty && stage.window.subviews == [outer])
      // Views that hold others can be moved still.
      stage.window.addSubview(middle)
      #expect(middle.superview === stage.window && inner.superview === middle && outer.subviews.isEmpty)
    }
  }

  @Test func undoIsGroupedWithoutOrder() {
    onStage { stage in
      let (history, log) = (UndoHistory(), stage.log)
      history.endUndoGrouping()
      #expect(history.groupingLevel == 0)
      history.groupsByEvent = false
      history.registerUndo(withTarget: stage.window) { _ in log("lost") }
      #expect(!history.canUndo && history.groupingLevel == 0)
      history.beginUndoGrouping()
      history.registerUndo(withTarget: stage.window) { _ in log("undone") }
      history.endUndoGrouping()
      history.endUndoGrouping()
      history.undo()
      #expect(log.take() == ["undone"])
    }
  }

  @Test func aConstraintIsAboutSomethingElseThanAView() {
    onStage { stage in
      let view = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      let constraint = NSLayoutConstraint(
        item: "view", attribute: .width, relatedBy: .equal, toItem: view, attribute: .width, multiplier: 1,
        constant: 5)
      constraint.isActive = true
      #expect(!constraint.isActive && constraint.firstItem == nil && constraint.secondItem === view)
      let other = NSLayoutConstraint(
        item: view, attribute: .width, relatedBy: .equal, toItem: "view", attribute: .width, multiplier: 1,
        constant: 5)
      other.isActive = true
      #expect(!other.isActive && other.secondItem == nil)
      stage.wait(20)
      #expect(view.frame == Rect(0, 0, 100, 100))
    }
  }

  @Test func aConstraintMayHaveNoSecondItem() {
    onStage { stage in
      let view = stage.show(UIView())
      let nothing: UIView? = nil
      for (item, length) in [(nil, 30), (nothing as Any?, 40), (.some(nothing as Any), 50)]
        as [(Any?, Double)]
      {
        let constraint = NSLayoutConstraint(
          item: view, attribute: .width, relatedBy: .equal, toItem: item, attribute: .notAnAttribute,
          multiplier: 1, constant: length)
        view.translatesAutoresizingMaskIntoConstraints = false
        constraint.isActive = true
        stage.wait(20)
        #expect(constraint.isActive && view.frame.width == length)
        constraint.isActive = false
      }
    }
  }

  @Test(arguments: [
    "", "H:|[", "[missing]", "[view(metric)]", "[view(100@unknown)]", "|-[other]", "[other]-|",
    "[view]-gap-[other]",
  ])
  func aVisualFormatHasNoConstraints(format: String) {
    onStage { stage in
      let (view, other) = (stage.show(UIView()), UIView())
      let metrics: [String: Any] = ["metric": "a word"]
      let made = NSLayoutConstraint.constraints(
        withVisualFormat: format, metrics: metrics, views: ["view": view, "other": other])
      #expect(made.isEmpty)
    }
  }

  @Test func aFingerIsAskedForThatIsNotThere() {
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      var places: [Point] = []
      tap.addAction { _ in places = [-1, 0, 1, .max].map { tap.location(ofTouch: $0, in: nil) } }
      #expect(tap.location(ofTouch: 0, in: nil) == .zero)
      stage.tap(30, 40)
      #expect(places == Array(repeating: Point(30, 40), count: 4))
    }
  }

  @Test func anActionSheetIsGivenATextField() {
    onStage { stage in
      let sheet = UIAlertController(title: "Sheet", message: nil, preferredStyle: .actionSheet)
      sheet.addTextField { _ in stage.log("asked") }
      #expect(sheet.textFields?.isEmpty != false && stage.log.take().isEmpty)
    }
  }

  @Test func aBehaviorIsAPartOfItself() {
    onStage { stage in
      let (outer, inner) = (UIDynamicBehavior(), UIDynamicBehavior())
      outer.addChildBehavior(inner)
      outer.addChildBehavior(outer)
      inner.addChildBehavior(outer)
      #expect(outer.childBehaviors == [inner] && inner.childBehaviors.isEmpty)
      let animator = UIDynamicAnimator(referenceView: stage.window)
      animator.addBehavior(outer)
      stage.wait(50)
      #expect(inner.dynamicAnimator === animator)
    }
  }

  /// Enters another view when it is about to leave its superview.
  private final class Fugitive: UIView {
    var refuge: UIView?
    override func willMove(toSuperview newSuperview: UIView?) {
      if let refuge = refuge.take() { refuge.addSubview(self) }
    }
  }

  @Test func eachHasALine() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      onStage { stage in
        stage.window.label = "own window"
        stage.window.addSubview(stage.window)
        UndoHistory().endUndoGrouping()
        let history = UndoHistory()
        history.groupsByEvent = false
        history.registerUndo(withTarget: stage.window) { _ in }
        _ = NSLayoutConstraint(
          item: 5, attribute: .left, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
          multiplier: 1, constant: 0)
        let constraint = NSLayoutConstraint(
          item: stage.window, attribute: .left, relatedBy: .equal, toItem: "other", attribute: .left,
          multiplier: 1, constant: 0)
        constraint.isActive = true
        let page = UIViewController()
        page.addChild(page)
        let (fugitive, refuge) = (Fugitive(), UIView())
        fugitive.refuge = refuge
        stage.window.addSubview(fugitive)
        // What puts the view into the same place has no line.
        fugitive.refuge = stage.window
        stage.window.addSubview(fugitive)
        _ = NSLayoutConstraint.constraints(withVisualFormat: "|-[view]", views: ["view": UIView()])
        _ = UITapGestureRecognizer().location(ofTouch: 3, in: nil)
        UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet).addTextField()
      }
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n").map(
      String.init)
    let wanted = [
      "can not be put into itself", "endUndoGrouping() without beginUndoGrouping()",
      "undo is not registered outside of a group",
      "a constraint's item is a view or a layout guide, not 'Int'",
      "a constraint's item is a view or a layout guide, not 'String'",
      "can not be a child of itself", "is not put into",
      "the visual format \"|-[view]\" leads to the edge of a superview, which is not there",
      "has no touch number 3",
      "an action sheet has no text fields",
    ]
    for text in wanted {
      #expect(lines.contains { $0.hasPrefix("ResponderKit: ") && $0.contains(text) }, "\(text)")
    }
    #expect(lines.count == wanted.count, "\(lines)")
  }
}
